// @ts-check
// Discs and scores: the one place that counts them and writes halves.

// Half discs as people read them: 65 is 32½.
export const half = (/** @type {number} */ value) => `${Math.floor(value / 2)}${value % 2 ? "½" : ""}`;

/** @param {BySide<number>} halves */
export const scoreText = (halves) => `${half(halves.black)}–${half(halves.white)}`;

// The discs on a board of 64 letters.
/** @param {Cells | string} cells @returns {BySide<number>} */
export function count(cells) {
  const counted = { black: 0, white: 0 };
  for (const cell of cells) {
    if (cell === "B") counted.black += 1;
    else if (cell === "W") counted.white += 1;
  }
  return counted;
}

// The squares whose disc was turned over between two boards.
/** @param {Cells | string} before @param {Cells | string} after */
export function turnedOver(before, after) {
  return [...Array(64).keys()].filter((at) => before[at] !== "." && before[at] !== after[at]);
}
