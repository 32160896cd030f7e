// @ts-check
// Pieces of the panels beside the judge's board.

import { h } from "/static/dom.js";

// One step: its words, its clause, and for the present one what can be done.
/**
 * @param {JudgeApp} app
 * @param {string} state
 * @param {string | Node} text
 * @param {string | null} axis
 * @param {...Node} doing
 */
export function step(app, state, text, axis, ...doing) {
  const clause = axis ? app.rule(axis).clause : null;
  const attributes = state === "now" ? { "aria-current": "step" } : { class: state };
  return h("li", attributes, h("span", {}, text), clause ? clauseLink(clause) : h("span", {}),
    state === "now" && doing.length > 0 ? h("div", { class: "full stack" }, ...doing) : null);
}

/** @param {string} clause */
export function clauseLink(clause) {
  return h("a",
    { class: "clause", href: `${document.body.dataset.rules}#${clause.replace(" ", "-")}`, target: "_blank" },
    clause.split(" ").slice(1).join(" "));
}

/** @param {string} label @param {() => unknown} onclick */
export function choice(label, onclick, kind = "", id = "") {
  return h("button", { type: "button", class: `btn big ${kind}`, id: id && `do-${id}`, onclick }, label);
}

export const steps = (/** @type {Node[]} */ list) => h("ol", { class: "steps" }, ...list);
