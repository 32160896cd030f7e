// @ts-check
// Results by keyboard: Enter saves the row and goes to the next one missing, arrows go up and down,
// a letter in a score says how the game ended.

import { fieldsOf, send } from "/static/desk-send.js";

/** @type {any} */
const form = document.getElementById("rows");
/** @type {any} */
const quick = document.getElementById("quick-form");
const SCORE = "input.score";

form?.addEventListener("submit", (/** @type {PageEvent} */ event) => {
  const button = event.submitter;
  const row = button?.name === "count" ? rowOf(button.value) : rowOf(document.activeElement);
  if (!row) return;
  event.preventDefault();
  save(row, button?.name === "count" ? ["count", button.value] : null);
});

form?.addEventListener("keydown", (/** @type {PageEvent} */ event) => {
  const field = event.target;
  if (!field.matches(`${SCORE}, select.ending`)) return;
  if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    save(rowOf(field), null);
  } else if (field.matches(SCORE) && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    beside(field, event.key === "ArrowDown" ? 1 : -1)?.focus();
  } else if (field.matches(SCORE) && /^[ptflrbw]$/i.test(event.key) && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    ending(rowOf(field), event.key.toLowerCase());
  }
});

form?.addEventListener("focusin", (/** @type {PageEvent} */ event) => {
  if (event.target.matches(SCORE)) event.target.select();
});

document.querySelector("[data-only]")?.addEventListener("change", (event) => {
  document.querySelector("table.results").classList.toggle("only-missing", event.target.checked);
});

quick?.addEventListener("submit", async (/** @type {PageEvent} */ event) => {
  event.preventDefault();
  const field = document.getElementById("quick");
  const good = await send(quick, fieldsOf(quick, event.submitter));
  field.toggleAttribute("aria-invalid", !good);
  if (good) field.value = "";
  field.focus();
});

/** @param {any} what */
function rowOf(what) {
  if (typeof what === "string") return document.getElementById(`table-${what}`);
  const row = what?.closest?.("tr");
  return row?.matches("tr.why") ? row.previousElementSibling : row?.dataset.table ? row : null;
}

/** @param {any} row @param {[string, string] | null} extra */
async function save(row, extra) {
  const table = row.dataset.table;
  const fields = new URLSearchParams();
  for (const field of row.querySelectorAll(`${SCORE}, select.ending`)) {
    fields.append(field.name, field.value);
    field.dataset.sent = "1";
  }
  for (const field of form.querySelectorAll("input[type=hidden], select[name=as], [data-only]:checked")) {
    fields.append(field.name, field.value);
  }
  fields.append("do", fields.has("second") ? "second" : "save");
  if (extra) fields.append(...extra);
  const typed = [...row.querySelectorAll(SCORE)].some((field) => field.value !== "");
  const good = await send(form, fields);
  const next = good ? nextMissing(table) : document.getElementById(`b${table}`);
  if (next) next.focus();
  else if (good && typed) document.querySelector("[data-primary]")?.focus();
}

function rows() {
  return [...form.querySelectorAll("tr[data-table]")];
}

/** @param {string} table */
function nextMissing(table) {
  const all = rows();
  const at = all.findIndex((row) => row.dataset.table === table);
  const order = [...all.slice(at + 1), ...all.slice(0, at)];
  return order.find((row) => row.classList.contains("missing"))?.querySelector(SCORE);
}

/** @param {HTMLInputElement} field @param {number} step */
function beside(field, step) {
  const all = rows().filter((/** @type {HTMLElement} */ row) => row.offsetParent !== null);
  const at = all.indexOf(rowOf(field));
  return all[at + step]?.querySelectorAll(SCORE)[field.name.startsWith("b") ? 0 : 1];
}

// p played, t time, f forfeit, l came too late, r resigned; b and w then say whose, and twice t adds a second flag.
/** @param {any} row @param {string} letter */
function ending(row, letter) {
  const select = row.querySelector("select.ending");
  const now = select.value;
  const wanted = {
    p: "p",
    t: now.startsWith("t") ? `${now}b` : "tb",
    f: now === "fb" || now === "fw" ? "ff" : "fb",
    l: now === "lb" || now === "lw" ? "ll" : "lb",
    r: "rb",
    b: now.replace(/.$/, "b"),
    w: now.replace(/.$/, "w"),
  }[letter];
  if (now === "p" && (letter === "b" || letter === "w")) return;
  if ([...select.options].some((option) => option.value === wanted)) select.value = wanted;
}
