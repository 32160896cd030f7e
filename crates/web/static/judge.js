// @ts-check
// The judge's board: one tap a move, both clocks, and the procedures of the rulebook. It shows the table as
// the server has it with the taps that wait on top, and goes on without a network.

import { drawBoard, Hits } from "/static/board.js";
import { clockState, leftAt, showTime, showUsed } from "/static/clock.js";
import { disc, fill, h, Words } from "/static/dom.js";
import { Line } from "/static/line.js";
import { Queue } from "/static/queue.js";
import { SIDES, name, squares, square as at } from "/static/position.js";
import { count } from "/static/score.js";
import { cellsOf, colourOf, mayRestart, mayStop, movesOf, predict } from "/static/table.js";
import { watchFlags } from "/static/judge-flag.js";
import { panelOf, tapped } from "/static/judge-steps.js";
import { speak } from "/static/speak.js";
import { panelOfMore } from "/static/judge-more.js";
import { chips, isLocked, notices, replaced } from "/static/judge-notices.js";
import { FAULT, PROMPT, STATE } from "/static/judge-words.js";

const { game } = document.body.dataset;
const words = new Words(document.body.dataset.words);
/** @param {string} id */
const place = (id) => document.getElementById(id);

// Everything the panels work with.
/** @type {JudgeApp} */
export const app = {
  words,
  game,
  ui: {
    mode: "play", picked: [], moves: [], note: null, seat: Number(localStorage.getItem(`seat-${game}`) ?? 0),
    // What was picked or reached in the procedure that is going on.
    procedure: {},
  },
  view: null,
  side: (side) => words.t(side === "black" ? "side.black" : "side.white"),
  rule: (axis) => app.view.rules[axis] ?? { value: "", clause: null },
  now: () => line.now(),
  line: () => line,
  queue: () => queue,
  /** @param {string} mode */
  set(mode, more = {}) {
    const procedure = mode === "play" ? {} : { ...app.ui.procedure, ...more };
    Object.assign(app.ui, { mode, picked: [], moves: [], note: null, procedure });
    draw();
  },
  // Several taps of one moment.
  /** @param {string} by @param {...any} acts */
  async tap(by, ...acts) {
    const made = line.now();
    for (const act of acts) await line.tap(by, act, made);
  },
  /** @param {string} text */
  note(text) {
    app.ui.note = text;
    draw();
  },
  draw: () => draw(),
};

const queue = await Queue.of(game);
const line = new Line({ game, queue, changed: () => draw() });
// Quick taps wait for each other: the second is on the board the first has made.
let tapping = Promise.resolve();
const hits = new Hits((square) => (tapping = tapping.then(() => touch(square))));
/** @type {Record<string, string>} */
let drawn = {};
let announced = "";

addEventListener("beforeunload", (event) => {
  if (line.waiting > 0) event.preventDefault();
});
place("turn").addEventListener("click", () => {
  app.ui.seat = (app.ui.seat + 1) % 4;
  localStorage.setItem(`seat-${game}`, String(app.ui.seat));
  draw();
});
if (isSecureContext && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("/service-worker.js").catch(() => {});
}
setInterval(tick, 100);
await line.start();
keepAwake();

// A tap on the board.
/** @param {number} square */
function touch(square) {
  const { view, ui } = app;
  if (!view || line.state === "replaced") return null;
  if (ui.mode !== "play") return tapped(app, square);
  const text = name(square);
  if (isLocked(view)) app.note(words.t("judge.locked"));
  else if (view.hand.state === "placed") app.note(words.t("judge.wait_press", { side: app.side(view.turn) }));
  else if (view.hand.state === "bound" && !squares(view.hand.squares).includes(square)) {
    app.note(words.t("judge.is_bound", { squares: view.hand.squares }));
  } else if (!movesOf(view, view.turn).includes(square)) {
    if (cellsOf(view)[square] === ".") app.note(words.t("judge.illegal", { square: text, side: app.side(view.turn) }));
  } else {
    ui.note = null;
    return line.tap(view.turn, { act: "play", square: text });
  }
  return null;
}

function draw() {
  if (!line.view) {
    showSync();
    return;
  }
  const view = line.pending.reduce((table, tap) => predict(table, tap), line.view);
  app.view = view;
  watchFlags(app);
  // Something was decided elsewhere: a procedure that is over is left.
  showBoard(view);
  showClocks(view);
  const key = JSON.stringify([app.ui, view.version, queue.taps.length, line.state, line.refused.length, view.phase,
    view.turn, view.hand, view.last, view.correction, view.flags, view.result, view.clock.running, view.calls, view.held,
      view.device, view.outstanding, line.apart.length, line.calls.length]);
  if (key !== drawn.panel) {
    drawn.panel = key;
    fill(place("panel"), ...notices(app), ...panel(view));
    fill(place("pad"), ...pad(view));
    fill(place("chips"), ...chips(app));
  }
  showSync();
  announce(view);
}

/** @param {TableView} view */
function panel(view) {
  if (line.state === "replaced") return replaced(app);
  return panelOf(app) ?? panelOfMore(app) ?? playing(view);
}

/** @param {TableView} view */
function playing(view) {
  const side = app.side(view.turn);
  let prompt = words.t(PROMPT[view.mode]);
  if (view.clock.running === null) prompt = words.t("judge.prompt_stopped");
  else if (view.hand.state === "placed") prompt = words.t("judge.wait_press", { side });
  else if (view.outstanding > 0) prompt = words.n("judge.outstanding", view.outstanding);
  else if (movesOf(view, view.turn).length === 0) prompt = words.t("judge.must_pass", { side });
  const recent = view.plies.slice(-4).reverse().map((ply, index) => {
    const number = view.plies.length - index;
    const flipped = squares(ply.flipped).length;
    return h("li", {}, h("span", { class: "faint" }, String(number)),
      disc(ply.player, app.side(ply.player)),
      h("b", {}, ply.square ?? words.t("judge.passed")),
      h("span", { class: ply.fault ? "bad" : "quiet" }, ply.fault ? words.t(FAULT[ply.fault]) : ply.square
        ? words.n("judge.flipped", flipped) : ""),
      h("span", {}, ply.timed ? `${view.mode === "physical" ? "~" : ""}${showUsed(ply.used_ms)}`
        : words.t("judge.no_time")));
  });
  return [
    h("p", { class: "prompt" }, h("b", {}, words.t("judge.to_move", { side })), " ", prompt),
    h("ol", { class: "recent", "aria-label": words.t("judge.latest") }, ...recent),
  ];
}

// Eight large buttons in fixed places.
/** @param {TableView} view */
function pad(view) {
  if (line.state === "replaced") return [];
  if (app.ui.mode !== "play") return padOfMode();
  if (view.phase !== "playing") {
    return [button("call", words.t("judge.call"), () => app.set("call"), { strong: true }),
      button("more", words.t("judge.more"), () => app.set("more"))];
  }
  const canUndo = view.hand.state === "placed" || view.plies.length > 0;
  const what = view.hand.state === "placed" ? view.hand.square : view.plies.at(-1)?.square ?? words.t("judge.passed");
  const cannotPass = movesOf(view, view.turn).length > 0 || isLocked(view);
  const runs = view.clock.running !== null;
  const canStop = runs ? mayStop(view) : mayRestart(view);
  return [
    button("undo", canUndo ? `↶ ${words.t("judge.undo", { what })}` : `↶ ${words.t("judge.undo_nothing")}`, undo,
      { off: !canUndo }),
    button("wrong", words.t("judge.wrong"), () => app.set("wrong")),
    button("pass", words.t("judge.pass"), () => line.tap(app.view.turn, { act: "pass" }), {
      off: cannotPass, under: isLocked(view) ? "" : cannotPass
        ? words.t("judge.can_move", { side: app.side(view.turn) }) : app.side(view.turn),
    }),
    button("flag", `⚑ ${words.t("judge.flag")}`, () => app.set("flag"), { off: !view.clock.timed }),
    button("stop", runs ? `‖ ${words.t("judge.stop")}` : `▶ ${words.t("judge.start_again")}`, () =>
      line.tap("judge", runs ? { act: "stop", why: words.t("judge.stopped_by") } : { act: "resume" }), {
      off: !canStop || view.correction !== null, under: canStop ? "" : words.t("judge.director_only"),
    }),
    button("times", words.t("judge.times"), () => app.set("times"),
      { off: view.mode !== "physical", under: view.mode === "physical" ? "" : words.t("judge.device_keeps") }),
    button("behind", words.t("judge.behind"), () => app.set("behind"), { off: view.hand.state === "placed" }),
    button("more", words.t("judge.more"), () => app.set("more")),
    button("call", words.t("judge.call"), () => app.set("call"),
      { strong: true, under: line.state === "offline" ? words.t("judge.hand_too") : "" }),
  ];
}

function padOfMode() {
  /** @type {Record<string, string>} */
  const labels = { flag: words.t("judge.no_flag") };
  const back = () => {
    if (app.ui.mode === "flag" && app.ui.procedure.stopped) line.tap("judge", { act: "resume" });
    app.set("play");
  };
  return [
    button("back", `↶ ${labels[app.ui.mode] ?? words.t("judge.back")}`, back),
    button("call", words.t("judge.call"), () => app.set("call"), { strong: true }),
  ];
}

/** @param {string} id @param {string} label @param {() => unknown} onclick */
export function button(id, label, onclick, { off = false, strong = false, under = "", wide = false } = {}) {
  const classes = ["btn", "tall", strong && "strong", wide && "wide"].filter(Boolean).join(" ");
  const act = off ? () => under && app.note(`${label}: ${under}`) : onclick;
  return h("button",
    { id: `pad-${id}`, type: "button", class: classes, "aria-disabled": off ? "true" : null, onclick: act },
    label, under && h("span", { class: "faint" }, under));
}

// A tap that has not left the device is taken out; one that has is taken back.
async function undo() {
  const last = queue.taps.at(-1);
  if (last?.act && ["play", "pass", "pass_anyway"].includes(last.act.act) && (await line.withdraw(last))) return;
  line.tap("judge", { act: "take_back_entry" });
}

/** @param {TableView} view */
function showBoard(view) {
  const { ui } = app;
  const preview = ui.procedure.preview?.(view) ?? { cells: cellsOf(view), side: view.turn };
  const { last } = view;
  const isPlay = ui.mode === "play";
  const flipped = isPlay && view.hand.state !== "placed" ? squares(view.plies.at(-1)?.flipped ?? "") : [];
  const { black, white } = count(preview.cells);
  const hints = ui.mode === "play" && !isLocked(view) && view.hand.state !== "placed" ? colourOf(view, view.turn)
    : ui.procedure.hints ? colourOf(view, preview.side) : null;
  const of = {
    cells: preview.cells, seat: ui.seat, flipped, hints,
    last: view.hand.state === "placed" ? at(view.hand.square) : last?.square ? at(last.square) : null,
    only: view.hand.state === "bound" && isPlay ? squares(view.hand.squares) : undefined,
    wrong: ui.picked, locked: isPlay && isLocked(view),
    marks: view.hand.state === "bound" ? squares(view.hand.squares) : [],
    label: words.t("judge.board_label",
      { n: view.plies.length, last: last?.square ?? "–", side: app.side(view.turn), black, white }),
  };
  const key = JSON.stringify(of);
  if (key === drawn.board) return;
  drawn.board = key;
  const board = place("board");
  board.querySelector("svg")?.remove();
  board.prepend(drawBoard(of));
  if (!hits.element.isConnected) board.append(hits.element);
  const legal = hints ? of.only ?? movesOf(view, view.turn) : [];
  hits.show({
    seat: ui.seat,
    label: words.t(isPlay && isLocked(view) ? "judge.squares_locked" : "judge.squares", { side: app.side(view.turn) }),
    say: (square) => {
      const disc = preview.cells[square];
      const state = disc === "B" ? words.t("side.black") : disc === "W" ? words.t("side.white") : legal.includes(square)
        ? words.t("judge.legal") : words.t("judge.empty");
      return `${name(square)}, ${state}`;
    },
    may: (square) => (isPlay ? legal.includes(square) : true),
  });
}

/** @param {TableView} view */
function showClocks(view) {
  const left = leftAt(view, line.now());
  const { black, white } = count(cellsOf(view));
  const clocks = [...SIDES].reverse().map((side) => {
    const { classes, key } = clockState(view, side, left[side]);
    const fell = view.flags.lastIndexOf(side) >= 0 && key === "flag";
    return h("section",
      { class: classes, "data-side": side, "aria-label": words.t("judge.clock_of", { side: app.side(side) }) },
      h("span", { class: "who" },
        disc(side, app.side(side)), " ",
        h("span", { class: "name-cut" }, view.names[side])),
      h("span", {}),
        h("span", { class: "count" }, String(side === "black" ? black : white), " ",
        h("span", { class: "small faint" }, words.t("judge.discs"))),
      h("span", { class: "time", role: "timer", "aria-live": "off" }, view.clock.timed ? showTime(left[side]) : "–:––"),
      h("span", { class: "state" }, words.t(STATE[key]), fell ? h("br") : "", fell
        ? words.t("judge.at_move", { n: view.plies.length + 1 }) : ""));
  });
  const key = clocks.map((clock) => clock.outerHTML).join("");
  if (key !== drawn.clocks) {
    drawn.clocks = key;
    place("clocks").replaceChildren(...clocks);
  }
}

function showSync() {
  const { waiting } = line;
  const sent = app.view?.plies.length ?? 0;
  /** @type {Record<string, string[]>} */
  const states = {
    sent: ["", waiting > 0 ? `⇡ ${words.n("judge.sending", waiting)}`
      : `✓ ${sent > 0 ? words.n("judge.sent", sent) : words.t("judge.in_contact")}`],
    sending: ["wait", `⇡ ${waiting > 0 ? words.n("judge.sending", waiting) : words.t("judge.reaching")}`],
    offline: ["off", `⇡ ${words.n("judge.offline", waiting)}`],
    replaced: ["off", words.t("judge.sync_replaced")],
    locked: ["off", `⇡ ${words.n("judge.signed_out", waiting)}`],
  };
  const [kind, text] = states[line.state];
  const sync = place("sync");
  sync.className = `sync ${kind}`;
  sync.dataset.waiting = String(waiting);
  sync.dataset.state = line.state;
  if (sync.textContent !== text) sync.textContent = text;
}

/** @param {TableView} view */
function announce(view) {
  const ply = view.plies.at(-1);
  const flipped = ply ? words.n("judge.flipped", squares(ply.flipped).length) : "";
  const latest = ply ? `${app.side(ply.player)} ${ply.square ?? words.t("judge.passed")}, ${flipped}.` : "";
  const text = `${view.plies.length} ${latest} ${words.t("judge.to_move", { side: app.side(view.turn) })}`;
  if (text === announced) return;
  const isFirst = announced === "";
  announced = text;
  place("said").textContent = text;
  // For whoever is told by granted need that his opponent's turn is complete (WOC IV.10.b3).
  if (!isFirst && ply && view.help[ply.player === "black" ? "white" : "black"].announces_turn) speak(text);
}

function tick() {
  if (!app.view) return;
  showClocks(app.view);
  watchFlags(app);
}

async function keepAwake() {
  if (!("wakeLock" in navigator)) return;
  const ask = () => document.hidden || navigator.wakeLock.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", ask);
  await ask();
}

