// One stream of an event for all tabs of this browser: a browser keeps few connections to one server, and
// pages need them too. More events than that are not watched here; their pages ask now and then.

const STREAMS_MAX = 3;
const SILENT_MS = 180000;
const streams = new Map();

onconnect = (event) => {
  const port = event.ports[0];
  port.onmessage = ({ data }) => {
    if (data.watch) watch(port, data.watch);
    else if (data.leave) leave(port);
    else if (data.alive) port.seen = Date.now();
  };
};

function watch(port, url) {
  leave(port);
  port.seen = Date.now();
  let stream = streams.get(url);
  if (!stream) {
    if (streams.size >= STREAMS_MAX) {
      port.postMessage({ state: "full" });
      return;
    }
    stream = { url, ports: new Set(), snapshot: null, retry: 1000, source: null };
    streams.set(url, stream);
    open(stream);
  } else {
    port.postMessage({ state: stream.source?.readyState === 1 ? "open" : "cut" });
    // What changed since the first tab came is asked for; the page knows its own version.
    if (stream.last) port.postMessage({ state: "look" });
  }
  stream.ports.add(port);
}

function open(stream) {
  const source = new EventSource(stream.url);
  stream.source = source;
  source.addEventListener("snapshot", (event) => {
    stream.last = true;
    tell(stream, { event: "snapshot", data: event.data });
  });
  source.addEventListener("event", (event) => tell(stream, { event: "event", data: event.data }));
  source.addEventListener("open", () => {
    stream.retry = 1000;
    tell(stream, { state: "open" });
  });
  source.addEventListener("error", () => {
    tell(stream, { state: "cut" });
    // The browser reconnects by itself unless the server closed the stream for good.
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => streams.get(stream.url) === stream && open(stream), stream.retry);
    stream.retry = Math.min(stream.retry * 2, 30000);
  });
}

function tell(stream, message) {
  for (const port of stream.ports) port.postMessage(message);
}

function leave(port) {
  for (const [url, stream] of streams) {
    if (!stream.ports.delete(port) || stream.ports.size > 0) continue;
    stream.source.close();
    streams.delete(url);
  }
}

// A tab that was killed says nothing more.
setInterval(() => {
  for (const stream of streams.values()) {
    for (const port of stream.ports) if (Date.now() - port.seen > SILENT_MS) leave(port);
  }
}, 60000);
