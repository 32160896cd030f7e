// @ts-check
// The projector turns its own pages and counts down to the start.

const SECONDS = 12;
let current = 0;

function pages() {
  return [...document.querySelectorAll("[data-page]")];
}

function show() {
  const all = pages();
  if (all.length === 0) return;
  current %= all.length;
  all.forEach((page, n) => {
    page.hidden = n !== current;
  });
}

/** @param {number} by */
function turn(by) {
  const count = pages().length;
  if (count > 0) current = (current + by + count) % count;
  show();
}

function count() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const left = Math.ceil((Number(clock.dataset.until) - Date.now()) / 1000);
    if (left <= 0 || left > 5999) continue;
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

let timer = setInterval(() => turn(1), SECONDS * 1000);
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
  else if (event.key === " ") {
    // The space bar stops the turning and starts it again.
    if (timer === null) timer = setInterval(() => turn(1), SECONDS * 1000);
    else {
      clearInterval(timer);
      timer = null;
    }
  } else return;
  event.preventDefault();
});
document.addEventListener("fresh", show);
setInterval(count, 250);
show();
count();
