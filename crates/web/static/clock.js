// @ts-check
// Clocks as people read them. A clock does not tick: it says what it shows at a moment.

// 12:04, 1:02:03 with hours; tenths only in the last 20 seconds.
/** @param {number} ms */
export function showTime(ms) {
  if (ms <= 0) return "0:00";
  if (ms < 20000) {
    const tenths = Math.ceil(ms / 100);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  }
  const seconds = Math.ceil(ms / 1000);
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

// Time that was used: whole seconds.
/** @param {number} ms */
export const showUsed = (ms) => {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

// 12:04 or 1:02:03 or 12 (minutes) in milliseconds; null if it is no time.
/** @param {string} text */
export function readTime(text) {
  const parts = text.trim().split(/[:.,h ]+/);
  if (parts.length > 3 || parts.some((part) => !/^\d{1,4}$/.test(part))) return null;
  const numbers = parts.map(Number);
  if (parts.length > 1 && numbers.slice(1).some((number) => number > 59)) return null;
  if (parts.length === 1) return numbers[0] * 60000;
  return numbers.reduce((sum, number) => sum * 60 + number, 0) * 1000;
}

// What both clocks of a table show at a moment.
/** @param {TableView} view @param {number} at */
export function leftAt(view, at) {
  const left = { ...view.clock.left_ms };
  const { running } = view.clock;
  if (running && view.phase === "playing" && at > view.now) left[running] -= at - view.now;
  return left;
}

// How a clock looks: its classes and the key of its state.
/** @param {TableView} view @param {Side} side @param {number} left */
export function clockState(view, side, left) {
  const isRunning = view.clock.running === side && view.phase === "playing";
  const hasFlag = view.flags.includes(side);
  const isDown = view.clock.timed && left <= 0;
  const classes = ["clock"];
  if (isRunning) classes.push("run");
  if (isDown) classes.push("flag");
  else if (view.clock.timed && left < 300000 && view.phase === "playing") classes.push("low");
  let key = "waiting";
  if (view.phase === "over" || view.phase === "confirmed") key = "over";
  else if (view.phase !== "playing") key = "set";
  else if (isDown) key = "flag";
  else if (isRunning && hasFlag) key = "extension";
  else if (isRunning && left < 300000 && view.clock.timed) key = "low";
  else if (isRunning) key = "running";
  else if (!view.clock.running) key = "stopped";
  return { classes: classes.join(" "), key };
}
