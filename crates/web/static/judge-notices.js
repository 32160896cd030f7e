// @ts-check
// What the judge's board says beside the game: refused taps, taps kept apart, calls that wait, chips.

import { SIDES } from "/static/position.js";
import { h } from "/static/dom.js";
import { ACT } from "/static/judge-words.js";

/** @param {TableView} view */
export function isLocked(view) {
  return view.phase !== "playing" || view.clock.running === null || view.correction !== null || view.claimed !== null ||
    view.disturbed !== null;
}

/** @param {JudgeApp} app @param {Act} act */
const spoken = (app, act) => `${app.words.t(ACT[act.act] ?? ACT.other)} ${act.square ?? act.moves ?? ""}`.trim();

/** @param {JudgeApp} app @param {string} by */
const sender = (app, by) => by === "black" || by === "white" ? app.side(by)
  : by === "judge" ? app.words.t("judge.judge") : by.replaceAll("_", " ");

/** @param {JudgeApp} app @param {string} by @param {Act} act */
const told = (app, by, act) => `${app.words.t("judge.by", { by: sender(app, by) })} ${spoken(app, act)}`;

/** @param {JudgeApp} app @param {Tap[]} taps */
const listed = (app, taps) => h("ul", { class: "small" },
  ...taps.map((tap) => h("li", {}, told(app, tap.by, tap.act), " ",
  h("span", { class: "quiet" }, tap.held === undefined ? app.words.t("judge.apart_unsent")
    : app.words.t(app.line().isOpen(tap) ? "judge.apart_open" : "judge.apart_decided")))));

// Another device has the table: what this one still had is kept apart and stays in sight.
/** @param {JudgeApp} app */
export function replaced(app) {
  const { words, view } = app;
  const line = app.line();
  const unsent = app.queue().taps.filter((tap) => tap.act);
  const all = [...line.apart, ...unsent];
  return [
    h("h2", {}, words.t("judge.replaced")),
    h("p", {}, words.t("judge.replaced_text", { device: view.device?.device ?? line.other })),
    all.length > 0 && h("p", { class: "quiet" }, words.n("judge.kept_apart", all.length)),
    all.length > 0 && h("div", { id: "apart" }, listed(app, all)),
  ].filter(Boolean);
}

/** @param {JudgeApp} app */
export function notices(app) {
  const { words, view } = app;
  const line = app.line();
  const list = [];
  for (const [index, one] of line.refused.entries()) {
    const what = one.tap.call ? words.t("judge.call") : spoken(app, one.tap.act);
    const text = words.t("judge.refused", { what, why: one.message });
    list.push(h("div", { class: "notice bad" }, h("strong", {}, text),
      h("button", { class: "btn link", type: "button", onclick: () => { line.refused.splice(index, 1); app.draw(); } },
        words.t("judge.understood"))));
  }
  const own = line.apart.filter((tap) => line.isOpen(tap));
  if (own.length > 0 &&
    line.state !== "replaced") list.push(h("div", { class: "notice", id: "held" },
    h("strong", {}, words.n("judge.held", own.length)), words.t("judge.held_text"), listed(app, own)));
  const numbers = new Set(line.apart.map((tap) => tap.held));
  const others = view.held.filter((tap) => !numbers.has(tap.held));
  if (others.length > 0) list.push(h("div", { class: "notice", id: "held-others" },
    h("strong", {}, words.n("judge.held_others", others.length)), listed(app, others)));
  if (view.calls.length > 0) list.push(h("p", { class: "notice ok" }, h("strong", {}, words.t("judge.called")),
    view.calls.map((one) => one.reason).join(" · ")));
  if (line.calls.length > 0 &&
    line.state !== "sent") list.push(h("p", { class: "notice bad", id: "calls-wait" },
    h("strong", {}, words.t("judge.call_waits")), " ", line.calls.join(" · ")));
  if (!app.queue().isKept) list.push(h("p", { class: "notice bad" }, h("strong", {}, words.t("judge.not_kept"))));
  if (app.ui.note) list.push(h("p", { class: "notice bad", id: "note" }, app.ui.note));
  return list;
}

/** @param {JudgeApp} app */
export function chips(app) {
  const { words, view } = app;
  const list = [];
  if (view.phase === "playing" && isLocked(view)) list.push(["bent", `‖ ${words.t("judge.chip_locked")}`]);
  if (view.hand.state === "bound") list.push(["bent", words.t("judge.chip_bound", { squares: view.hand.squares })]);
  for (const side of SIDES) {
    if (view.presence[side] !== "at_table") list.push(["", words.t("judge.chip_away", { side: app.side(side) })]);
    if (view.help[side].granted) list.push(["", words.t("judge.chip_help", { side: app.side(side) })]);
  }
  if (view.dispute) list.push(["bent", words.t("judge.chip_dispute")]);
  return list.map(([kind, text]) => h("span", { class: `chip ${kind}` }, text));
}
