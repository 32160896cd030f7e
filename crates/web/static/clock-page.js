// @ts-check
// The clock between the players: each presses his own half. A press is kept on the device and sent with its
// time; the judge enters the moves on another one.

import { clockState, leftAt, showTime } from "/static/clock.js";
import { disc, fill, h, Words } from "/static/dom.js";
import { Line } from "/static/line.js";
import { other } from "/static/position.js";
import { Queue } from "/static/queue.js";
import { STATE } from "/static/judge-words.js";

const { game } = document.body.dataset;
const words = new Words(document.body.dataset.words);
const queue = await Queue.of(`${game}-clock`);
const line = new Line({ game, queue, place: "clock", changed: () => draw() });
const ends = { near: document.querySelector("[data-end=near]"), far: document.querySelector("[data-end=far]") };
let swapped = localStorage.getItem(`ends-${game}`) === "1";

document.getElementById("turn").addEventListener("click", () => {
  swapped = !swapped;
  localStorage.setItem(`ends-${game}`, swapped ? "1" : "0");
  draw();
});
for (const [end, half] of Object.entries(ends)) half.addEventListener("click", () => press(sideAt(end)));
addEventListener("beforeunload", (event) => {
  if (line.waiting > 0) event.preventDefault();
});
setInterval(draw, 100);
await line.start();

/** @param {string} end */
function sideAt(end) {
  const near = swapped ? "white" : "black";
  return end === "near" ? near : other(near);
}

// The table with the presses that wait.
function shown() {
  return line.pending.reduce((view, tap) => {
    const next = structuredClone(view);
    const { running } = next.clock;
    if (running && tap.at > next.now) next.clock.left_ms[running] -= tap.at - next.now;
    next.now = Math.max(next.now, tap.at);
    next.phase = "playing";
    next.clock.running = other(/** @type {Side} */ (tap.by));
    return next;
  }, line.view);
}

/** @param {Side} side */
function press(side) {
  const view = shown();
  if (!view) return;
  const starts = (view.phase === "ready" || view.phase === "signalled") && side === other(view.turn);
  if (starts || (view.phase === "playing" && view.clock.running === side)) line.tap(side, { act: "press" });
}

function draw() {
  const view = line.view && shown();
  const sync = document.getElementById("sync");
  const { waiting } = line;
  sync.className = `sync ${line.state === "sent" ? "" : "off"}`;
  sync.dataset.state = line.state;
  sync.dataset.waiting = String(waiting);
  sync.textContent = line.state === "sent" ? `✓ ${words.t("judge.clock_sent")}` : line.state === "replaced"
    ? words.t("judge.sync_replaced") : `⇡ ${words.n("judge.clock_waits", waiting)}`;
  if (!view) return;
  const left = leftAt(view, line.now());
  for (const [end, half] of Object.entries(ends)) {
    const side = sideAt(end);
    const { classes, key } = clockState(view, side, left[side]);
    half.className = `half ${end} ${classes.replace("clock", "")}`;
    half.dataset.side = side;
    half.setAttribute("aria-label",
      words.t("judge.press_label",
      { side: words.t(side === "black" ? "side.black" : "side.white"), time: showTime(left[side]) }));
    fill(half,
      h("span", { class: "who" }, disc(side), " ", view.names[side]),
      h("span", { class: "time" }, view.clock.timed ? showTime(left[side]) : "–:––"),
        h("span", { class: "state" }, words.t(STATE[key])));
  }
}
