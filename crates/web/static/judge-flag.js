// @ts-check
// A flag at the judge's board: the step-by-step procedure of the rulebook, and a clock that notices its own.

import { leftAt, readTime, showTime } from "/static/clock.js";
import { h } from "/static/dom.js";
import { other } from "/static/position.js";
import { mayStop } from "/static/table.js";
import { choice, step, steps } from "/static/judge-parts.js";

// A clock that this device keeps notices its own flag and stops, so that the procedure costs nobody time.
/** @param {JudgeApp} app */
export function watchFlags(app) {
  const { view, ui } = app;
  if (!view || view.phase !== "playing" || app.line().state === "replaced") return;
  if (view.mode === "physical" || view.detection !== "automatic" || !view.clock.timed) return;
  const { running } = view.clock;
  const isDown = running && leftAt(view, app.now())[running] <= 0 && view.outstanding === 0;
  const key = `${view.plies.length}/${view.flags.length}`;
  if (isDown && ui.noticed !== key) {
    ui.noticed = key;
    const fell = view.now + Math.max(0, view.clock.left_ms[running]);
    const line = app.line();
    const halt = mayStop(view);
    const procedure = { flagged: running, claimed: true, stopped: halt, seen: fell };
    Object.assign(ui, { mode: "flag", procedure });
    const why = app.words.t("judge.flag");
    line.tap("clock", { act: "flag", player: running }, fell)
      .then(() => halt && line.tap("judge", { act: "stop", why }, fell + 1));
  }
}

/** @param {JudgeApp} app */
export function flag(app) {
  const { words, view } = app;
  const { procedure } = app.ui;
  const halt = mayStop(view);
  if (procedure.seen === undefined) {
    procedure.seen = app.now();
    procedure.stopped = halt && view.clock.running !== null;
    if (procedure.stopped) app.tap("judge", { act: "stop", why: words.t("judge.flag") });
  }
  const who = procedure.flagged;
  const side = who ? app.side(who) : "";
  const list = [step(app, "done", h("span", {}, words.t(halt ? "judge.flag_seen" : "judge.flag_seen_runs")), null)];
  const leave = () => app.set("play");
  if (!who) {
    list.push(step(app, "now", words.t("judge.whose_flag"), "first_flag_winner",
      choice(app.side("black"), () => { procedure.flagged = "black"; app.draw(); }, "", "flag-black"),
      choice(app.side("white"), () => { procedure.flagged = "white"; app.draw(); }, "", "flag-white")));
    return [h("h2", {}, `⚑ ${words.t("judge.flag_title_open")}`), steps(list)];
  }
  list.push(step(app, "done", words.t("judge.flag_first", { side }), "first_flag_winner"));
  const before = view.flags.length - (procedure.claimed ? 1 : 0);
  const goesOn = view.phase === "playing" && app.rule("time_default").value === "two_minutes" &&
    (before === 0 ||
      (app.rule("extension_grant").value === "each_on_own_flag" && !view.flags.slice(0, before).includes(who)));
  const opponent = app.side(other(who));
  const minimum = app.rule("minimum_win").value.replace("-", "–");
  const tell = goesOn ? words.t(before === 0 ? "judge.tell_default" : "judge.tell_second", { side, opponent, minimum })
    : words.t("judge.tell_over", { side, opponent });
  const told = async () => {
    procedure.told = true;
    if (!procedure.claimed) {
      procedure.claimed = true;
      await app.tap("judge", { act: "claim_flag", player: who });
    }
    if (!goesOn) leave();
    else app.draw();
  };
  list.push(step(app, procedure.told ? "done" : "now", h("span", {}, h("b", {}, words.t("judge.tell")), " ", tell),
    "time_default",
    choice(words.t("judge.told"), told, "primary", "told")));
  if (goesOn) {
    const extension = app.rule("extension_time").value;
    const gives = app.rule("extension_grant").value === "both_at_first_default" && before === 0;
    const left = view.clock.left_ms;
    // What the opponent gets is in the clock once the flag is claimed.
    const more = procedure.claimed || !gives ? 0 : readTime(extension);
    const text = view.mode === "physical"
      ? words.t(gives ? "judge.set_both" : "judge.set_one",
        { side, opponent, time: extension, about: showTime(left[other(who)] + more) })
      : words.t("judge.clock_is_set", { side, time: showTime(left[who]), opponent, other: showTime(left[other(who)]) });
    const state = !procedure.told ? "" : procedure.set ? "done" : "now";
    list.push(step(app, state, text, "extension_time",
      choice(words.t("judge.is_set"), () => { procedure.set = true; app.draw(); }, "primary", "set")));
    const due = view.correction?.offender ?? view.turn;
    const go = async () => {
      if (view.clock.running === null) await app.tap("judge", { act: "resume", player: due });
      leave();
    };
    list.push(step(app, procedure.told && procedure.set ? "now" : "",
      words.t("judge.start_due", { side: app.side(due) }), "defaulter_second_flag",
      choice(`▶ ${words.t("judge.start_side", { side: app.side(due) })}`, go, "primary", "go")));
  }
  return [h("h2", {}, `⚑ ${words.t("judge.flag_title", { side })}`), steps(list)];
}

// A player claims the other's flag: an official looks; meanwhile the other may press (USOA 6.5).
/** @param {JudgeApp} app */
export function claimed(app) {
  const { words, view } = app;
  const side = app.side(view.claimed);
  const claimer = other(view.claimed);
  return [
    h("h2", {}, `⚑ ${words.t("judge.claimed", { side })}`),
    choice(words.t("judge.flag_is_down"), () => app.tap("judge", { act: "confirm_flag" }), "primary"),
    choice(words.t("judge.flag_is_up"), () => app.tap("judge", { act: "dismiss_flag" })),
    view.clock.running === claimer
      ? choice(words.t("judge.pressed_meanwhile", { side: app.side(claimer) }),
      () => app.tap(claimer, { act: "press" })) : null,
  ].filter(Boolean);
}
