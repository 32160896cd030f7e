// @ts-check
// What a player on screen reads and hears: the prompt, the score, who is late, the moves, a tone.

import { SIDES } from "/static/position.js";
import { showTime, showUsed } from "/static/clock.js";
import { disc, h } from "/static/dom.js";
import { count, scoreText, turnedOver } from "/static/score.js";

/** @param {WatchView} view */
export const score = (view) => (view.result ? scoreText(view.result.halves) : "");

// Once the game is over.
/** @param {import("/static/dom.js").Words} words @param {WatchView} view */
export function ended(words, view) {
  const { winner } = view.result;
  const signed = SIDES.every((side) => view.signed[side]) ? ` ${words.t("play.signed")}` : "";
  const who = winner ? words.t("watch.wins", { side: words.t(`side.${winner}`) }) : words.t("watch.draw");
  return `${words.t("watch.result")} ${score(view)} ${who}${signed}`;
}

// Before the round of an online event starts.
/** @param {import("/static/dom.js").Words} words @param {number | null} leftMs */
export function waits(words, leftMs) {
  const wait = words.t("play.online_wait");
  return leftMs === null || leftMs < 0 ? wait : `${wait} ${words.t("play.online_in", { time: showTime(leftMs) })}`;
}

// Whoever has not come, and when he loses.
/**
 * @param {import("/static/dom.js").Words} words
 * @param {Side} side
 * @param {number | null} leftMs
 * @param {string} clause
 */
export function late(words, side, leftMs, clause) {
  const who = words.t(`side.${side}`);
  if (leftMs === null) return words.t("play.late", { side: who });
  return words.t("play.late_in", { side: who, time: showTime(leftMs), clause });
}

/** @param {import("/static/dom.js").Words} words @param {WatchView} view */
export function lag(words, view) {
  /** @param {number} ms */
  const seconds = (ms) => (ms / 1000).toFixed(1);
  return view.result ? words.t("play.lag", { black: seconds(view.lag_ms.black), white: seconds(view.lag_ms.white) })
    : "";
}

/** @param {import("/static/dom.js").Words} words @param {WatchView} view */
export function moveLines(words, view) {
  const { timed } = view.clock;
  return view.plies.map((ply, index) =>
    h("li", { class: ply.square ? null : "pass" }, h("span", {}, String(index + 1)),
      disc(ply.player, words.t(`side.${ply.player}`)),
      h("b", {}, ply.square ?? words.t("watch.pass")),
      h("span", { class: "spent" }, timed ? showUsed(ply.used_ms) : ""),
      h("span", { class: "left" }, timed ? showTime(ply.left_ms[ply.player]) : "")));
}

// A move as it is read aloud.
/** @param {import("/static/dom.js").Words} words @param {WatchPly} ply @param {string} before */
export function moved(words, ply, before) {
  const side = words.t(`side.${ply.player}`);
  if (!ply.square) return words.t("watch.said.passed", { side });
  const n = turnedOver(before, ply.cells).length;
  return words.t("watch.said.moved", { side, move: ply.square, n, ...count(ply.cells) });
}

// A short tone and a tick of the phone.
export function chime() {
  navigator.vibrate?.(60);
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    tone.frequency.value = 660;
    tone.connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.08);
  } catch {
    // No sound here.
  }
}
