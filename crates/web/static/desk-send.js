// @ts-check
// Sends a form without leaving the page: the same request a browser would send, and of the answer only
// the parts that differ are put in place. Everything works without this, a little slower.

import { parsePage, swap } from "/static/swap.js";

/** @param {HTMLFormElement} form @param {FormData | URLSearchParams} fields */
export async function send(form, fields) {
  const body = new URLSearchParams(/** @type {any} */ (fields ?? new FormData(form)));
  const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "text/html" } });
  const page = parsePage(await answer.text());
  if (new URL(answer.url).pathname !== location.pathname) {
    location.href = answer.url;
    return false;
  }
  if (!page.body.classList.contains("at-desk")) {
    // A page of another kind: somebody was signed out, or the server says something of its own.
    form.submit();
    return false;
  }
  swap(page);
  return answer.ok;
}

/** @param {Found} target */
export function inField(target) {
  return target.matches?.("input:not([type=checkbox]):not([type=radio]), textarea, select");
}

// The fields of a form with the button that sent it.
/** @param {any} form @param {Found | null} button */
export function fieldsOf(form, button) {
  const fields = new FormData(form);
  if (button?.name) fields.append(button.name, button.value);
  return fields;
}
