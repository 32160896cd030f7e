// @ts-check
// The procedures of the rulebook at a board: before the start, a flag, an error, the end. Each shows what
// is done, what comes now with its one button, and what follows, with the clause beside it.

import { showTime } from "/static/clock.js";
import { h } from "/static/dom.js";
import { flips, name, other, parse, replay, squares, turned, withDisc } from "/static/position.js";
import { scoreText } from "/static/score.js";
import { cellsOf, colourOf, movesOf } from "/static/table.js";
import { claimed, flag } from "/static/judge-flag.js";
import { choice, clauseLink, step, steps } from "/static/judge-parts.js";
import { CORRECTION, FOUND, PICK, RIGHT_BY_JUDGE, RIGHT_BY_PLAYER } from "/static/judge-words.js";

// The panel of what is going on; nothing if play goes on.
/** @param {JudgeApp} app */
export function panelOf(app) {
  const { ui, view } = app;
  if (["call", "more", "times", "behind", "sheet", "touch", "resign"].includes(ui.mode)) return null;
  if (view.phase === "ready" || view.phase === "signalled") return start(app);
  if (view.phase === "over" || view.phase === "confirmed") return ui.mode === "play" && view.last?.fault && !stands(app)
    ? fault(app) : end(app);
  if (ui.mode === "flag") return flag(app);
  if (view.correction) return correction(app);
  if (view.claimed) return claimed(app);
  if (view.disturbed) return disturbed(app);
  if (ui.mode === "wrong") return wrong(app);
  if (ui.mode === "earlier") return earlier(app);
  if (ui.mode.startsWith("wrong_") || ui.mode === "misread" || ui.mode === "name_move") return picking(app);
  if (view.last?.fault && view.hand.state === "free" && !stands(app)) return fault(app);
  if (view.mode === "clock_page" && view.hand.state === "placed" && view.hand.complete) return reminder(app);
  return null;
}

/** @param {JudgeApp} app */
const stands = (app) => app.ui.stands === app.view.plies.length;

// ---- before the start ----

/** @param {JudgeApp} app */
function start(app) {
  const { words, ui, view } = app;
  const { names } = view;
  const needsJudge = app.rule("clock_check").value === "judge";
  const checked = view.ready.director ||
    (needsJudge ? view.ready.judge : view.ready.players.black && view.ready.players.white);
  const now = !ui.seated ? 0 : !checked ? 1 : 2;
  /** @param {number} n */
  const state = (n) => (n < now ? "done" : n === now ? "now" : "");
  const presser = view.turn === "black" ? "white" : "black";
  const swapped = () => app.line().call("judge", words.t("judge.swapped_call"));
  return [
    h("h2", {}, words.t("judge.before")),
    steps([
      step(app, state(0), words.t("judge.who_black", { black: names.black, white: names.white }), null,
        choice(words.t("judge.seated"), () => { ui.seated = true; app.draw(); }, "primary", "seated"),
        choice(words.t("judge.swapped"), swapped)),
      step(app, state(1), words.t("judge.check", { time: showTime(view.clock.left_ms.black) }), "clock_check",
        choice(words.t("judge.checked"), () =>
          needsJudge ? app.tap("judge", { act: "confirm_ready" })
            : Promise.all([app.tap("black", { act: "confirm_ready" }), app.tap("white", { act: "confirm_ready" })]),
            "primary", "checked")),
      step(app, state(2), words.t("judge.signal", { side: app.side(presser) }), "start_of_game",
        choice(`▶ ${words.t("judge.start", { side: app.side(presser) })}`, () => app.tap(presser, { act: "press" }),
          "primary", "start")),
    ]),
    view.mode === "clock_page"
      ? h("p", { class: "small quiet" }, words.t("judge.clock_at"), " ",
      h("a", { href: document.body.dataset.clock }, document.body.dataset.clock)) : null,
  ].filter(Boolean);
}

// ---- errors ----

/** @param {JudgeApp} app */
function wrong(app) {
  const { words, view } = app;
  const side = app.side(view.turn);
  const last = view.plies.at(-1);
  const list = [h("h2", {}, words.t("judge.wrong_title"))];
  if (last?.square && view.hand.state === "free") {
    list.push(choice(words.t("judge.wrong_flip", { side: app.side(last.player), square: last.square }),
      () => app.set("wrong_flip"), "", "wrong-flip"));
  }
  if (view.hand.state === "free" && view.clock.running !== null) {
    list.push(choice(words.t("judge.wrong_square", { side }), () => app.set("wrong_square"), "", "wrong-square"),
      choice(words.t("judge.wrong_colour", { side }), () => app.set("wrong_colour"), "", "wrong-colour"));
    if (movesOf(view, view.turn).length > 0) {
      list.push(choice(words.t("judge.wrong_pass", { side }),
        () => { app.tap(view.turn, { act: "pass_anyway" }); app.set("play"); }, "", "wrong-pass"));
    }
  }
  if (last &&
    view.hand.state === "free") list.push(choice(words.t("judge.misread",
    { square: last.square ?? words.t("judge.passed") }),
    () => app.set("misread", { hints: true, preview: beforeLast }), "", "misread"));
  if (view.plies.length > 1 &&
    view.hand.state === "free") list.push(choice(words.t("judge.earlier"), () => app.set("earlier"), "", "earlier"));
  list.push(choice(words.t("judge.board_disturbed"),
    () => { app.tap("judge", { act: "report_disturbed", responsible: view.turn }); app.set("play"); }));
  return [h("div", { class: "stack" }, ...list)];
}

// A turn further back was recorded wrong: which, then the square that was really played. The referee says whether
// what came later still fits.
/** @param {JudgeApp} app */
function earlier(app) {
  const { words, ui, view } = app;
  if (ui.procedure.ply === undefined) {
    const pick = (/** @type {number} */ ply) => () => app.set("earlier",
      { ply, hints: true, preview: (now) => beforePly(now, ply) });
    const turns = view.plies.slice(0,
      -1).map((ply, index) => h("li", {},
      choice(`${index + 1} ${app.side(ply.player)} ${ply.square ?? words.t("judge.passed")}`, pick(index + 1), "",
      `ply-${index + 1}`)));
    return [h("h2", {}, words.t("judge.earlier_title")),
      h("ol", { class: "turns", "aria-label": words.t("judge.latest") }, ...turns.reverse())];
  }
  const side = app.side(view.plies[ui.procedure.ply - 1].player);
  const pass = () => { app.tap("judge", { act: "amend", ply: ui.procedure.ply }); app.set("play"); };
  return [h("p", { class: "prompt" }, words.t("judge.pick_earlier", { n: ui.procedure.ply, side })),
    choice(words.t("judge.was_pass", { side }), pass, "", "was-pass")];
}

// The board before a turn, as it is recorded.
/** @param {TableView} view @param {number} number */
function beforePly(view, number) {
  let { cells } = parse(view.start);
  for (const ply of view.plies.slice(0, number - 1)) {
    if (ply.square) cells = withDisc(turned(cells, squares(ply.flipped)), colourOf(view, ply.player),
      squares(ply.square)[0]);
  }
  return { cells, side: view.plies[number - 1].player };
}

/** @param {TableView} view */
const beforeLast = (view) => ({ cells: parse(view.last.before).cells, side: view.last.player });

// Tap what is meant: the discs that lie wrong, the square, the move that was there.
/** @param {JudgeApp} app */
function picking(app) {
  const { words, ui, view } = app;
  const side = app.side(ui.mode === "wrong_flip" || ui.mode === "misread" ? view.plies.at(-1).player : view.turn);
  const list = [h("p", { class: "prompt" }, words.t(PICK[ui.mode], { side }))];
  if (ui.mode === "wrong_flip") {
    /** @param {Act} act */
    const record = (act) => async () => {
      const { square, flipped } = app.view.plies.at(-1);
      const stood = new Set(squares(flipped));
      for (const one of ui.picked) if (!stood.delete(one)) stood.add(one);
      const amend = { act: "amend", square, flipped: [...stood].map(name).join(" ") };
      await app.tap("judge", amend, ...(act ? [act] : []));
      if (!act) ui.stands = app.view.plies.length;
      app.set("play");
    };
    if (ui.picked.length > 0) {
      list.push(choice(words.t("judge.to_correct"), record({ act: "open_correction", fault: "flips" }), "primary",
        "to-correct"),
        choice(words.t("judge.to_stand"), record(null), "", "to-stand"));
    }
  }
  return list;
}

// A tap on the board while something is picked.
/** @param {JudgeApp} app @param {number} square */
export function tapped(app, square) {
  const { ui, view } = app;
  const cells = cellsOf(view);
  const player = view.turn;
  if (ui.mode === "wrong_flip") {
    const placed = view.plies.at(-1).square;
    if (cells[square] === "." || name(square) === placed) return;
    ui.picked = ui.picked.includes(square) ? ui.picked.filter((one) => one !== square) : [...ui.picked, square];
    app.draw();
  } else if (ui.mode === "wrong_square" || ui.mode === "wrong_colour") {
    if (cells[square] !== ".") return;
    const own = colourOf(view, player);
    const colour = ui.mode === "wrong_colour" ? other(own) : own;
    if (ui.mode === "wrong_square" && flips(cells, own, square).length > 0) {
      app.note(app.words.t("judge.is_legal", { square: name(square) }));
      return;
    }
    app.tap(player, { act: "place_anyway", square: name(square), colour }, { act: "press_anyway" });
    app.set("play");
  } else if (ui.mode === "misread") {
    if (parse(view.last.before).cells[square] !== ".") return;
    app.tap("judge", { act: "amend", square: name(square) });
    app.set("play");
  } else if (ui.mode === "earlier" && ui.procedure.ply !== undefined) {
    if (beforePly(view, ui.procedure.ply).cells[square] !== ".") return;
    app.tap("judge", { act: "amend", ply: ui.procedure.ply, square: name(square) });
    app.set("play");
  } else if (ui.mode === "name_move") {
    app.tap("judge", { act: "open_correction", fault: "pass", named: name(square) });
    app.set("play");
  } else if (ui.mode === "touch") {
    app.tap(player, { act: "touch", first: name(square), with: "hand" });
    app.set("play");
  } else if (ui.mode === "behind") {
    const now = behind(view, ui.moves);
    const must = replay(now.cells, now.side, [square]);
    if (must.illegal !== null) app.note(app.words.t("judge.illegal",
      { square: name(square), side: app.side(now.side) }));
    else { ui.moves = [...ui.moves, square]; ui.note = null; app.draw(); }
  }
}

// The board after moves that are entered without times.
/** @param {TableView} view @param {number[]} moves */
export const behind = (view, moves) => replay(cellsOf(view), view.turn, moves);

// The latest move has an error that is recorded: it is corrected now, or stands once the opponent goes on.
/** @param {JudgeApp} app */
function fault(app) {
  const { words, ui, view } = app;
  const { last } = view;
  const side = app.side(last.player);
  const correct = () => {
    if (last.fault === "pass" && app.rule("illegal_pass").value === "named_move") app.set("name_move",
      { hints: true, preview: beforeLast });
    else app.tap("judge", { act: "open_correction", fault: last.fault });
  };
  return [
    h("div", { class: "notice bad" }, h("strong", {}, words.t(FOUND[last.fault], { side, square: last.square ?? "" })),
      words.t("judge.until_next", { side: app.side(other(last.player)) }), " ", app.rule("correction_window").clause
        ? clauseLink(app.rule("correction_window").clause) : ""),
    choice(words.t("judge.correct_it"), correct, "primary", "correct"),
    choice(words.t("judge.it_stands"), () => { ui.stands = view.plies.length; app.draw(); }, "", "stands"),
  ];
}

/** @param {JudgeApp} app */
function correction(app) {
  const { words, view } = app;
  const { offender, fault: what, corrected } = view.correction;
  const side = app.side(offender);
  const who = app.rule("who_corrects").value;
  const by = who === "judge_else_player" ? "judge" : offender;
  const list = [step(app, "done", words.t("judge.offender_time", { side }), "correction_time")];
  if (who === "director") {
    list.push(step(app, "now", words.t("judge.director_corrects"), "who_corrects",
      choice(words.t("judge.call"), () => app.set("call"), "strong")));
  } else {
    list.push(step(app, corrected ? "done" : "now",
      words.t((by === "judge" ? RIGHT_BY_JUDGE : RIGHT_BY_PLAYER)[what], { side }), "who_corrects",
      choice(words.t("judge.is_right"), () => app.tap(by, { act: "correct" }), "primary", "right")));
    list.push(step(app, corrected ? "now" : "", words.t("judge.then_start", { side: app.side(view.turn) }),
      "correction_window",
      choice(`▶ ${words.t("judge.start_side", { side: app.side(view.turn) })}`,
        () => app.tap("judge", { act: "close_correction" }), "primary", "close")));
  }
  return [h("h2", {}, words.t(CORRECTION[what], { side })), steps(list)];
}

/** @param {JudgeApp} app */
function disturbed(app) {
  const { words } = app;
  const judge = ["judge_restores", "official_restores"].includes(app.rule("disturbed_board").value);
  return [
    h("h2", {}, words.t("judge.disturbed")),
    h("p", {}, words.t(judge ? "judge.disturbed_judge" : "judge.disturbed_other"), " ",
      app.rule("disturbed_board").clause ? clauseLink(app.rule("disturbed_board").clause) : ""),
    judge ? choice(words.t("judge.restored"), () => app.tap("judge", { act: "restore" }), "primary")
      : choice(words.t("judge.both_accept"), async () => {
      await app.tap("black", { act: "confirm_restored" });
      await app.tap("white", { act: "confirm_restored" });
    }, "primary"),
  ];
}

// The move is complete and the clock page was not pressed: tell him (WOC IV.4.p3.b).
/** @param {JudgeApp} app */
function reminder(app) {
  const { words, view } = app;
  const side = app.side(view.turn);
  return [
    h("div", { class: "notice" }, h("strong", {}, words.t("judge.not_pressed", { side }))),
    choice(words.t("judge.remind", { side }), () => app.tap("judge", { act: "remind" }), "primary", "remind"),
  ];
}

// ---- the end ----

/** @param {JudgeApp} app */
function end(app) {
  const { words, view } = app;
  const { result, names } = view;
  const score = scoreText(result.halves);
  const winner = result.winner ? words.t("judge.won", { name: names[result.winner] }) : result.counting
    ? words.t("judge.counting") : words.t("judge.drawn");
  const both = result.signed.black && result.signed.white;
  const isFinal = view.phase === "confirmed";
  /** @param {Side} side */
  const sign = (side) => step(app, result.signed[side] ? "done" : "now",
    words.t("judge.signs", { name: names[side], score }), "result_confirmation",
    choice(words.t("judge.sign", { name: names[side] }), () => app.tap(side, { act: "sign" }), "primary",
      `sign-${side}`));
  const list = [h("h2", {}, `${score} · ${winner}`),
    h("p", { class: "quiet" }, words.t("judge.ended", { how: result.ending }))];
  if (result.notice) list.push(h("p", { class: "notice" }, result.notice));
  if (isFinal) list.push(h("p", { class: "notice ok" }, h("strong", {}, words.t("judge.final"))));
  else {
    list.push(steps([
      sign("black"), sign("white"),
      step(app, result.received ? "done" : both ? "now" : "", words.t("judge.sheet"), null,
        choice(words.t("judge.have_sheet"), () => app.tap("judge", { act: "receive_sheet" }), "primary", "sheet")),
      step(app, both ? "now" : "", words.t("judge.director_confirms"), "deciding_official"),
    ]));
    list.push(h("div", { class: "rowline" },
      h("button",
        { type: "button", class: "btn", id: "do-undo-end",
        onclick: () => app.tap("judge", { act: "take_back_entry" }) },
        `↶ ${words.t("judge.undo", { what: view.plies.at(-1)?.square ?? words.t("judge.passed") })}`)));
  }
  return list;
}

