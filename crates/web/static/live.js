// Keeps a page fresh: when the server says that something changed, the page is asked for again and
// only the parts that differ are put in place. A cut is said, not hidden; afterwards it goes on.

const body = document.body;
const stream = body.dataset.live;
let version = body.dataset.version;
let fetching = false;
let again = false;
let retry = 1000;

// How often a page asks by itself while no stream tells it.
const POLL_MS = 15000;
let told = false;
let source = null;
let port = null;

if (stream) {
  if ("SharedWorker" in window) share();
  else connect();
  // A page that is left gives its connection back: a browser keeps few to one server, also for pages
  // it holds ready behind the back button.
  addEventListener("pagehide", () => {
    source?.close();
    port?.postMessage({ leave: true });
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    if (port) port.postMessage({ watch: stream });
    else connect();
    refresh();
  });
  setInterval(() => {
    if (!told) refresh();
    port?.postMessage({ alive: true });
  }, POLL_MS);
}

// All tabs of a browser share one stream; a tab alone opens its own.
function share() {
  try {
    const worker = new SharedWorker("/static/live-worker.js", { name: "outflank-live" });
    worker.addEventListener("error", () => {
      port = null;
      if (!source) connect();
    });
    port = worker.port;
  } catch {
    connect();
    return;
  }
  port.onmessage = ({ data }) => {
    if (data.event) hear(data.event, data.data);
    else if (data.state === "open") heard();
    else if (data.state === "cut") cut();
    else if (data.state === "look") refresh();
    else told = false;
  };
  port.postMessage({ watch: stream });
}

function connect() {
  source?.close();
  source = new EventSource(stream);
  for (const name of ["snapshot", "event"]) source.addEventListener(name, (event) => hear(name, event.data));
  source.addEventListener("open", () => {
    retry = 1000;
    heard();
  });
  source.addEventListener("error", () => {
    cut();
    // The browser reconnects by itself unless the server closed the stream for good.
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(connect, retry);
      retry = Math.min(retry * 2, 30000);
    }
  });
}

function hear(name, data) {
  heard();
  // The first message says how far the event is; whoever was away for a while learns it there.
  if (name === "snapshot") {
    if (data !== version) refresh();
    return;
  }
  const { kind } = JSON.parse(data);
  // Moves at the tables are for the pages of boards.
  if (kind.startsWith("tournament.")) refresh();
}

function heard() {
  told = true;
  restored();
}

function cut() {
  told = false;
  stopped();
}

async function refresh() {
  // One request at a time; what comes meanwhile asks once more at the end.
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  again = false;
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      swap(page);
      version = page.body.dataset.version;
      if (!told) restored();
    }
  } catch {
    stopped();
  } finally {
    fetching = false;
  }
  if (again) refresh();
}

// Puts the parts that differ in place; focus, scroll and what a reader has opened stay.
function swap(page) {
  const focused = signature(document.activeElement);
  const opened = [...document.querySelectorAll("details[open][id], tr.detail[id]")].map((one) => one.id);
  for (const part of document.querySelectorAll("[data-part]")) {
    const fresh = page.querySelector(`[data-part="${CSS.escape(part.dataset.part)}"]`);
    if (!fresh) continue;
    if (fresh.className !== part.className) part.className = fresh.className;
    if (fresh.hidden !== part.hidden) part.hidden = fresh.hidden;
    if (fresh.innerHTML === part.innerHTML) continue;
    part.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)));
    part.dispatchEvent(new CustomEvent("fresh", { bubbles: true }));
  }
  for (const id of opened) {
    const one = document.getElementById(id);
    if (one instanceof HTMLDetailsElement) one.open = true;
    const link = one ? null : document.querySelector(`a.toggle[data-open="${CSS.escape(id)}"]`);
    if (link) open(link);
  }
  if (focused) document.querySelector(focused)?.focus({ preventScroll: true });
}

function signature(element) {
  if (!element || element === body) return null;
  if (element.id) return `#${CSS.escape(element.id)}`;
  const href = element.getAttribute("href");
  return href ? `${element.tagName.toLowerCase()}[href="${CSS.escape(href)}"]` : null;
}

function stopped() {
  const time = new Date().toLocaleTimeString(document.documentElement.lang, { hour12: false });
  for (const place of document.querySelectorAll("[data-live-state]")) {
    if (place.dataset.before === undefined) place.dataset.before = place.textContent;
    place.textContent = body.dataset.stopped.replace("{time}", time);
  }
}

function restored() {
  for (const place of document.querySelectorAll("[data-live-state]")) {
    if (place.dataset.before !== undefined) {
      place.textContent = place.dataset.before;
      delete place.dataset.before;
    }
  }
}

// The arithmetic of a tie-break opens in place; without this module the link opens the page with it.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a.toggle[data-open]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const shown = document.getElementById(link.dataset.open);
  if (shown) {
    shown.remove();
    link.closest("tr").classList.remove("open");
    link.setAttribute("aria-expanded", "false");
  } else {
    open(link);
  }
});

async function open(link) {
  const id = link.dataset.open;
  try {
    const asked = id.replace("bq-", "");
    const answer = await fetch(`${location.pathname}?open=${encodeURIComponent(asked)}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const detail = page.getElementById(id);
    if (!detail || document.getElementById(id)) return;
    link.closest("tr").after(document.importNode(detail, true));
    link.closest("tr").classList.add("open");
    link.setAttribute("aria-expanded", "true");
  } catch {
    location.href = link.href;
  }
}

// A link that acts as a button also answers to the space bar.
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || !event.target.matches?.("a[role=button]")) return;
  event.preventDefault();
  event.target.click();
});

// Brings the current tab into view where tabs scroll.
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
