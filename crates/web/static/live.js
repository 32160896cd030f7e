// @ts-check
// Keeps a page fresh: when the server says that something changed, the page is asked for again and
// only the parts that differ are put in place. A cut is said, not hidden; afterwards it goes on.

import { Stream } from "/static/stream.js";
import { askAgain, oneAtATime, parsePage, swap } from "/static/swap.js";

const { body } = document;
const address = body.dataset.live;
let version = body.dataset.version;

// How often a page asks by itself while no stream tells it.
const POLL_MS = 15000;
let told = false;
/** @type {Stream | null} */
let stream = null;
/** @type {MessagePort | null} */
let port = null;

const refresh = oneAtATime(async () => {
  try {
    const page = await askAgain();
    if (!page) return;
    const details = [...document.querySelectorAll("tr.detail[id]")].map((one) => one.id);
    swap(page);
    for (const id of details) {
      const link = document.getElementById(id) ? null
        : document.querySelector(`a.toggle[data-open="${CSS.escape(id)}"]`);
      if (link) open(link);
    }
    version = page.body.dataset.version;
    if (!told) restored();
  } catch {
    stopped();
  }
});

if (address) {
  if ("SharedWorker" in window) share();
  else connect();
  addEventListener("pagehide", () => port?.postMessage({ leave: true }));
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    port?.postMessage({ watch: address });
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
    const worker = new SharedWorker("/static/live-worker.js", { name: "outflank-live", type: "module" });
    worker.addEventListener("error", () => {
      port = null;
      connect();
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
  port.postMessage({ watch: address });
}

function connect() {
  stream ??= new Stream(
    address,
    { snapshot: (data) => hear("snapshot", data), event: (data) => hear("event", data) },
    { opened: heard, cut },
  );
}

/** @param {string} name @param {string} data */
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

/** @param {any} link */
async function open(link) {
  const id = link.dataset.open;
  try {
    const asked = id.replace("bq-", "");
    const answer = await fetch(`${location.pathname}?open=${encodeURIComponent(asked)}`);
    const page = parsePage(await answer.text());
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
