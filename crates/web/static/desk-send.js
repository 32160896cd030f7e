// Sends a form without leaving the page: the same request a browser would send, and of the answer only
// the parts that differ are put in place. Everything works without this, a little slower.

export async function send(form, fields) {
  const body = new URLSearchParams(fields ?? new FormData(form));
  const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
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

// Puts the parts that differ in place, and the names of the next commands.
export function swap(page) {
  for (const part of document.querySelectorAll("[data-part]")) {
    const fresh = page.querySelector(`[data-part="${CSS.escape(part.dataset.part)}"]`);
    if (!fresh || fresh.outerHTML === part.outerHTML) continue;
    for (const name of ["class", "hidden"]) {
      if (fresh.hasAttribute(name)) part.setAttribute(name, fresh.getAttribute(name));
      else part.removeAttribute(name);
    }
    if (fresh.innerHTML !== part.innerHTML || holdsFields(part)) {
      part.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)));
    }
  }
  for (const name of ["id", "version"]) {
    const value = page.querySelector(`main input[name="${name}"], .action-bar input[name="${name}"]`)?.value;
    if (value === undefined) continue;
    for (const field of document.querySelectorAll(`input[type="hidden"][name="${name}"]`)) field.value = value;
  }
}

// What was typed is not in the markup, so a row that was sent is put in place as it is stored.
function holdsFields(part) {
  return [...part.querySelectorAll("input.score, select.ending")].some((field) => field.dataset.sent);
}

export function inField(target) {
  return target.matches?.("input:not([type=checkbox]):not([type=radio]), textarea, select");
}
