// @ts-check
// All boards of a round: each tile follows its game. What is drawn came from the server as it may be seen;
// clocks run on here between two moves.

import { drawBoard } from "/static/board.js";
import { showTime } from "/static/clock.js";
import { Words, h } from "/static/dom.js";
import { SIDES, square } from "/static/position.js";
import { scoreText } from "/static/score.js";
import { Stream } from "/static/stream.js";
import { askAgain, oneAtATime } from "/static/swap.js";

const boards = document.getElementById("boards");
const words = new Words(document.getElementById("words").textContent);
const hide = document.getElementById("hide");
const LOW = 300000;

// What each tile shows, by game: the clocks and when they were so.
const clocks = new Map();

function readClocks() {
  for (const tile of boards.querySelectorAll("[data-game]")) {
    const { running, black, white, game } = tile.dataset;
    const left = { black: Number(black), white: Number(white) };
    clocks.set(game, { running: running || null, left, timed: "timed" in tile.dataset, since: performance.now() });
  }
}

// The tiles of the page as the server has it now.
const refresh = oneAtATime(async () => {
  const fresh = (await askAgain().catch(() => null))?.getElementById("boards");
  if (!fresh) return;
  boards.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)));
  readClocks();
});

readClocks();
setInterval(tick, 250);
new Stream(boards.dataset.stream, {
  tiles: (data) => JSON.parse(data).forEach(show),
  tile: (data) => show(JSON.parse(data)),
  anew: refresh,
});

/** @param {Tile} view */
function show(view) {
  if (String(view.round) !== boards.dataset.round) return;
  const tile = boards.querySelector(`[data-table="${view.table}"]`);
  if (!tile) return;
  if (tile.dataset.game !== view.game) {
    refresh();
    return;
  }
  if (Number(tile.dataset.version) > view.version) return;
  // How a finished game stands is its result.
  if (hide.checked && view.result) return;
  tile.dataset.version = String(view.version);
  clocks.set(view.game,
    { running: view.clock.running, left: view.clock.left_ms, timed: view.clock.timed, since: performance.now() });
  const label = tile.querySelector(".board")?.getAttribute("aria-label") ?? "";
  tile.querySelector(".tile-board").replaceChildren(
    drawBoard({ cells: [...view.cells], bare: true, last: view.last ? square(view.last) : null,
      label: label.replace(/Black, \d+/, `Black, ${view.discs.black}`).replace(/White, \d+/,
      `White, ${view.discs.white}`) }),
  );
  for (const side of SIDES) tile.querySelector(`[data-side="${side}"] .n`).textContent = String(view.discs[side]);
  const state = tile.querySelector("[data-state]");
  state.textContent = view.result ? words.t("watch.result") : view.plies ? words.t("watch.move", { n: view.plies })
    : words.t("watch.set_up");
  state.classList.toggle("live", ["playing", "signalled"].includes(view.phase));
  const note = tile.querySelector("[data-note]");
  if (view.result) {
    note.replaceChildren(h("span", { class: "spoiler" }, scoreText(view.result.halves)));
    for (const side of SIDES) tile.querySelector(`[data-side="${side}"]`).classList.toggle("won",
      view.result.winner === side);
  } else note.textContent = view.last ? words.t("watch.last_move", { move: view.last }) : "";
  tickOne(tile, performance.now());
}

function tick() {
  const now = performance.now();
  for (const tile of boards.querySelectorAll("[data-game]")) tickOne(tile, now);
}

/** @param {HTMLElement} tile @param {number} now */
function tickOne(tile, now) {
  const clock = clocks.get(tile.dataset.game);
  if (!clock?.timed) return;
  for (const side of SIDES) {
    const isRunning = clock.running === side;
    const left = clock.left[side] - (isRunning ? now - clock.since : 0);
    const line = tile.querySelector(`[data-side="${side}"]`);
    line.classList.toggle("run", isRunning);
    line.classList.toggle("low", clock.running !== null && left < LOW);
    const shown = showTime(left);
    const place = line.querySelector(".t");
    if (place.textContent !== shown) place.textContent = shown;
  }
}

// A table got a board, or another game: the page knows.
// Nothing of results is shown to whoever wants none; kept for the next visit.
hide.addEventListener("change", () => {
  boards.classList.toggle("no-spoilers", hide.checked);
  for (const link of boards.querySelectorAll("a.tile")) {
    const address = new URL(link.href);
    if (hide.checked) address.searchParams.set("hide", "1");
    else address.searchParams.delete("hide");
    link.href = address.href;
  }
  try {
    localStorage.setItem("outflank.hide", hide.checked ? "1" : "");
  } catch {
    // A browser without storage forgets.
  }
});
try {
  if (localStorage.getItem("outflank.hide") === "1" && !hide.checked) hide.click();
} catch {
  // A browser without storage has nothing kept.
}

for (const button of document.querySelectorAll("button[data-size]")) {
  button.addEventListener("click", () => {
    boards.dataset.size = button.dataset.size;
    for (const one of document.querySelectorAll("button[data-size]")) one.setAttribute("aria-pressed",
      String(one === button));
  });
}
