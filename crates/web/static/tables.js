// @ts-check
// The director's screen of all tables: clocks run, and what happens at a table is shown at once.

import { showTime } from "/static/clock.js";
import { Stream } from "/static/stream.js";
import { askAgain, oneAtATime, swap } from "/static/swap.js";

const part = () => document.querySelector("[data-part=tables]");
let read = performance.now();

function tick() {
  const passed = performance.now() - read;
  for (const clock of document.querySelectorAll("[data-left]")) {
    const left = Number(clock.dataset.left) - ("runs" in clock.dataset ? passed : 0);
    clock.textContent = showTime(left);
    clock.classList.toggle("run", "runs" in clock.dataset);
    clock.classList.toggle("down", left <= 0);
  }
}

const refresh = oneAtATime(async () => {
  // Nothing is taken away under somebody's hand.
  if (part()?.querySelector("details[open]")) return;
  try {
    const page = await askAgain();
    if (!page) return;
    swap(page);
    read = performance.now();
    tick();
  } catch {
    // The next event or the next look shows it.
  }
});

const slug = location.pathname.split("/")[2];
new Stream(`/api/v1/tournaments/${slug}/events`, { event: refresh });
setInterval(tick, 200);
setInterval(refresh, 5000);
tick();
