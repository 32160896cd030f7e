// @ts-check
// The rules of the board: a twin of the referee's, so that a tap shows its flips at once. The referee
// decides; a test plays the same games in both. Squares count 0 to 63, a1 first, row by row; a position is
// an array of 64 letters, B black, W white, . empty, as in the texts the server sends.

/** @type {Side[]} */
export const SIDES = ["black", "white"];
export const BLACK = "black";
export const WHITE = "white";

/** @param {Side} side */
export const other = (side) => (side === BLACK ? WHITE : BLACK);
/** @param {Side} side */
export const letter = (side) => (side === BLACK ? "B" : "W");
/** @param {any} disc */
export const sideOf = (disc) => (disc === "B" ? BLACK : disc === "W" ? WHITE : null);

/** @param {number} square */
export const name = (square) => "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1);
/** @param {string} text */
export const square = (text) => "abcdefgh".indexOf(text[0]) + 8 * (Number(text[1]) - 1);
// A set as the server writes it: "d3 c4", or nothing.
/** @param {string} text */
export const squares = (text) => (text ? text.trim().split(/[\s,]+/).filter(Boolean).map(square) : []);
/** @param {number[]} list */
export const names = (list) => [...list].sort((a, b) => a - b).map(name).join(" ");

export const START = parse("......../......../......../...WB.../...BW.../......../......../........ B").cells;

// Reads "…/… B": the rows and the side to move.
/** @param {string} text */
export function parse(text) {
  const [rows, toMove] = text.split(" ");
  return { cells: [...rows.replaceAll("/", "")], toMove: toMove === "W" ? WHITE : BLACK };
}

/** @param {Cells} cells @param {Side} toMove */
export function write(cells, toMove) {
  const rows = [];
  for (let row = 0; row < 8; row += 1) rows.push(cells.slice(8 * row, 8 * row + 8).join(""));
  return `${rows.join("/")} ${toMove === WHITE ? "W" : "B"}`;
}

// The discs that a disc of this side on this square flanks; none if the square is taken.
/** @param {Cells} cells @param {Side} side @param {number} at */
export function flips(cells, side, at) {
  if (cells[at] !== ".") return [];
  const own = letter(side);
  const found = [];
  const [column, row] = [at % 8, Math.floor(at / 8)];
  for (let down = -1; down <= 1; down += 1) {
    for (let right = -1; right <= 1; right += 1) {
      if (right === 0 && down === 0) continue;
      const line = [];
      let [x, y] = [column + right, row + down];
      while (x >= 0 && x < 8 && y >= 0 && y < 8 && cells[8 * y + x] !== "." && cells[8 * y + x] !== own) {
        line.push(8 * y + x);
        x += right;
        y += down;
      }
      const flanked = x >= 0 && x < 8 && y >= 0 && y < 8 && cells[8 * y + x] === own;
      if (flanked) found.push(...line);
    }
  }
  return found;
}

/** @param {Cells} cells @param {Side} side */
export function legalMoves(cells, side) {
  const found = [];
  for (let at = 0; at < 64; at += 1) if (flips(cells, side, at).length > 0) found.push(at);
  return found;
}

/** @param {Cells} cells @param {Side} side @param {number} at */
export function withDisc(cells, side, at) {
  const next = [...cells];
  next[at] = letter(side);
  return next;
}

// Each of these discs turned to its other side.
/** @param {Cells} cells @param {number[]} list */
export function turned(cells, list) {
  const next = [...cells];
  for (const at of list) next[at] = next[at] === "B" ? "W" : next[at] === "W" ? "B" : ".";
  return next;
}

/** @param {Cells} cells @param {Side} side @param {number} at */
export const play = (cells, side, at) => withDisc(turned(cells, flips(cells, side, at)), side, at);

/** @param {Cells} cells */
export const isOver = (cells) => legalMoves(cells, BLACK).length === 0 && legalMoves(cells, WHITE).length === 0;

// Reads a transcript as people write it: spaces, numbers, capitals and signs for a pass do not matter.
// Gives the moves (a square, or null for a pass) or the place where it cannot be read.
/** @param {string} text */
export function readTranscript(text) {
  const moves = [];
  const pattern = /([a-h]\s?[1-8])|(--|pass|ps|pa)|(\d+\s*[.:)]|[\s,;.\-–]+)/giy;
  let at = 0;
  while (at < text.length) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) return { moves, problem: text.slice(at, at + 8) };
    if (found[1]) moves.push(square(found[1].toLowerCase().replace(/\s/g, "")));
    else if (found[2]) moves.push(null);
    at = pattern.lastIndex;
  }
  return { moves, problem: null };
}

// Plays moves from a position; a pass that has to come is put in where it was left out.
/** @param {Cells} cells @param {Side} side @param {(number | null)[]} moves */
export function replay(cells, side, moves) {
  const plies = [];
  let now = { cells, side };
  for (const [index, move] of moves.entries()) {
    const mustPass = legalMoves(now.cells, now.side).length === 0;
    if (mustPass && move !== null) {
      plies.push(null);
      now = { cells: now.cells, side: other(now.side) };
    }
    const wrong = move === null ? !mustPass : flips(now.cells, now.side, move).length === 0;
    if (wrong) return { ...now, plies, illegal: index };
    plies.push(move);
    now = { cells: move === null ? now.cells : play(now.cells, now.side, move), side: other(now.side) };
  }
  return { ...now, plies, illegal: null };
}
