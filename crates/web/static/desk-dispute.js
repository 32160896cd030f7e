// @ts-check
// Tapping the disputed board: empty, black, white, empty. Without this every tap is sent to the server.

const form = document.getElementById("dispute");
const board = form.querySelector("[name=board]");
const cells = [...form.querySelectorAll(".tap")];
const NEXT = { "": "b", b: "w", w: "" };
const LETTER = { "": ".", b: "B", w: "W" };

for (const [n, cell] of cells.entries()) {
  cell.type = "button";
  cell.tabIndex = n === 0 ? 0 : -1;
  cell.addEventListener("click", () => {
    paint(cell, NEXT[state(cell)]);
    board.value = text();
  });
  cell.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 8, ArrowUp: -8 }[event.key];
    const to = step && cells[n + step];
    if (!to || (Math.abs(step) === 1 && Math.floor(n / 8) !== Math.floor((n + step) / 8))) return;
    event.preventDefault();
    cell.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  });
}

/** @param {HTMLButtonElement} cell */
function state(cell) {
  return cell.classList.contains("b") ? "b" : cell.classList.contains("w") ? "w" : "";
}

/** @param {HTMLButtonElement} cell @param {string} now */
function paint(cell, now) {
  cell.classList.remove("b", "w");
  if (now) cell.classList.add(now);
  const words = { "": cell.dataset.empty, b: cell.dataset.black, w: cell.dataset.white }[now];
  cell.setAttribute("aria-label", `${cell.value}: ${words}`);
  const count = document.getElementById("board-count");
  if (count) count.textContent = count.dataset.words.replace("{score}", `${many("b")}–${many("w")}`);
}

/** @param {string} kind */
function many(kind) {
  return cells.filter((cell) => state(cell) === kind).length;
}

function text() {
  const all = cells.map((cell) => LETTER[state(cell)]).join("");
  return all.match(/.{8}/g).join("/");
}
