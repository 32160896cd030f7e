// @ts-check
// Puts a page that was asked for again in place of the one that is shown: only the parts that differ. Focus,
// scroll and opened details stay.

/** @param {string} text */
export const parsePage = (text) => new DOMParser().parseFromString(text, "text/html");

// The page that is shown, as the server has it now; nothing when it does not answer with one.
export async function askAgain() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  return answer.ok ? parsePage(await answer.text()) : null;
}

// Runs the work one at a time; calls that come meanwhile run it once more at the end.
/** @param {() => Promise<void>} work */
export function oneAtATime(work) {
  let isRunning = false;
  let again = false;
  return async () => {
    again = isRunning;
    if (isRunning) return;
    isRunning = true;
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      isRunning = false;
    }
  };
}

/** @param {Document} page */
export function swap(page) {
  const focused = signature(document.activeElement);
  const opened = [...document.querySelectorAll("details[open][id]")].map((one) => one.id);
  for (const part of document.querySelectorAll("[data-part]")) replace(/** @type {HTMLElement} */ (part), page);
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  takeCommandNames(page);
  if (focused && document.activeElement === document.body) {
    /** @type {HTMLElement | null} */ (document.querySelector(focused))?.focus({ preventScroll: true });
  }
}

/** @param {HTMLElement} part @param {Document} page */
function replace(part, page) {
  const fresh = page.querySelector(`[data-part="${CSS.escape(part.dataset.part ?? "")}"]`);
  if (!fresh || (fresh.outerHTML === part.outerHTML && !holdsSentFields(part))) return;
  for (const name of ["class", "hidden"]) {
    if (fresh.hasAttribute(name)) part.setAttribute(name, fresh.getAttribute(name) ?? "");
    else part.removeAttribute(name);
  }
  if (fresh.innerHTML === part.innerHTML && !holdsSentFields(part)) return;
  part.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)));
  part.dispatchEvent(new CustomEvent("fresh", { bubbles: true }));
}

// What was typed is not in the markup, so a row that was sent is put in place as it is stored.
/** @param {HTMLElement} part */
const holdsSentFields = (part) => part.querySelector("input.score[data-sent], select.ending[data-sent]") !== null;

// The names and versions of the next commands, in every form of the page.
/** @param {Document} page */
function takeCommandNames(page) {
  for (const name of ["id", "version"]) {
    const fresh = page.querySelector(`main input[name="${name}"], .action-bar input[name="${name}"]`);
    if (!fresh) continue;
    const { value } = /** @type {HTMLInputElement} */ (fresh);
    for (const field of document.querySelectorAll(`input[type="hidden"][name="${name}"]`)) {
      /** @type {HTMLInputElement} */ (field).value = value;
    }
  }
}

/** @param {Element | null} element */
function signature(element) {
  if (!element || element === document.body) return null;
  if (element.id) return `#${CSS.escape(element.id)}`;
  const href = element.getAttribute("href");
  return href ? `${element.tagName.toLowerCase()}[href="${CSS.escape(href)}"]` : null;
}
