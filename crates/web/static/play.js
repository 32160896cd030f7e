// @ts-check
// Playing on screen: the board is tapped or walked over by keyboard; the referee on the server decides.

import { Hits, drawBoard } from "/static/board.js";
import { showTime } from "/static/clock.js";
import { Words } from "/static/dom.js";
import { PlayLine } from "/static/play-line.js";
import { chime, ended, lag, late, moveLines, moved, score, waits } from "/static/play-words.js";
import { count } from "/static/score.js";
import { Stream } from "/static/stream.js";
import { SIDES, flips, legalMoves, name, other, play, square } from "/static/position.js";

const main = document.getElementById("main");
/** @param {string} id */
const find = (id) => document.getElementById(id);
const words = new Words(find("words").textContent);

/** @type {WatchView} */
let view = JSON.parse(find("state").textContent);
let received = performance.now();
/** @type {number | null} */
let picked = null;
/** @type {Stream | null} */
let stream = null;
let seenAt = performance.now();
let resigning = false;
// A square that was touched, and one that shall be played as soon as the touch is answered.
/** @type {number | null} */
let touched = null;
/** @type {number | null} */
let queued = null;
let hasCome = false;
let saidEnd = false;
const line = new PlayLine(view.game, { says, stands: catchUp, answered, refused: sentBack, rests });
const { kept } = line;

// The seats come behind the # once; afterwards this browser remembers them.
const given = new URLSearchParams(location.hash.slice(1));
for (const side of SIDES) if (given.get(side)) kept[side] = given.get(side);
if (given.get("invite")) kept.invite = given.get("invite");
if (location.hash) history.replaceState(null, "", location.pathname);
line.keep();

const cookieSides = main.dataset.sides.split(" ").filter(Boolean);
const sides = SIDES.filter((side) => kept[side] || cookieSides.includes(side));
/** @param {Side} side */
const isMine = (side) => sides.includes(side);
// For whom a browser with both seats speaks.
const speaker = () => (isMine(view.turn) ? view.turn : sides[0]);
const cells = () => [...view.cells];

// ---- sending ----

/** @param {Side} by @param {Act} act */
const send = (by, act) => line.send(by, act, performance.now() - seenAt);

/** @param {string} key */
function says(key) {
  find("sync").textContent = words.t(key);
}

/** @param {Act} act */
function answered(act) {
  trouble("");
  // The time since a touch counts from its answer.
  if (act.act === "touch") seenAt = performance.now();
}

function rests() {
  if (queued !== null && !line.pending) {
    const at = queued;
    queued = null;
    move(at);
    return;
  }
  draw();
}

/** @param {Refused} answer */
function sentBack(answer) {
  touched = queued = null;
  refused(answer);
}

/** @param {Refused} answer */
function refused(answer) {
  const clause = answer.clause ? ` (${answer.clause})` : "";
  trouble(`${words.t("play.refused")} ${answer.message ?? ""}${clause}`);
  catchUp();
}

/** @param {string} text */
function trouble(text) {
  find("trouble").hidden = !text;
  find("trouble").textContent = text;
}

// ---- moves ----

const isPlaying = () => view.phase === "playing" && !view.result;
// The server was not there for a while, or somebody stopped the clock.
const isStopped = () => isPlaying() && view.clock.running === null;
const mayMove = () => isPlaying() && !isStopped() && isMine(view.turn) && !line.pending;

const isTouchMove = main.dataset.entry === "touch";
/** @param {number} at */
const isBound = (at) => touched === at || view.bound.includes(name(at));
const isFree = () => touched === null && view.bound.length === 0;

// Touching a square with a legal move commits to it; letting go there plays it.
/** @param {number} at */
function touch(at) {
  if (!isTouchMove || !mayMove() || !isFree() || flips(cells(), view.turn, at).length === 0) return;
  touched = at;
  send(view.turn, { act: "touch", first: name(at), with: "disc" });
  draw();
}

/** @param {number} at */
function tap(at) {
  if (isTouchMove) {
    if (mayMove() && isFree()) touch(at);
    if (!isPlaying() || !isMine(view.turn) || !isBound(at)) return;
    if (line.pending) queued = at;
    else move(at);
    return;
  }
  if (!mayMove() || flips(cells(), view.turn, at).length === 0) return;
  if (find("confirms").checked && picked !== at) {
    picked = at;
    draw();
    return;
  }
  move(at);
}

/** @param {number} at */
function move(at) {
  const by = view.turn;
  picked = touched = null;
  // Shown at once; the referee's answer replaces it.
  view = { ...view, cells: play(cells(), by, at).join(""), turn: other(by) };
  send(by, { act: "play", square: name(at) });
  draw();
}

const hits = new Hits(tap);
hits.element.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("button");
  if (button) touch(square(button.dataset.square));
});

function draw() {
  const board = cells();
  const last = view.plies.at(-1);
  const isTurn = mayMove();
  const hints = isTurn && find("hints").checked ? view.turn : null;
  const discs = count(view.cells);
  const label = words.t("watch.position_label",
    { n: view.plies.length, move: last ? last.square ?? words.t("watch.pass") : "–", ...discs });
  const shown = last?.square && board[square(last.square)] !== "." ? square(last.square) : null;
  // The squares stay where they are: a finger may be on one.
  const place = find("board");
  place.querySelector("svg")?.remove();
  place.prepend(drawBoard({ cells: board, last: shown, hints, marks: marked(), label }));
  if (!hits.element.isConnected) place.append(hits.element);
  hits.show({
    label: words.t("watch.board"),
    say: (at) => {
      const disc = board[at];
      if (disc !== ".") return words.t(disc === "B" ? "play.square_black" : "play.square_white", { square: name(at) });
      const isLegal = isTurn && find("hints").checked && flips(board, view.turn, at).length > 0;
      return words.t(isLegal ? "play.square_legal" : "play.square_empty", { square: name(at) });
    },
    may: (at) => isTurn && (!find("hints").checked || flips(board, view.turn, at).length > 0),
  });
  for (const side of SIDES) {
    const line = document.querySelector(`[data-side="${side}"]`);
    line.querySelector(".n").textContent = String(discs[side]);
    line.querySelector("[data-you]").textContent = isMine(side) && sides.length === 1 ? words.t("play.you") : "";
  }
  controls(isTurn, board);
  find("moves").replaceChildren(...moveLines(words, view));
  tick();
}

const marked = () => [...(picked === null ? [] : [picked]), ...(touched === null ? view.bound.map(square) : [touched])];

/** @param {boolean} isTurn @param {Cells} board */
function controls(isTurn, board) {
  const isReady = view.phase === "ready" || view.phase === "signalled";
  const mustPass = isTurn && legalMoves(board, view.turn).length === 0;
  const starter = "white";
  find("start").hidden = !(isReady && isMine(starter)) || isOnline;
  find("resume").hidden = !isStopped() || sides.length === 0 || "event" in main.dataset;
  find("pass").hidden = !mustPass;
  find("confirm").hidden = picked === null || !isTurn;
  if (picked !== null) find("confirm").textContent = words.t("play.confirm", { square: name(picked) });
  find("resign").hidden = !isPlaying() || sides.length === 0;
  find("resign").textContent = words.t(resigning ? "play.resign_sure" : "play.resign");
  find("call").hidden = !("event" in main.dataset) || sides.length === 0 || view.phase === "confirmed";
  const unsigned = view.result && sides.find((side) => !view.signed[side]);
  find("sign").hidden = !unsigned || view.phase === "confirmed";
  if (unsigned) find("sign").textContent = words.t("play.sign",
    { side: words.t(`side.${unsigned}`), score: score(view) });
  const invite = kept.invite && isReady;
  find("invite").hidden = !invite;
  if (invite) {
    const [side, secret] = kept.invite.split(":");
    find("invite-link").value = `${location.origin}${location.pathname}#${side}=${secret}`;
  }
  find("prompt").textContent = prompt(isReady, mustPass);
  find("lag").textContent = lag(words, view);
}

const isOnline = "online" in main.dataset;

// In an online event whoever opens his game has come; whoever has not is late as the rulebook says.
function come() {
  const mine = sides.find((side) => view.presence[side] === "late");
  if (!isOnline || hasCome || !mine || view.result || line.pending) return;
  hasCome = true;
  send(mine, { act: "arrive", player: mine });
}

function lateness() {
  const missing = SIDES.find((side) => view.presence[side] === "late" && !isMine(side));
  const shown = isOnline && missing && view.phase === "playing" && !view.result;
  find("late").hidden = !shown;
  if (!shown) return;
  find("late").textContent = late(words, missing, leftOf(view.late_in_ms), main.dataset.late ?? "");
}

// What is left now of a time that was told with the view.
/** @param {number} ms */
const leftOf = (ms) => (ms === null ? null : ms - (performance.now() - received));

/** @param {boolean} isReady @param {boolean} mustPass */
function prompt(isReady, mustPass) {
  if (view.result) return ended(words, view);
  if (sides.length === 0) return words.t("play.watching");
  if (isStopped()) return words.t(main.dataset.event === undefined ? "play.stopped" : "play.stopped_event");
  if (isReady && isOnline) return waits(words, leftOf(view.starts_in_ms));
  if (view.bound.length > 0 && isMine(view.turn)) return words.t("play.touched", { square: view.bound.join(", ") });
  if (isReady) return isMine("white") ? words.t("play.start") : words.t("play.start_wait");
  if (mustPass) return words.t("play.must_pass", { side: words.t(`side.${view.turn}`) });
  return isMine(view.turn) ? words.t("play.your_move", { side: words.t(`side.${view.turn}`) })
    : words.t("play.their_move", { side: words.t(`side.${view.turn}`) });
}

// ---- clocks ----

/** @param {Side} side */
function leftNow(side) {
  const runs = view.clock.running === side && !view.result;
  return view.clock.left_ms[side] - (runs ? performance.now() - received : 0);
}

function tick() {
  lateness();
  if (isOnline && view.phase === "ready") find("prompt").textContent = prompt(true, false);
  for (const side of SIDES) {
    const line = document.querySelector(`[data-side="${side}"]`);
    line.classList.toggle("run", view.clock.running === side && !view.result);
    if (!view.clock.timed) continue;
    line.classList.toggle("low", leftNow(side) < 60000 && !view.result);
    line.querySelector(".t").textContent = showTime(leftNow(side));
  }
}

/** @param {string} text */
const tell = (text) => {
  find("said").textContent = text;
};

/** @param {WatchPly} ply @param {string} before */
function sayMove(ply, before) {
  tell(moved(words, ply, before));
  if (!isMine(ply.player) && find("sounds").checked) chime();
}

// ---- following ----

/** @param {WatchView} next */
function take(next) {
  if (next.version < view.version) return;
  const before = view.plies;
  const wasTurn = isMine(view.turn) && isPlaying();
  view = next;
  received = performance.now();
  if (next.plies.length !== before.length) touched = null;
  if (next.plies.length !== before.length || !wasTurn) seenAt = performance.now();
  const fresh = next.plies.slice(before.length);
  for (const [index, ply] of fresh.entries()) {
    const at = before.length + index;
    sayMove(ply, at > 0 ? next.plies[at - 1].cells : next.start);
  }
  if (!isStopped()) line.flush();
  if (next.result && !saidEnd) {
    saidEnd = true;
    tell(words.t("watch.said.over", { score: score(view) }));
  }
  draw();
}

// Everything comes anew.
function catchUp() {
  stream?.open();
}

/** @param {WatchStep} next */
function takeStep({ ply, plies, ...step }) {
  if (step.version <= view.version) return;
  const isNext = step.revision === view.revision && plies - view.plies.length <= 1 && plies >= view.plies.length;
  if (isNext) take({ ...view, ...step, plies: plies > view.plies.length ? [...view.plies, ply] : view.plies });
  else catchUp();
}

// ---- buttons and keys ----

find("start").addEventListener("click", () => send("white", { act: "press" }));
// Not through the kept move, which waits for it.
find("resume").addEventListener("click", async () => {
  const answer = await line.askNow("commands", speaker(), { act: { act: "resume" } });
  if (answer && !answer.ok) refused(await answer.json().catch(() => ({})));
});
find("pass").addEventListener("click", () => send(view.turn, { act: "pass" }));
find("confirm").addEventListener("click", () => picked !== null && move(picked));
find("sign").addEventListener("click", () => {
  const side = sides.find((one) => !view.signed[one]);
  if (side) send(side, { act: "sign" });
});
find("resign").addEventListener("click", () => {
  // The second tap means it; the first is forgotten after a while.
  if (!resigning) {
    resigning = true;
    setTimeout(() => {
      resigning = false;
      draw();
    }, 5000);
    draw();
    return;
  }
  resigning = false;
  const player = speaker();
  send(player, { act: "resign", player, how: "resigns" });
});
find("call").addEventListener("click", async () => {
  const answer = await line.askNow("calls", speaker(), { reason: "A player called the director" });
  if (!answer) return trouble(words.t("play.not_called"));
  if (!answer.ok) return refused(await answer.json().catch(() => ({})));
  tell(words.t("play.called"));
  says("play.called");
});
find("clocks").addEventListener("click", sayClocks);
function sayClocks() {
  if (view.clock.timed) tell(words.t("watch.said.clocks",
    { black: showTime(leftNow("black")), white: showTime(leftNow("white")) }));
}
for (const id of ["hints", "confirms"]) {
  find(id).addEventListener("change", () => {
    picked = null;
    kept[id] = find(id).checked;
    line.keep();
    draw();
  });
  if (kept[id] !== undefined && !find(id).disabled) find(id).checked = kept[id];
}
find("invite-copy").addEventListener("click", async () => {
  find("invite-link").select();
  await navigator.clipboard?.writeText(find("invite-link").value);
});
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  const last = view.plies.at(-1);
  if (event.key === "c") sayClocks();
  else if (event.key === "l" && last) sayMove(last, view.plies.at(-2)?.cells ?? view.start);
  else if (event.key === "p" && !find("pass").hidden) find("pass").click();
  else if (event.key === "b") hits.buttons[hits.current].focus();
  else if (event.key === "Escape" && picked !== null) {
    picked = null;
    draw();
  }
});
addEventListener("beforeunload", (event) => {
  if (line.pending) event.preventDefault();
});
addEventListener("online", () => line.flush());

setInterval(tick, 100);
draw();
stream = new Stream(main.dataset.stream, {
  game: (data) => {
    find("sync").textContent = line.pending ? words.t("play.sending") : "";
    take(JSON.parse(data));
    come();
  },
  step: (data) => takeStep(JSON.parse(data)),
}, { cut: () => says("play.waiting") });
line.flush();
