// @ts-check
// One stream of an event for all tabs of this browser: a browser keeps few connections to one server, and
// pages need them too. More events than that are not watched here; their pages ask now and then.

import { Stream } from "/static/stream.js";

const STREAMS_MAX = 3;
const SILENT_MS = 180000;
// The streams by address, each with the tabs that follow it and when each was last heard of.
/** @type {Map<string, { ports: Map<MessagePort, number>, isTold: boolean, stream: Stream }>} */
const streams = new Map();

/** @type {any} */ (self).onconnect = (/** @type {MessageEvent} */ event) => {
  const port = event.ports[0];
  port.onmessage = ({ data }) => {
    if (data.watch) watch(port, data.watch);
    else if (data.leave) leave(port);
    else if (data.alive) seen(port);
  };
};

/** @param {MessagePort} port @param {string} url */
function watch(port, url) {
  leave(port);
  const shared = streams.get(url);
  if (shared) {
    port.postMessage({ state: shared.stream.isOpen ? "open" : "cut" });
    // What changed since the first tab came is asked for; the page knows its own version.
    if (shared.isTold) port.postMessage({ state: "look" });
  } else if (streams.size >= STREAMS_MAX) {
    port.postMessage({ state: "full" });
    return;
  }
  (shared ?? open(url)).ports.set(port, Date.now());
}

/** @param {string} url */
function open(url) {
  /** @type {{ ports: Map<MessagePort, number>, isTold: boolean, stream: Stream | null }} */
  const shared = { ports: new Map(), isTold: false, stream: null };
  streams.set(url, shared);
  /** @param {object} message */
  const tell = (message) => shared.ports.forEach((_, port) => port.postMessage(message));
  /** @type {Record<string, (data: string) => void>} */
  const hear = {
    snapshot: (data) => {
      shared.isTold = true;
      tell({ event: "snapshot", data });
    },
    event: (data) => tell({ event: "event", data }),
  };
  const state = { opened: () => tell({ state: "open" }), cut: () => tell({ state: "cut" }) };
  shared.stream = new Stream(url, hear, state);
  return shared;
}

/** @param {MessagePort} port */
function seen(port) {
  for (const { ports } of streams.values()) if (ports.has(port)) ports.set(port, Date.now());
}

/** @param {MessagePort} port */
function leave(port) {
  for (const [url, { ports, stream }] of streams) {
    if (!ports.delete(port) || ports.size > 0) continue;
    stream.close();
    streams.delete(url);
  }
}

// A tab that was killed says nothing more.
setInterval(() => {
  for (const { ports } of streams.values()) {
    for (const [port, last] of ports) if (Date.now() - last > SILENT_MS) leave(port);
  }
}, 60000);
