// @ts-check
// "Find me": narrows a list of names as one types, and remembers the name on this device.

const field = document.getElementById("find");
const found = document.getElementById("found");
const KEY = "outflank.find";

if (field) {
  try {
    field.value = localStorage.getItem(KEY) ?? "";
  } catch {
    // A browser without storage forgets; that is all.
  }
  field.addEventListener("input", () => {
    try {
      localStorage.setItem(KEY, field.value);
    } catch {
      // As above.
    }
    narrow();
  });
  document.addEventListener("fresh", narrow);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.matches("input, textarea, select")) {
      event.preventDefault();
      field.focus();
      field.select();
    }
  });
  narrow();
}

// Letters without their marks, so that "Wojcik" finds "Wójcik".
/** @param {string} text */
function plain(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}

function narrow() {
  const asked = plain(field.value.trim());
  const hits = [];
  for (const item of document.querySelectorAll("[data-name]")) {
    const hit = asked === "" || plain(item.dataset.name).includes(asked);
    item.hidden = !hit;
    if (hit) hits.push(item);
  }
  document.querySelectorAll("tr.mine").forEach((row) => row.classList.remove("mine"));
  if (asked === "") {
    found.replaceChildren();
    return;
  }
  if (hits.length === 0) {
    found.textContent = field.dataset.none;
    return;
  }
  // One hit is told at once, and its table is marked.
  if (hits.length === 1) {
    const copy = document.createElement("span");
    copy.append(...[...hits[0].childNodes].map((node) => node.cloneNode(true)));
    copy.className = "found-one";
    found.replaceChildren(copy);
    const table = hits[0].querySelector("a.no")?.getAttribute("href");
    if (table) document.querySelector(table)?.classList.add("mine");
  } else {
    found.replaceChildren();
  }
}
