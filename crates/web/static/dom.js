// @ts-check
// Small pieces for pages that are drawn on the device: elements, and words from the language file.

/** @param {string} kind @param {...any} children */
export function h(kind, attributes = {}, ...children) {
  const made = document.createElement(kind);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

// A disc of a side, with its name for those who do not see it.
/** @param {Side} side @param {string} [label] */
export const disc = (side, label) =>
  h("span", { class: `disc ${side === "black" ? "b" : "w"}`, ...(label && { role: "img", "aria-label": label }) });

// The messages the page was sent; `{name}` stands for a value.
export class Words {
  /** @param {string} text */
  constructor(text) {
    /** @type {Record<string, string>} */
    this.messages = JSON.parse(text);
  }

  /** @param {string} key */
  t(key, values = {}) {
    const text = this.messages[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  }

  /** @param {string} key @param {number} number */
  n(key, number) {
    return this.t(`${key}.${number === 1 ? "one" : "other"}`, { n: number });
  }
}

// Puts new content in place. What looks the same stays, so that nothing is taken away under a finger; what
// has the focus keeps it if it is still there.
/** @param {HTMLElement} place @param {...any} content */
export function fill(place, ...content) {
  const fresh = document.createElement("div");
  fresh.append(...content.flat().filter(Boolean));
  if (fresh.innerHTML === place.innerHTML) return;
  const focused = place.contains(document.activeElement) ? document.activeElement.id : "";
  place.replaceChildren(...fresh.childNodes);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

// A name made at random; works without a secure origin.
export function randomName(letters = 16) {
  const bytes = crypto.getRandomValues(new Uint8Array(letters));
  return [...bytes].map((byte) => "0123456789abcdefghjkmnpqrstvwxyz"[byte % 32]).join("");
}
