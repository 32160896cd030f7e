// @ts-check
// What a tap will have done, before the server says so: the table as the device shows it is the table as
// the server last sent it with the taps that wait on top. The referee decides; what he decides otherwise
// replaces this. A test drives both with the same taps.

import { flips, isOver, legalMoves, name, other, parse, play, squares, square as at, turned, withDisc,
  write } from "/static/position.js";
import { readTime } from "/static/clock.js";
import { count } from "/static/score.js";

/** @param {TableView} view @param {string} name */
const rule = (view, name) => view.rules[name]?.value;
/** @param {TableView} view @param {Side} player */
export const colourOf = (view, player) => (view.exchanged ? other(player) : player);
/** @param {TableView} view */
export const cellsOf = (view) => parse(view.position).cells;
/** @param {TableView} view @param {Side} player */
export const movesOf = (view, player) => legalMoves(cellsOf(view), colourOf(view, player));
// Whether the judge himself may stop and start the clock.
/** @param {TableView} view */
export const mayStop = (view) => rule(view, "may_stop_clock") !== "director";
/** @param {TableView} view */
export const mayRestart = (view) => rule(view, "may_restart_clock") !== "director";

// The table after one tap `{ by, act, at }`; the same table if the tap cannot be.
/** @param {TableView} view @param {Tap} tap */
export function predict(view, tap) {
  const next = structuredClone(view);
  charge(next, tap.at);
  const done = (acts[tap.act.act] ?? (() => false))(next, tap.act, tap.by);
  return done === false ? view : next;
}

/** @param {TableView} view @param {number} at */
function charge(view, at) {
  if (at <= view.now) return;
  const { running } = view.clock;
  if (running && view.phase === "playing") view.clock.left_ms[running] -= at - view.now;
  if (running === view.turn && view.phase === "playing") view.clock.spent_ms += at - view.now;
  view.now = at;
}

/** @param {TableView} view */
const isOpen = (view) =>
  view.phase === "playing" && !view.correction && !view.disturbed && view.clock.running !== null && !view.claimed;

/** @param {TableView} view @param {Cells} cells */
function put(view, cells) {
  view.position = write(cells, colourOf(view, view.turn));
}

/** @param {TableView} view @param {Side} player @param {any} ply */
function endTurn(view, player, ply) {
  view.plies.push({ player, used_ms: view.clock.spent_ms, timed: true, fault: null, ...ply });
  view.clock.spent_ms = 0;
  view.hand = { state: "free" };
  view.turn = other(player);
  put(view, cellsOf(view));
  if (view.clock.running && view.outstanding === 0) view.clock.running = view.turn;
  if (view.outstanding > 0) view.outstanding -= 1;
  finish(view);
}

/** @param {TableView} view */
function finish(view) {
  if (isOver(cellsOf(view))) endGame(view, "end of play");
}

// The game is over; how it is scored the server says.
/** @param {TableView} view @param {string} ending */
function endGame(view, ending) {
  const { black, white } = count(cellsOf(view));
  view.phase = "over";
  view.clock.running = null;
  view.result = {
    halves: { black: 2 * black, white: 2 * white }, winner: null, ending, notice: null,
    signed: { black: false, white: false }, received: false, counting: true,
  };
}

/**
 * @param {TableView} view
 * @param {Side} player
 * @param {number} square
 * @param {Side} colour
 * @param {Fault | null} fault
 */
function place(view, player, square, colour, fault) {
  const before = view.position;
  put(view, withDisc(cellsOf(view), colour, square));
  view.hand = { state: "placed", square: name(square), colour, before, fault, complete: false };
  takeDisc(view, player);
}

// Whoever is left without discs takes one of the other's.
/** @param {TableView} view @param {Side} player */
function takeDisc(view, player) {
  const from = view.supply[player] > 0 ? player : other(player);
  view.supply[from] = Math.max(0, view.supply[from] - 1);
}

/** @param {TableView} view */
function isComplete(view) {
  const { hand } = view;
  if (hand.state !== "placed" || hand.fault) return false;
  const right = play(parse(hand.before).cells, hand.colour, at(hand.square));
  return right.join("") === cellsOf(view).join("");
}

// What the discs on the board say of the latest turn.
/** @param {Cells} before @param {Side} own @param {Side} colour @param {number} square @param {number[]} flipped */
function faultOf(before, own, colour, square, flipped) {
  const right = flips(before, colour, square);
  if (colour !== own) return "colour";
  if (right.length === 0) return "square";
  return right.length === flipped.length && right.every((one) => flipped.includes(one)) ? null : "flips";
}

/** @type {Record<string, (view: TableView, act: Act, by: any) => boolean | void>} */
const acts = {
  confirm_ready(view, _act, by) {
    if (by === "judge") view.ready.judge = true;
    else view.ready.players[by] = true;
  },
  play(view, act, by) {
    const square = at(act.square);
    const colour = colourOf(view, by);
    const flipped = flips(cellsOf(view), colour, square);
    if (!isOpen(view) || by !== view.turn || view.hand.state === "placed" || flipped.length === 0) return false;
    if (view.hand.state === "bound" && !squares(view.hand.squares).includes(square)) return false;
    const before = view.position;
    if (view.mode === "clock_page" && view.outstanding === 0) {
      place(view, by, square, colour, null);
      put(view, turned(cellsOf(view), flipped));
      view.hand.complete = true;
      return true;
    }
    takeDisc(view, by);
    put(view, play(cellsOf(view), colour, square));
    view.last = { player: by, square: act.square, colour, before, fault: null };
    return endTurn(view, by, { square: act.square, flipped: flipped.map(name).join(" ") });
  },
  pass(view, _act, by) {
    if (!isOpen(view) || by !== view.turn || view.hand.state === "placed" || movesOf(view, by).length > 0) return false;
    return passed(view, by, null);
  },
  pass_anyway(view, _act, by) {
    if (!isOpen(view) || by !== view.turn || view.hand.state === "placed") return false;
    return passed(view, by, movesOf(view, by).length > 0 ? "pass" : null);
  },
  place_anyway(view, act, by) {
    const square = at(act.square);
    if (!isOpen(view) || by !== view.turn || view.hand.state === "placed" ||
      cellsOf(view)[square] !== ".") return false;
    const fault = faultOf(cellsOf(view), colourOf(view, by), act.colour, square, []);
    return place(view, by, square, act.colour, fault === "flips" ? null : fault);
  },
  press_anyway(view, _act, by) {
    const { hand } = view;
    if (!isOpen(view) || hand.state !== "placed") return false;
    const fault = hand.fault ?? (isComplete(view) ? null : "flips");
    view.last = { player: by, square: hand.square, colour: hand.colour, before: hand.before, fault };
    const [before, now] = [parse(hand.before).cells, cellsOf(view)];
    const flipped = [...now.keys()].filter((one) => before[one] !== "." && before[one] !== now[one]);
    return endTurn(view, by, { square: hand.square, flipped: flipped.map(name).join(" "), fault });
  },
  press(view, _act, by) {
    if (view.phase === "ready" || view.phase === "signalled") {
      view.phase = "playing";
      view.clock.running = view.turn;
      return true;
    }
    if (view.claimed === other(by) && view.clock.running === by) {
      view.clock.running = other(by);
      return true;
    }
    if (!isOpen(view) || by !== view.turn || !isComplete(view)) return false;
    const { hand } = view;
    const flipped = flips(parse(hand.before).cells, hand.colour, at(hand.square)).map(name).join(" ");
    view.last = { player: by, square: hand.square, colour: hand.colour, before: hand.before, fault: null };
    return endTurn(view, by, { square: hand.square, flipped });
  },
  touch(view, act, by) {
    const first = at(act.first);
    if (rule(view, "touch_move") !== "off" && movesOf(view, by).includes(first)) {
      view.hand = { state: "bound", squares: act.first };
    }
  },
  excuse_touch(view) {
    view.hand = { state: "free" };
  },
  enter(view, act) {
    if (view.hand.state === "placed") return false;
    if (view.phase !== "playing") {
      view.phase = "playing";
      view.clock.running = view.turn;
    }
    for (const word of act.moves.trim().split(/\s+/)) {
      const player = view.turn;
      const colour = colourOf(view, player);
      const before = view.position;
      const list = word === "--" ? [] : flips(cellsOf(view), colour, at(word));
      if (word !== "--") put(view, play(cellsOf(view), colour, at(word)));
      const square = word === "--" ? null : word;
      if (square) view.supply[player] = Math.max(0, view.supply[player] - 1);
      view.last = { player, square, colour, before, fault: null };
      endTurn(view, player, { square, flipped: list.map(name).join(" "), timed: false, used_ms: 0 });
    }
  },
  take_back_entry(view) {
    if (view.hand.state !== "free") {
      if (view.hand.state === "placed") {
        view.position = view.hand.before;
        view.supply[view.turn] += 1;
      }
      view.hand = { state: "free" };
      return true;
    }
    const ply = view.plies.at(-1);
    if (!ply || !view.last) return false;
    view.plies.pop();
    const wasOver = view.phase === "over";
    if (wasOver) Object.assign(view, { phase: "playing", result: null });
    view.turn = ply.player;
    if (ply.square) view.supply[ply.player] += 1;
    put(view, parse(view.last.before).cells);
    const moved = view.clock.running ? view.clock.spent_ms : 0;
    view.clock.left_ms[view.turn] -= moved;
    view.clock.left_ms[other(view.turn)] += moved;
    view.clock.spent_ms = moved + ply.used_ms;
    if (view.clock.running || wasOver) view.clock.running = view.turn;
    view.last = null;
    return true;
  },
  amend(view, act) {
    if (act.ply || !view.last || view.hand.state === "placed") return false;
    const { player, before } = view.last;
    const cells = parse(before).cells;
    if (act.square === undefined) return false;
    const own = colourOf(view, player);
    const colour = act.colour ?? own;
    const flipped = act.flipped === undefined ? flips(cells, colour, at(act.square)) : squares(act.flipped);
    const fault = faultOf(cells, own, colour, at(act.square), flipped);
    put(view, withDisc(turned(cells, flipped), colour, at(act.square)));
    view.last = { ...view.last, square: act.square, colour, fault };
    Object.assign(view.plies.at(-1), { square: act.square, flipped: flipped.map(name).join(" "), fault });
    return true;
  },
  open_correction(view, act) {
    if (!view.last?.fault || view.last.fault !== act.fault || view.hand.state !== "free") return false;
    if (view.phase === "over") Object.assign(view, { phase: "playing", result: null });
    view.correction = { offender: view.last.player, fault: act.fault, corrected: false };
    if (view.clock.running) view.clock.running = view.last.player;
    return true;
  },
  correct(view) {
    const { correction, last } = view;
    if (!correction || correction.corrected) return false;
    const before = parse(last.before).cells;
    if (correction.fault === "flips") {
      put(view, play(before, last.colour, at(last.square)));
      const flipped = flips(before, last.colour, at(last.square)).map(name).join(" ");
      Object.assign(view.plies.at(-1), { flipped, fault: null });
      last.fault = null;
    } else {
      view.turn = correction.offender;
      put(view, before);
      view.plies.pop();
      view.last = null;
    }
    correction.corrected = true;
    return true;
  },
  close_correction(view) {
    if (!view.correction) return false;
    view.correction = null;
    if (view.clock.running) view.clock.running = view.turn;
    finish(view);
    return true;
  },
  stop(view) {
    if (view.phase !== "playing" || !view.clock.running) return false;
    view.clock.running = null;
    return true;
  },
  resume(view, act) {
    if (view.phase !== "playing" || view.clock.running) return false;
    view.clock.running = act.player ?? view.correction?.offender ?? view.turn;
    return true;
  },
  read_clock: (view, act) => view.mode === "physical" && setBoth(view, act.remaining),
  claim_flag(view, act) {
    return fall(view, act.player);
  },
  flag(view, act) {
    const down = act.player ?? view.clock.running;
    return down && view.clock.left_ms[down] <= 0 ? fall(view, down) : false;
  },
  dismiss_flag(view) {
    view.claimed = null;
  },
  dispute(view) {
    view.dispute = true;
    if (mayStop(view)) view.clock.running = null;
  },
  transfer_discs(view, act) {
    if (view.phase !== "playing" || act.count > view.supply[other(act.to)]) return false;
    view.supply[act.to] += act.count;
    view.supply[other(act.to)] -= act.count;
  },
  leave(view, act) {
    view.presence[act.player] = "away";
  },
  return(view, act) {
    view.presence[act.player] = "at_table";
  },
  arrive(view, act) {
    view.presence[act.player] = "at_table";
  },
  resign(view) {
    endGame(view, "resignation");
  },
  sign(view, _act, by) {
    if (!view.result) return false;
    view.result.signed[by] = true;
    return true;
  },
  receive_sheet(view) {
    if (!view.result) return false;
    view.result.received = true;
    return true;
  },
  remind: () => true,
  note_infringement: () => true,
  attach_transcript: () => true,
};

/** @param {TableView} view @param {Side} by @param {Fault | null} fault */
function passed(view, by, fault) {
  view.last = { player: by, square: null, colour: colourOf(view, by), before: view.position, fault };
  return endTurn(view, by, { square: null, flipped: "", fault });
}

/** @param {TableView} view @param {BySide<number>} remaining */
function setBoth(view, remaining) {
  Object.assign(view.clock.left_ms, remaining);
  return true;
}

// A first default gives more time where play goes on; any later flag ends the game.
/** @param {TableView} view @param {Side} player */
function fall(view, player) {
  if (view.phase !== "playing") return false;
  const isFirst = view.flags.length === 0;
  view.flags.push(player);
  const goesOn = rule(view, "time_default") === "two_minutes" &&
    (isFirst || (rule(view, "extension_grant") === "each_on_own_flag" && !view.flags.slice(0, -1).includes(player)));
  if (!goesOn) {
    endGame(view, "flag");
    return true;
  }
  const extension = readTime(rule(view, "extension_time"));
  if (rule(view, "extension_grant") !== "nobody") view.clock.left_ms[player] = extension;
  if (isFirst &&
    rule(view, "extension_grant") === "both_at_first_default") view.clock.left_ms[other(player)] += extension;
  return true;
}

