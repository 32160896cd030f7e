// @ts-check
// The director's keys, and forms that answer in place.

import { fieldsOf, inField, send } from "/static/desk-send.js";

for (const one of document.querySelectorAll("[data-script], [data-keys]")) one.hidden = false;

document.addEventListener("submit", async (event) => {
  const form = /** @type {any} */ (event.target);
  if (!form.matches("form[data-fast]")) return;
  event.preventDefault();
  const fields = fieldsOf(form, event.submitter);
  const id = event.submitter?.id;
  await send(form, fields);
  if (id) document.getElementById(id)?.focus({ preventScroll: true });
});

let going = false;
document.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  const control = event.ctrlKey || event.metaKey;
  if (control && event.key === "Enter") return press(event, "[data-primary]");
  if (event.key === "Escape") {
    if (inField(event.target)) event.target.blur();
    else press(event, "[data-escape]");
    return;
  }
  if (inField(event.target) || event.altKey) return;
  if (control) {
    if (event.key.toLowerCase() === "z" && !event.shiftKey) press(event, '[data-go="undo"]');
    return;
  }
  if (going) {
    going = false;
    press(event, `[data-go="${CSS.escape(event.key)}"]`);
  } else if (event.key === "g") {
    going = true;
    setTimeout(() => (going = false), 1500);
  } else if (event.key === "?") {
    event.preventDefault();
    document.getElementById("keys").showModal();
  } else if (event.key === "/") {
    const field = document.querySelector("#quick, #find, #name, #two");
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select?.();
  }
});

/** @param {PageEvent} event @param {string} selector */
function press(event, selector) {
  const target = document.querySelector(selector);
  if (!target) return;
  event.preventDefault();
  target.click();
}

document.querySelector("[data-keys]")?.addEventListener("click", () => document.getElementById("keys").showModal());
