// @ts-check
// The rarer acts at a board: times typed, moves without times, a score sheet, a call, and what else there is.

import { readTime, showTime, leftAt } from "/static/clock.js";
import { h } from "/static/dom.js";
import { SIDES, name, other, readTranscript, replay } from "/static/position.js";
import { speak } from "/static/speak.js";
import { cellsOf } from "/static/table.js";
import { choice, clauseLink } from "/static/judge-parts.js";
import { behind } from "/static/judge-steps.js";
import { CALLS, HELP } from "/static/judge-words.js";

/** @param {JudgeApp} app */
export function panelOfMore(app) {
  /** @type {Record<string, (app: JudgeApp) => Node[]>} */
  const panels = { call, more, times, behind: fellBehind, sheet, touch, resign };
  return panels[app.ui.mode]?.(app) ?? null;
}

/** @param {string} id @param {string} label @param {Fields} attributes */
const field = (id, label, attributes) => h("label", { class: "control" }, h("span", {}, label),
  h("input", { id, ...attributes }));

// ---- the clock on the table is read ----

/** @param {JudgeApp} app */
function times(app) {
  const { words, view } = app;
  const left = leftAt(view, app.now());
  /** @param {Side} side */
  const read = (side) => readTime(document.getElementById(`time-${side}`).value);
  /** @param {Event} event */
  const save = (event) => {
    event.preventDefault();
    const remaining = { black: read("black"), white: read("white") };
    if (remaining.black === null || remaining.white === null) {
      app.note(words.t("judge.no_such_time"));
      return;
    }
    app.tap("judge", { act: "read_clock", remaining });
    app.set("play");
  };
  /** @param {Side} side */
  const one = (side) => field(`time-${side}`, app.side(side),
    { value: showTime(left[side]), inputmode: "text", autocomplete: "off" });
  return [h("form", { class: "stack", onsubmit: save }, h("h2", {}, words.t("judge.times_title")),
    h("p", { class: "quiet small" }, words.t("judge.times_text")),
    one("white"), one("black"),
      h("button", { class: "btn big primary", id: "do-times" }, words.t("judge.times_save")))];
}

// ---- moves without times ----

/** @param {JudgeApp} app */
function fellBehind(app) {
  const { words, ui, view } = app;
  ui.procedure.preview ??= (table) => behind(table, ui.moves);
  const now = behind(view, ui.moves);
  const list = now.plies.map((one) => (one === null ? "--" : name(one))).join(" ");
  const save = async () => {
    await app.tap("judge", { act: "enter", moves: list });
    app.set("play");
  };
  ui.procedure.hints = true;
  return [
    h("h2", {}, words.t("judge.behind_title")),
    h("p", { class: "quiet" }, words.t("judge.behind_text", { side: app.side(now.side) })),
    h("p", { class: "moves" }, list || "–"),
    ui.moves.length > 0 ? choice(words.n("judge.behind_save", ui.moves.length), save, "primary", "behind") : null,
    ui.moves.length > 0 ? choice(words.t("judge.behind_undo"), () => { ui.moves = ui.moves.slice(0, -1); app.draw(); })
      : null,
    choice(words.t("judge.sheet_instead"), () => app.set("sheet", { preview: null, hints: false }), "",
      "sheet-instead"),
  ].filter(Boolean);
}

// ---- a score sheet, after the game or in between ----

/** @param {JudgeApp} app */
function sheet(app) {
  const { words, view } = app;
  /** @param {Event} event */
  const save = async (event) => {
    event.preventDefault();
    const { moves, problem } = readTranscript(document.getElementById("sheet").value);
    if (problem !== null) {
      app.note(words.t("judge.sheet_unread", { text: problem }));
      return;
    }
    const played = replay(cellsOf(view), view.turn, moves);
    if (played.illegal !== null) {
      const move = moves[played.illegal];
      app.note(words.t("judge.sheet_illegal",
        { n: played.illegal + 1, square: move === null ? "--" : name(move), side: app.side(played.side) }));
      return;
    }
    await app.tap("judge",
      { act: "enter", moves: played.plies.map((one) => (one === null ? "--" : name(one))).join(" ") });
    app.set("play");
  };
  return [h("form", { class: "stack", onsubmit: save }, h("h2", {}, words.t("judge.sheet_title")),
    h("p", { class: "quiet" }, words.t("judge.sheet_text", { n: view.plies.length + 1 })),
    h("textarea",
      { id: "sheet", rows: 4, autocapitalize: "off", spellcheck: "false", "aria-label": words.t("judge.sheet_title") }),
    h("button", { class: "btn big primary", id: "do-sheet" }, words.t("judge.sheet_save")))];
}

// ---- calling the director ----

/** @param {JudgeApp} app */
function call(app) {
  const { words, view } = app;
  /** @param {string} reason */
  const send = (reason) => {
    app.set("play");
    return app.line().call("judge", reason);
  };
  /** @param {Event} event */
  const typed = (event) => {
    event.preventDefault();
    const reason = document.getElementById("reason").value.trim();
    if (reason) send(reason);
  };
  const reasons = Object.entries(CALLS).map(([key, message]) => choice(words.t(message), () => send(words.t(message)),
    "", `call-${key}`));
  const dispute = view.phase === "playing" && !view.dispute
    ? choice(words.t("judge.dispute"), async () => {
      await app.tap("judge", { act: "dispute", about: words.t("judge.chip_dispute") });
      send(words.t("judge.chip_dispute"));
    }, "", "dispute") : null;
  return [
    h("h2", {}, words.t("judge.call_title")),
    h("div", { class: "two-buttons" }, ...reasons, dispute),
    h("form", { class: "rowline nowrap", onsubmit: typed },
      field("reason", words.t("judge.call_reason"), { maxlength: 200, autocomplete: "off" }),
      h("button", { class: "btn tap primary", id: "do-call" }, words.t("judge.call"))),
  ];
}

// ---- what else ----

/** @param {JudgeApp} app */
function touch(app) {
  const { words, view } = app;
  return [h("p", { class: "prompt" }, words.t("judge.pick_touch", { side: app.side(view.turn) })),
    app.rule("touch_move").clause ? h("p", {}, clauseLink(app.rule("touch_move").clause)) : null].filter(Boolean);
}

/** @param {JudgeApp} app */
function more(app) {
  const { words, view } = app;
  const side = app.side(view.turn);
  /** @param {string} by @param {Act} act */
  const done = (by, act) => () => { app.tap(by, act); app.set("play"); };
  /** @type {Node[]} */
  const list = [];
  /** @param {string} key @param {string} label @param {() => unknown} onclick */
  const add = (key, label, onclick) => list.push(choice(label, onclick, "", key));
  if (view.phase === "playing") {
    add("touch", words.t("judge.touch", { side }), () => app.set("touch"));
    if (view.hand.state === "bound") add("excuse", words.t("judge.excuse"),
      done("judge", { act: "excuse_touch", excuse: "unintentional" }));
    if (view.mode === "physical" && view.last) add("remind",
      words.t("judge.remind", { side: app.side(view.last.player) }), done("judge", { act: "remind" }));
    for (const one of SIDES) {
      const away = view.presence[one] !== "at_table";
      add(`leave-${one}`, words.t(away ? "judge.returns" : "judge.leaves", { side: app.side(one) }),
        done("judge", { act: away ? (view.presence[one] === "late" ? "arrive" : "return") : "leave", player: one }));
      add(`discs-${one}`, words.t("judge.transfer", { side: app.side(one), n: view.supply[one] }),
        done("judge", { act: "transfer_discs", to: one, count: 1 }));
      add(`resign-${one}`, words.t("judge.resigns", { side: app.side(one) }), () => app.set("resign", { who: one }));
    }
    add("defect", words.t("judge.defect"), done("judge", { act: "report_defect" }));
  }
  for (const one of SIDES) {
    const { announces_time: time, feels_board: feels, primary_board: primary } = view.help[one];
    if (time && view.clock.timed) add(`say-time-${one}`, words.t("judge.say_time", { side: app.side(one) }),
      () => speak(words.t("judge.time_is", { side: app.side(one), time: showTime(leftAt(view, app.now())[one]) })));
    if (feels && !primary && view.phase !== "over" && view.phase !== "confirmed") add(`primary-${one}`,
      words.t("judge.primary", { side: app.side(other(one)) }),
      done(other(one), { act: "ask_primary_board", player: one }));
  }
  if (view.phase === "playing" || view.phase === "ready" || view.phase === "signalled") add("sheet",
    words.t("judge.sheet_open"), () => app.set("sheet"));
  const helps = SIDES.filter((one) => view.help[one].granted);
  const help = helps.map((one) => h("p", { class: "notice" },
    h("strong", {}, words.t("judge.chip_help", { side: app.side(one) })),
    Object.keys(HELP).filter((task) => view.help[one][task]).map((task) => words.t(HELP[task])).join(" · ")));
  add("hand-over", words.t("judge.hand_over"), async () => {
    try {
      await app.line().handOver();
      app.line().state = "replaced";
      app.set("play");
    } catch (problem) {
      app.note(/** @type {Error} */ (problem).message);
    }
  });
  return [h("h2", {}, words.t("judge.more")), ...help, h("div", { class: "two-buttons" }, ...list),
    view.mode === "clock_page"
      ? h("p", { class: "small quiet" }, words.t("judge.clock_at"), " ",
      h("a", { href: document.body.dataset.clock }, document.body.dataset.clock)) : null].filter(Boolean);
}

// Asked once, since it ends the game.
/** @param {JudgeApp} app */
function resign(app) {
  const { words, ui } = app;
  const side = app.side(ui.procedure.who);
  return [h("h2", {}, words.t("judge.resigns", { side })), h("p", {}, words.t("judge.resign_text", { side })),
    choice(words.t("judge.resign_yes", { side }),
      () => { app.tap("judge", { act: "resign", player: ui.procedure.who, how: "resigns" }); app.set("play"); },
      "danger", "resign")];
}
