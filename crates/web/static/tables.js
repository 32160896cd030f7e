// The director's screen of all tables: clocks run, and what happens at a table is shown at once.

import { showTime } from "/static/clock.js";
import { swap } from "/static/desk-send.js";

const part = () => document.querySelector("[data-part=tables]");
let read = performance.now();
let asking = false;
let again = false;

function tick() {
  const passed = performance.now() - read;
  for (const clock of document.querySelectorAll("[data-left]")) {
    const left = Number(clock.dataset.left) - ("runs" in clock.dataset ? passed : 0);
    clock.textContent = showTime(left);
    clock.classList.toggle("run", "runs" in clock.dataset);
    clock.classList.toggle("down", left <= 0);
  }
}

async function refresh() {
  if (asking) {
    again = true;
    return;
  }
  // Nothing is taken away under somebody's hand.
  if (part()?.querySelector("details[open]")) return;
  asking = true;
  again = false;
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (answer.ok) {
      swap(new DOMParser().parseFromString(await answer.text(), "text/html"));
      read = performance.now();
      tick();
    }
  } catch {
    // The next event or the next look shows it.
  } finally {
    asking = false;
  }
  if (again) refresh();
}

const slug = location.pathname.split("/")[2];
const source = new EventSource(`/api/v1/tournaments/${slug}/events`);
source.addEventListener("event", refresh);
addEventListener("pagehide", () => source.close());
setInterval(tick, 200);
setInterval(refresh, 5000);
tick();
