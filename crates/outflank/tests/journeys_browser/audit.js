// What a person without eyes, without a mouse or with weak eyes would miss on the page as it stands: a list of texts.
const found = [];
const isShown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.getClientRects().length > 0;
const isCut = (one) => one.closest(".vh") !== null;
const say = (one) => one.outerHTML.replace(/\s+/g, " ").slice(0, 140);
const textOf = (one) => {
  const labelled = (one.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("");
  const inner = [...one.querySelectorAll("[aria-label]")].map((part) => part.getAttribute("aria-label")).join("");
  return [one.getAttribute("aria-label"), labelled, one.textContent, inner, one.getAttribute("alt"), one.getAttribute("title"),
    ...[...(one.labels ?? [])].map((label) => label.textContent)].map((text) => (text ?? "").trim()).find(Boolean) ?? "";
};

// Names and roles.
const asked = "button, a[href], input:not([type=hidden]), select, textarea, summary, svg[role=img], img, [role=timer], [role=img], [role=grid]";
for (const one of document.querySelectorAll(asked)) {
  if ((isShown(one) || isCut(one)) && !one.closest("[aria-hidden=true]") && !textOf(one)) found.push(`no name: ${say(one)}`);
}
const roles = ["alert", "button", "grid", "gridcell", "group", "img", "list", "listitem", "log", "main", "navigation", "note", "region", "row", "status", "timer", "dialog", "table", "presentation", "none", "switch", "application", "radiogroup", "radio", "rowheader", "columnheader", "tablist", "tab", "search"];
for (const one of document.querySelectorAll("[role]")) {
  if (!roles.includes(one.getAttribute("role"))) found.push(`unknown role: ${say(one)}`);
}
for (const one of document.querySelectorAll("svg")) {
  if (isShown(one) && !one.closest("[aria-hidden=true]") && !one.getAttribute("role")) found.push(`a drawing that says nothing: ${say(one)}`);
}
for (const one of document.querySelectorAll(".disc")) {
  if (isShown(one) && !one.closest("[aria-hidden=true], [aria-label]")) found.push(`told by colour alone: ${say(one)}`);
}

// Structure.
if (!document.documentElement.lang) found.push("no language");
if (!document.title.trim()) found.push("no title");
if (document.querySelectorAll("main").length !== 1) found.push("not exactly one main part");
if (!document.querySelector("h1")) found.push("no first heading");
const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) found.push(`two elements are called ${id}`);
if (document.querySelector("script[src]") && !document.querySelector("[aria-live], [role=status], [role=alert], [role=log]")) found.push("nothing is announced");

// The keyboard: everything that can be clicked can be reached, in the order of the page.
const stops = [];
for (const one of document.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea, summary")) {
  if (!isShown(one) || one.disabled) continue;
  if (one.tabIndex > 0) found.push(`a focus order of its own: ${say(one)}`);
  if (one.tabIndex < 0 && !one.closest(".hits, [data-roving], [role=grid]")) found.push(`not reached by keyboard: ${say(one)}`);
  if (one.tabIndex >= 0) stops.push(one);
}
for (const group of document.querySelectorAll(".hits")) {
  if (isShown(group) && group.querySelectorAll("[tabindex='0']").length !== 1) found.push(`the board is not one stop: ${say(group)}`);
}

// Targets are large enough for a finger.
for (const one of stops) {
  const { width, height } = one.getBoundingClientRect();
  // A link in a text is as high as its line.
  const isText = one.matches("a:not(.btn)") || one.matches("input[type=checkbox], input[type=radio]");
  if (!isText && !isCut(one) && (width < 24 || height < 24)) {
    found.push(`smaller than a finger (${Math.round(width)} × ${Math.round(height)}): ${say(one)}`);
  }
}

// Contrast of every text that is shown, over the nearest colour behind it.
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const rgba = (colour) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
};
const over = ([r, g, b, a], [br, bg, bb]) => [r * a + br * (1 - a), g * a + bg * (1 - a), b * a + bb * (1 - a), 1];
const light = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const behind = (one) => {
  const layers = [];
  for (let at = one; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.backgroundImage !== "none") return null;
    layers.push(rgba(style.backgroundColor));
    if (layers.at(-1)[3] === 1) break;
  }
  return layers.reduceRight((below, layer) => over(layer, below), rgba(getComputedStyle(document.documentElement).backgroundColor)[3] ? rgba(getComputedStyle(document.documentElement).backgroundColor) : [255, 255, 255, 1]);
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const seen = new Set();
while (walker.nextNode()) {
  const one = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || seen.has(one) || one.closest("svg, script, style, .vh, [aria-disabled=true], :disabled, noscript, option")) continue;
  seen.add(one);
  if (!isShown(one)) continue;
  const ground = behind(one);
  if (!ground) continue;
  const style = getComputedStyle(one);
  const [lighter, darker] = [light(over(rgba(style.color), ground)), light(ground)].sort((x, y) => y - x);
  const ratio = (lighter + 0.05) / (darker + 0.05);
  const size = parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  if (ratio < (isLarge ? 3 : 4.5)) found.push(`contrast ${ratio.toFixed(2)}: ${say(one)}`);
}
// The page does not scroll sideways.
if (document.documentElement.scrollWidth > innerWidth + 1) found.push(`wider than the screen: ${document.documentElement.scrollWidth} > ${innerWidth}`);
return found;
