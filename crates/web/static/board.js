// @ts-check
// The board as one drawing everywhere: an SVG from a position, turned to any of four seats, and where
// moves are entered 64 buttons over it. Nothing here knows a game, a clock or a server.

import { legalMoves, name, sideOf } from "/static/position.js";

const SVG = "http://www.w3.org/2000/svg";
const FRAME = "-4.5 -4.5 85.5 85.5";
const BARE = "-.4 -.4 80.8 80.8";

/** @param {string} kind @param {any[]} children */
function piece(kind, attributes = {}, children = []) {
  const made = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Where a square is seen by somebody who sits at one of the four edges: 0 is Black's side of the
// diagram, each turn a quarter to the right.
/** @param {number} square */
export function seen(square, seat = 0) {
  let [x, y] = [square % 8, Math.floor(square / 8)];
  for (let turn = 0; turn < seat % 4; turn += 1) [x, y] = [7 - y, x];
  return { x, y };
}

// The square that is seen in a place.
/** @param {number} x @param {number} y */
export function squareAt(x, y, seat = 0) {
  for (let turn = 0; turn < seat % 4; turn += 1) [x, y] = [y, 7 - x];
  return 8 * y + x;
}

/** @param {number} square @param {number} seat */
const centre = (square, seat) => {
  const { x, y } = seen(square, seat);
  return { cx: 10 * x + 5, cy: 10 * y + 5 };
};
/** @param {number[]} list @param {number} seat @param {number} r */
const discs = (list, seat, r) => list.map((square) => piece("circle", { ...centre(square, seat), r }));

/** @param {number} seat */
function labels(seat) {
  const group = piece("g", { class: "labels", "aria-hidden": "true" });
  for (let n = 0; n < 8; n += 1) {
    const above = name(squareAt(n, 0, seat));
    const beside = name(squareAt(0, n, seat));
    const turned = seat % 2 === 1;
    const top = piece("text", { x: 10 * n + 5, y: -1.5 });
    top.textContent = above[turned ? 1 : 0];
    const left = piece("text", { x: -2.6, y: 10 * n + 6 });
    left.textContent = beside[turned ? 0 : 1];
    group.append(top, left);
  }
  return group;
}

// Draws a board. `of.cells` are 64 letters; the rest may be missing:
//   seat     0 to 3, which edge is at the bottom          bare     without letters and numbers
//   last     the square of the last move                  flipped  squares with a ring
//   hints    the side whose legal squares get a dot       wrong    squares that stand wrong, dashed
//   marks    squares that are picked or bound, framed     numbers  Map of square to move number
//   label    what it says to those who do not see it      locked   drawn pale
/** @param {Drawing} of */
export function drawBoard(of) {
  const seat = of.seat ?? 0;
  const svg = piece("svg",
    { class: of.locked ? "board locked" : "board", viewBox: of.bare ? BARE : FRAME, role: "img" });
  svg.setAttribute("aria-label", of.label ?? "");
  if (!of.bare) svg.append(labels(seat));
  svg.append(piece("rect", { class: "field", width: 80, height: 80 }));
  let grid = "";
  for (let n = 10; n < 80; n += 10) grid += `M${n} 0v80M0 ${n}h80`;
  svg.append(piece("path", { class: "grid", d: grid }));
  const spots = [[20, 20], [60, 20], [20, 60], [60, 60]].map(([cx, cy]) => piece("circle", { cx, cy, r: 0.85 }));
  svg.append(piece("g", { class: "spots" }, spots));
  for (const [disc, kind] of [["B", "b"], ["W", "w"]]) {
    const list = [...of.cells.keys()].filter((square) => of.cells[square] === disc);
    svg.append(piece("g", { class: kind }, discs(list, seat, 4.2)));
  }
  if (of.flipped?.length) svg.append(piece("g", { class: "flipped" }, discs(of.flipped, seat, 4.2)));
  for (const square of of.marks ?? []) svg.append(framed(square, seat, "mark"));
  for (const square of of.wrong ?? []) svg.append(framed(square, seat, "wrong"));
  if (of.last !== undefined && of.last !== null) {
    svg.append(framed(of.last, seat, "last"));
    const kind = sideOf(of.cells[of.last]) === "white" ? "dot-w" : "dot-b";
    if (!of.numbers) svg.append(piece("circle", { class: kind, ...centre(of.last, seat), r: 1.1 }));
  }
  if (of.hints) {
    const kind = of.hints === "white" ? "hints w" : "hints";
    svg.append(piece("g", { class: kind }, discs(of.only ?? legalMoves(of.cells, of.hints), seat, 1.2)));
  }
  if (of.numbers) svg.append(numbered(of.numbers, of.cells, seat));
  return svg;
}

/** @param {number} square @param {number} seat @param {string} kind */
function framed(square, seat, kind) {
  const { x, y } = seen(square, seat);
  return piece("rect", { class: kind, x: 10 * x + 0.5, y: 10 * y + 0.5, width: 9, height: 9 });
}

/** @param {Map<number, number>} numbers @param {Cells} cells @param {number} seat */
function numbered(numbers, cells, seat) {
  const group = piece("g", { class: "numbers" });
  for (const [square, number] of numbers) {
    const { cx, cy } = centre(square, seat);
    const text = piece("text", { x: cx, y: cy + 1.2, class: cells[square] === "W" ? "on-w" : "on-b" });
    text.textContent = String(number);
    group.append(text);
  }
  return group;
}

// 64 buttons over a drawing. One is in the tab order; arrow keys move as the board is seen. `say` gives
// a square's label, `may` whether a tap there does anything; `tap` is called with the square.
export class Hits {
  /** @param {(square: number) => void} tap */
  constructor(tap) {
    this.element = document.createElement("div");
    this.element.className = "hits";
    this.element.setAttribute("role", "group");
    this.seat = 0;
    this.current = 0;
    this.buttons = Array.from({ length: 64 }, () => document.createElement("button"));
    for (const button of this.buttons) button.type = "button";
    this.element.append(...this.buttons);
    this.element.addEventListener("click", (event) => {
      const place = this.buttons.findIndex((button) => button.contains(event.target));
      if (place < 0) return;
      this.stand(place);
      tap(squareAt(place % 8, Math.floor(place / 8), this.seat));
    });
    this.element.addEventListener("keydown", (event) => this.move(event));
  }

  /** @param {KeyboardEvent} event */
  move(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const [x, y] = [(this.current % 8) + step[0], Math.floor(this.current / 8) + step[1]];
    if (x < 0 || x > 7 || y < 0 || y > 7) return;
    this.stand(8 * y + x);
    this.buttons[this.current].focus();
  }

  /** @param {number} place */
  stand(place) {
    this.buttons[this.current].tabIndex = -1;
    this.current = place;
    this.buttons[place].tabIndex = 0;
  }

  /**
   * @param {{ seat?: number, label: string, say: (square: number) => string, may: (square: number) => boolean }} of
   */
  show({ seat = 0, label, say, may }) {
    this.seat = seat;
    this.element.setAttribute("aria-label", label);
    for (const [place, button] of this.buttons.entries()) {
      const square = squareAt(place % 8, Math.floor(place / 8), seat);
      button.setAttribute("aria-label", say(square));
      button.dataset.square = name(square);
      button.tabIndex = place === this.current ? 0 : -1;
      if (may(square)) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
    }
  }
}
