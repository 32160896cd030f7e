// @ts-check
// The page of a player's assistant: he places, flips and presses as was granted, and tells the player his time and
// when the
// opponent's turn is complete. The referee on the server refuses everything else.

import { Hits, drawBoard } from "/static/board.js";
import { showTime } from "/static/clock.js";
import { Words, randomName } from "/static/dom.js";
import { flips, name, names, square } from "/static/position.js";
import { turnedOver } from "/static/score.js";
import { speak } from "/static/speak.js";
import { Stream } from "/static/stream.js";

const main = document.getElementById("main");
/** @param {string} id */
const find = (id) => document.getElementById(id);
const words = new Words(find("words").textContent);
const { game } = main.dataset;
const side = /** @type {Side} */ (main.dataset.side);
const may = { press: "presses" in main.dataset, place: "places" in main.dataset, time: "saysTime" in main.dataset,
  turn: "saysTurn" in main.dataset };
let view = JSON.parse(find("state").textContent);
let received = performance.now();

const isTurn = () => view.phase === "playing" && view.turn === side && !view.result;
const hits = new Hits((at) => place(at));

// One command under its name until it is answered.
/** @param {Act} act */
async function send(act) {
  const body = JSON.stringify({ command_id: randomName(), by: `assistant_${side}`, act });
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await fetch(`/api/v1/games/${game}/commands`,
        { method: "POST", headers: { "content-type": "application/json" }, body });
      if (answer.status >= 500 || answer.status === 429) throw new Error("later");
      const said = await answer.json();
      trouble(answer.ok ? "" : `${words.t("play.refused")} ${said.message}${said.clause ? ` (${said.clause})` : ""}`);
      return answer.ok;
    } catch {
      trouble(words.t("play.waiting"));
      await new Promise((done) => setTimeout(done, Math.min(500 * 2 ** tries, 5000)));
    }
  }
}

/** @param {string} text */
function trouble(text) {
  find("trouble").hidden = !text;
  find("trouble").textContent = text;
}

// The move that the player has indicated: the whole turn where he may press too, else disc and flips.
/** @param {number} at */
async function place(at) {
  const board = [...view.cells];
  const turned = flips(board, side, at);
  if (!may.place || !isTurn() || turned.length === 0) return;
  if (may.press) await send({ act: "play", square: name(at) });
  else if (await send({ act: "place", square: name(at) })) await send({ act: "flip", squares: names(turned) });
}

function draw() {
  const last = view.plies.at(-1);
  find("board").replaceChildren(drawBoard({ cells: [...view.cells], last: last?.square ? square(last.square) : null,
    hints: isTurn() && may.place ? side : null, label: words.t("watch.board") }), hits.element);
  hits.show({
    label: words.t("watch.board"),
    say: (at) => words.t({ B: "play.square_black", W: "play.square_white" }[view.cells[at]] ?? "play.square_empty",
      { square: name(at) }),
    may: (at) => may.place && isTurn() && flips([...view.cells], side, at).length > 0,
  });
}

/** @param {string} text */
function tell(text) {
  find("prompt").textContent = text;
  speak(text);
}

/** @param {WatchView} next */
function take(next) {
  const before = view.plies.length;
  const fresh = next.plies.slice(before);
  view = next;
  received = performance.now();
  for (const [index, ply] of fresh.entries()) {
    if (!may.turn || ply.player === side) continue;
    const earlier = before + index > 0 ? next.plies[before + index - 1].cells : next.start;
    const turned = turnedOver(earlier, ply.cells).length;
    tell(ply.square ? words.t("assist.turn_done", { move: ply.square, n: turned }) : words.t("assist.turn_passed"));
  }
  draw();
}

new Stream(main.dataset.stream, { game: (data) => take(JSON.parse(data)) });
find("press")?.addEventListener("click", () => send({ act: "press" }));
find("pass")?.addEventListener("click", () => send({ act: "pass" }));
find("clocks")?.addEventListener("click", () => {
  /** @param {Side} one */
  const left = (one) => view.clock.left_ms[one] - (view.clock.running === one ? performance.now() - received : 0);
  tell(words.t("watch.said.clocks", { black: showTime(left("black")), white: showTime(left("white")) }));
});
draw();
