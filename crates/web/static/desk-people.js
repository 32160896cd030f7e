// @ts-check
// Entering people: a federation's list is searched as one types.

const KEY = "outflank.people";

const name = document.getElementById("name");
const offered = document.getElementById("people");
const state = document.getElementById("people-state");
// Number, name, country and rating of each.
/** @type {[number, string, string?, string?][]} */
let people = stored();
tell();

document.getElementById("people-file")?.addEventListener("change", async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  people = read(await file.text());
  try {
    localStorage.setItem(KEY, JSON.stringify(people));
  } catch {
    // Too large to keep: it is there until the page is left.
  }
  tell();
});

name?.addEventListener("input", () => {
  const asked = plain(name.value.trim());
  const exact = people.find((one) => shown(one) === name.value);
  if (exact) fill(exact);
  const hits = asked.length < 2 ? [] : people.filter((one) => plain(one[1]).includes(asked)).slice(0, 12);
  offered.replaceChildren(
    ...hits.map((one) => {
      const option = document.createElement("option");
      option.value = shown(one);
      return option;
    }),
  );
});

/** @param {[number, string, string?, string?]} one */
function shown([number, who, country]) {
  return country ? `${who} {${country}} #${number}` : `${who} #${number}`;
}

/** @param {[number, string, string?, string?]} one */
function fill([number, who, country, rating]) {
  const set = (/** @type {string} */ field, /** @type {any} */ value) => {
    name.form.querySelector(`[name=${field}]`).value = value;
  };
  const [last, first] = who.split(",").map((part) => part.trim());
  name.value = first ? `${first} ${last.replace(/\p{L}+/gu, (word) => word[0] + word.slice(1).toLowerCase())}` : who;
  set("wof_id", number);
  set("country", country ?? "");
  set("rating", rating ?? "");
}

// Lines like `280016 ACUNA, Ricardo %_<1641>` below `pays = CHI`.
/** @param {string} text */
function read(text) {
  /** @type {[number, string, string?, string?][]} */
  const list = [];
  let country = null;
  for (const line of text.split(/\r\n?|\n/)) {
    const pays = /^\s*pays\s*=\s*(\w+)/.exec(line);
    if (pays) country = pays[1];
    const player = /^\s*(\d+)\s+([^{<%']+?)\s*(?:%_)?\s*(?:\{(\w+)\})?\s*(?:%_)?\s*(?:<(-?\d+)>)?/.exec(line);
    if (player && player[2]) list.push([Number(player[1]), player[2].trim(), player[3] ?? country, player[4] ?? null]);
  }
  return list;
}

/** @param {string} text */
function plain(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

function tell() {
  if (!state) return;
  state.textContent = people.length ? state.dataset.known.replace("{n}", String(people.length)) : state.dataset.none;
}
