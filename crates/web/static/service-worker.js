// @ts-check
// Keeps the pages beside a board and what they are made of, so that they open again without a network.
// Only browsers with TLS run it. Nothing of the API is ever answered from here.

// The checker knows the window only.
const worker = /** @type {any} */ (self);
const NAME = "outflank-table-1";

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  const isPage = /^\/t\/[^/]+\/tables\/\d+(\/clock)?$/.test(pathname);
  if (isPage || pathname.startsWith("/static/")) event.respondWith(fresh(request));
});

// From the network, and kept; without one, what was kept.
/** @param {Request} request */
async function fresh(request) {
  const kept = await caches.open(NAME);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await kept.put(request, answer.clone());
    return answer;
  } catch (problem) {
    const found = await kept.match(request, { ignoreSearch: true });
    if (found) return found;
    throw problem;
  }
}
