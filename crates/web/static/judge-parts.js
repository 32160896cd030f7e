// Pieces of the panels beside the judge's board.

import { h } from "/static/dom.js";

// One step: its words, its clause, and for the present one what can be done.
export function step(app, state, text, axis, ...doing) {
  const clause = axis ? app.rule(axis).clause : null;
  const attributes = state === "now" ? { "aria-current": "step" } : { class: state };
  return h("li", attributes, h("span", {}, text), clause ? clauseLink(clause) : h("span", {}),
    state === "now" && doing.length > 0 ? h("div", { class: "full stack" }, ...doing) : null);
}

export function clauseLink(clause) {
  return h("a", { class: "clause", href: `${document.body.dataset.rules}#${clause.replace(" ", "-")}`, target: "_blank" }, clause.split(" ").slice(1).join(" "));
}

export function choice(label, onclick, kind = "", id = null) {
  return h("button", { type: "button", class: `btn big ${kind}`, id: id && `do-${id}`, onclick }, label);
}

export const steps = (list) => h("ol", { class: "steps" }, ...list);
