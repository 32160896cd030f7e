// @ts-check
// The graphs of a game: disc difference and minutes left by move. The same drawings as the server's.

const SVG = "http://www.w3.org/2000/svg";
const [LEFT, WIDTH, TOP, HEIGHT] = [34, 500, 12, 86];
// The room of a letter at the end of a line.
const TAG = 10;

/** @param {string} kind @param {Record<string, string | number>} attributes @param {string | number} [text] */
function piece(kind, attributes, text) {
  const made = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = String(text);
  return made;
}

/** @param {number} number */
const tenths = (number) => Math.floor(number * 10) / 10;
/** @param {number[][]} points */
const path = (points) => points.map(([x, y], n) => `${n ? "L" : "M"}${tenths(x)} ${tenths(y)}`).join("");

/** @param {string} label @param {number} moves @param {number[]} rules @param {number} axis @param {number} at */
function chart(label, moves, rules, axis, at) {
  const svg = piece("svg", { class: "chart", viewBox: "0 0 560 120", role: "img", "aria-label": label });
  /** @param {number} index */
  const x = (index) => LEFT + (index * WIDTH) / moves;
  const lines = rules.map((y) => `M${LEFT} ${y}H${LEFT + WIDTH}`).join("");
  svg.append(piece("path", { class: "rule", d: lines }),
    piece("path", { class: "axis", d: `M${LEFT} ${axis}H${LEFT + WIDTH}` }));
  /** @param {(string | number)[][]} texts */
  const finish = (texts) => {
    svg.append(piece("path", { class: "now", d: `M${tenths(x(at))} 8V100` }));
    for (const [y, text] of texts) svg.append(piece("text", { x: 28, y: Number(y) + 4, "text-anchor": "end" }, text));
    for (let n = 0; n <= moves; n += 10) svg.append(piece("text", { x: tenths(x(n)), y: 114, "text-anchor": "middle" },
      n));
    return svg;
  };
  return { svg, x, finish };
}

/** @param {number[]} differences @param {number} at @param {string} label */
export function differenceChart(differences, at, label) {
  const moves = Math.max(60, differences.length - 1);
  const most = Math.max(0, ...differences.map(Math.abs));
  const scale = Math.max(2, Math.ceil(most / 10)) * 10;
  const middle = TOP + HEIGHT / 2;
  const { svg, x, finish } = chart(label, moves, [TOP, TOP + HEIGHT], middle, at);
  const points = differences.map((value, n) => [x(n), middle - (value * HEIGHT) / (2 * scale)]);
  const area = `${path(points)}L${tenths(points.at(-1)[0])} ${middle}L${LEFT} ${middle}Z`;
  svg.prepend(piece("path", { class: "area", d: area }));
  svg.append(piece("path", { class: "s-b", d: path(points) }));
  return finish([[TOP, `+${scale}`], [middle, "0"], [TOP + HEIGHT, `−${scale}`]]);
}

/** @param {BySide<number>} start @param {BySide<number>[]} left @param {number} at @param {string} label */
export function minutesChart(start, left, at, label) {
  const moves = Math.max(60, left.length);
  const most = Math.max(60000, start.black, start.white);
  const minutes = Math.ceil(most / 60000);
  const { svg, x, finish } = chart(label, moves, [TOP, TOP + HEIGHT / 2], TOP + HEIGHT, at);
  let tagged = null;
  for (const [side, kind, letter] of [["black", "s-b", "B"], ["white", "s-w", "W"]]) {
    const values = [start[side], ...left.map((one) => one[side])];
    const points = values.map((ms, n) => [x(n), TOP + HEIGHT - (Math.min(Math.max(ms, 0), most) * HEIGHT) / most]);
    svg.append(piece("path", { class: kind, d: path(points) }));
    const [end, y] = points.at(-1);
    // Where the lines end together the letters stand side by side.
    const isBeside = tagged !== null && Math.abs(tagged - y) < TAG;
    svg.append(piece("text", { class: "tag", x: tenths(end + (isBeside ? 2 + TAG : 2)), y: tenths(y) }, letter));
    tagged = y;
  }
  return finish([[TOP, minutes], [TOP + HEIGHT / 2, Math.floor(minutes / 2)], [TOP + HEIGHT, 0]]);
}
