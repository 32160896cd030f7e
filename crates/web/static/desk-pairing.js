// @ts-check
// Dragging one player onto another shows the swap; s and y do the same for two that are picked.

import { inField } from "/static/desk-send.js";

/** @type {any} */
const form = document.getElementById("pick-form");
/** @type {string | null} */
let dragged = null;

document.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.("[data-player]")?.dataset.player ?? null;
  if (dragged) event.dataTransfer.setData("text/plain", dragged);
});
document.addEventListener("dragover", (event) => {
  if (dragged && event.target.closest?.("[data-player]")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const other = event.target.closest?.("[data-player]")?.dataset.player;
  if (!dragged || !other || other === dragged) return;
  event.preventDefault();
  for (const box of boxes()) box.checked = box.value === dragged || box.value === other;
  ask("swap");
});

document.addEventListener("keydown", (event) => {
  if (inField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "s") ask("swap");
  if (event.key === "y") ask("why");
});

// A third tick takes the place of the first.
let order = boxes().filter((box) => box.checked).map((box) => box.value);
form?.addEventListener("change", (/** @type {PageEvent} */ event) => {
  if (event.target.name !== "pick") return;
  order = order.filter((value) => value !== event.target.value);
  if (event.target.checked) order.push(event.target.value);
  while (order.length > 2) order.shift();
  for (const box of boxes()) box.checked = order.includes(box.value);
});

function boxes() {
  return [...document.querySelectorAll('input[name="pick"]')];
}

/** @param {string} what */
function ask(what) {
  const button = document.querySelector(`button[form="pick-form"][value="${what}"]`);
  if (button) form.requestSubmit(button);
}
