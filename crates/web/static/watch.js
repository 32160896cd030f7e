// @ts-check
// One game: follow it, step back and forth while it goes on, replay it. The page works without this module;
// with it nothing is loaded again.

import { drawBoard } from "/static/board.js";
import { differenceChart, minutesChart } from "/static/charts.js";
import { showTime, showUsed } from "/static/clock.js";
import { disc, Words, h } from "/static/dom.js";
import { SIDES, square } from "/static/position.js";
import { count, scoreText, turnedOver } from "/static/score.js";
import { Stream } from "/static/stream.js";

const main = document.getElementById("main");
const words = new Words(document.getElementById("words").textContent);
/** @param {string} id */
const find = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.search);

/** @type {WatchView} */
let view = JSON.parse(find("state").textContent);
let received = performance.now();
let hides = "hide" in main.dataset;
let at = Math.min(Number(asked.get("move") ?? (hides ? 0 : view.plies.length)), view.plies.length);
let follows = at === view.plies.length && !asked.has("move") && !hides;
/** @type {Stream | null} */
let stream = null;
let player = 0;

/** @param {number} n */
const cellsAt = (n) => (n === view.plies.length ? view.cells : n === 0 ? view.start : view.plies[n - 1].cells);
/** @param {WatchPly} ply */
const moveName = (ply) => ply.square ?? words.t("watch.pass");
const told = () => (hides ? at : view.plies.length);

function draw() {
  const cells = cellsAt(at);
  const ply = at > 0 ? view.plies[at - 1] : null;
  const before = at > 1 ? view.plies[at - 2].cells : view.start;
  const last = ply?.square ? square(ply.square) : null;
  const flipped = ply ? turnedOver(before, cells).filter((n) => n !== last) : [];
  let numbers = null;
  if (find("numbers").checked) {
    numbers = new Map();
    let number = 0;
    for (const one of view.plies.slice(0, at)) {
      if (!one.square) continue;
      number += 1;
      numbers.set(square(one.square), number);
    }
  }
  const discs = count(cells);
  const label = words.t("watch.position_label", { n: at, move: ply ? moveName(ply) : "–", ...discs });
  find("board").replaceChildren(drawBoard({ cells: [...cells], last, flipped, numbers, label }));
  for (const side of SIDES) document.querySelector(`[data-side="${side}"] .n`).textContent = String(discs[side]);
  find("where").textContent = hides ? words.t("watch.move", { n: at })
    : words.t("watch.move_of", { n: at, all: view.plies.length });
  /** @type {[string, number][]} */
  const links = [["first", 0], ["back", at - 1], ["on", at + 1], ["last", view.plies.length]];
  for (const [step, to] of links) {
    const link = document.querySelector(`[data-step="${step}"]`);
    const isNone = (step === "first" || step === "back") ? at === 0 : at === view.plies.length;
    if (isNone) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
    link.href = address(Math.max(0, Math.min(to, view.plies.length)));
  }
  for (const [id, file] of [["picture", "board.png"], ["picture-svg", "board.svg"]]) {
    const link = find(id);
    if (link) link.href = `${main.dataset.here}/${file}?move=${at}${numbers ? "&numbers=1" : ""}`;
  }
  tick();
}

/** @param {number} to */
function address(to) {
  const query = new URLSearchParams({ move: String(to) });
  if (find("numbers").checked) query.set("numbers", "1");
  if (hides) query.set("hide", "1");
  return `${location.pathname}?${query}`;
}

// The clocks of the move looked at; at the end they run.
function tick() {
  if (!view.clock.timed) return;
  const isEnd = at === view.plies.length;
  const left = isEnd ? { ...view.clock.left_ms } : at > 0 ? view.plies[at - 1].left_ms : view.clock.start_ms;
  const running = isEnd && !view.result ? view.clock.running : null;
  for (const side of SIDES) {
    const ms = left[side] - (running === side ? performance.now() - received : 0);
    const line = document.querySelector(`[data-side="${side}"]`);
    line.classList.toggle("run", running === side);
    line.classList.toggle("low", !view.result && ms < 300000);
    const place = line.querySelector(".t");
    const shown = showTime(ms);
    if (place.textContent !== shown) place.textContent = shown;
  }
}

function list() {
  const moves = find("moves");
  if (!moves) return;
  const lines = view.plies.slice(0, told()).map((ply, index) =>
    h("li", { class: ply.square ? null : "pass", "aria-current": index + 1 === at ? "true" : null,
      "data-move": index + 1 },
      h("a", { href: address(index + 1) }, String(index + 1)),
      disc(ply.player, words.t(`side.${ply.player}`)),
      h("b", {}, moveName(ply) + (ply.corrected ? " ✎" : "") + (ply.fault ? " !" : "")),
      h("span", { class: "spent" }, view.clock.timed ? showUsed(ply.used_ms) : ""),
      h("span", { class: "left" }, view.clock.timed ? showTime(ply.left_ms[ply.player]) : "")));
  moves.replaceChildren(...lines);
  const current = moves.querySelector("[aria-current]");
  if (current && moves.scrollHeight > moves.clientHeight + 4) current.scrollIntoView({ block: "nearest" });
}

function graphs() {
  const plies = view.plies.slice(0, told());
  const differences = [view.start, ...plies.map((ply) => ply.cells)].map((cells) => {
    const { black, white } = count(cells);
    return black - white;
  });
  find("differences")?.replaceChildren(differenceChart(differences, at, words.t("watch.differences_label")));
  find("minutes")?.replaceChildren(minutesChart(view.clock.start_ms, plies.map((ply) => ply.left_ms), at,
    words.t("watch.minutes_label")));
}

function result() {
  const place = find("result");
  if (!place || !view.result || hides) {
    if (place && hides) place.textContent = "";
    return;
  }
  const { halves, winner } = view.result;
  const won = winner ? words.t("watch.wins", { side: words.t(`side.${winner}`) }) : words.t("watch.draw");
  place.textContent = `${words.t("watch.result")} ${scoreText(halves)} ${won}`;
}

function all() {
  draw();
  list();
  graphs();
  result();
  behind();
}

// How far somebody who looked back is behind.
function behind() {
  const place = find("behind");
  if (!place) return;
  const missing = view.plies.length - at;
  place.hidden = hides || missing === 0 || view.result !== null;
  find("catch-up").textContent = words.n("watch.said.new_moves", missing);
}

/** @param {number} to */
export function go(to, says = true) {
  at = Math.max(0, Math.min(to, view.plies.length));
  follows = at === view.plies.length;
  history.replaceState(null, "", follows && !hides ? location.pathname : address(at));
  all();
  if (says) say(at);
}

// What a screen reader is told of a move.
/** @param {number} n */
function say(n) {
  const ply = view.plies[n - 1];
  if (!ply) return;
  const side = words.t(`side.${ply.player}`);
  const before = n > 1 ? view.plies[n - 2].cells : view.start;
  const flipped = turnedOver(before, ply.cells).length;
  tell(ply.square
    ? words.t("watch.said.moved", { side, move: ply.square, n: flipped, ...count(ply.cells) })
    : words.t("watch.said.passed", { side }));
}

/** @param {string} text */
const tell = (text) => {
  find("said").textContent = text;
};

// A whole game: whoever follows sees its end, whoever looked back stays unless what he saw is gone.
/** @param {WatchView} next */
function takeGame(next) {
  if (next.version < view.version) return;
  const isChanged = next.revision !== view.revision;
  const kept = view.plies.slice(0, at).every((ply, index) => next.plies[index]?.cells === ply.cells);
  view = next;
  received = performance.now();
  if (follows) at = view.plies.length;
  else if (!kept) at = Math.min(at, view.plies.length);
  all();
  if (isChanged) tell(words.t("watch.said.corrected"));
  if (isChanged && find("live-state")) find("live-state").textContent = words.t("watch.said.corrected");
}

/** @param {WatchStep} step */
function takeStep(step) {
  if (step.version <= view.version) return;
  const isNext = step.revision === view.revision && step.plies - view.plies.length <= 1 &&
    step.plies >= view.plies.length;
  if (!isNext) {
    // Something between is missing: everything comes anew.
    stream?.open();
    return;
  }
  const isMove = step.plies > view.plies.length;
  const plies = isMove ? [...view.plies, step.ply] : view.plies;
  const { version, phase, cells, clock, flags, turn } = step;
  view = { ...view, version, phase, cells, clock, flags, turn, plies, result: step.result };
  received = performance.now();
  if (follows) at = plies.length;
  if (isMove || step.result) all();
  else draw();
  if (isMove && follows) say(at);
  if (step.result && !hides) tell(words.t("watch.said.over", { score: scoreText(step.result.halves) }));
}

function follow() {
  const state = find("live-state");
  stream = new Stream(main.dataset.stream, {
    game: (data) => {
      state.textContent = "";
      takeGame(JSON.parse(data));
    },
    step: (data) => takeStep(JSON.parse(data)),
    gone: () => {
      state.textContent = words.t("watch.said.withheld");
    },
  }, {
    cut: () => {
      const time = new Date().toLocaleTimeString(document.documentElement.lang, { hour12: false });
      if (!view.result) state.textContent = words.t("live.stopped", { time });
    },
  });
}

/** @type {Record<string, () => number>} */
const steps = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => view.plies.length };
document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  const line = event.target.closest("#moves li");
  if (!step && !line) return;
  event.preventDefault();
  stop();
  if (step) go(steps[step.dataset.step]());
  else go([...line.parentElement.children].indexOf(line) + 1);
});
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  const key = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (key) {
    event.preventDefault();
    stop();
    go(steps[key]());
  } else if (event.key === "c" && view.clock.timed) {
    /** @param {Side} side */
    const shown = (side) => document.querySelector(`[data-side="${side}"] .t`).textContent;
    tell(words.t("watch.said.clocks", { black: shown("black"), white: shown("white") }));
  }
});

// Replays from the position shown, one move a second.
function stop() {
  clearInterval(player);
  player = 0;
  find("replay")?.setAttribute("aria-pressed", "false");
}
const replay = find("replay");
replay.hidden = false;
replay.addEventListener("click", () => {
  if (player) {
    stop();
    return;
  }
  if (at === view.plies.length) go(0, false);
  replay.setAttribute("aria-pressed", "true");
  player = setInterval(() => {
    go(at + 1);
    if (at === view.plies.length) stop();
  }, 1000);
});

find("numbers").addEventListener("change", draw);
find("catch-up")?.addEventListener("click", () => go(view.plies.length));
find("hide")?.addEventListener("change", (event) => {
  hides = event.target.checked;
  go(hides ? 0 : view.plies.length, false);
});
const copy = find("copy");
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href);
    tell(words.t("watch.said.copied"));
    find("live-state").textContent = words.t("watch.said.copied");
  });
}

setInterval(tick, 200);
all();
if (!view.result || view.phase !== "confirmed") follow();
