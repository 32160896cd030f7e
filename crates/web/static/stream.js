// @ts-check
// A stream of server-sent events that stays open. The browser reconnects after a lost connection; when the
// server ended the stream, it is opened again after a delay that doubles and has some jitter, so that not all
// devices of a hall come back at once.

const FIRST_MS = 1000;
const LONGEST_MS = 30000;

export class Stream {
  // `hear` has a function for each name of a message; it gets the message's text. `opened` and `cut` are called
  // when the connection is made and lost.
  /**
   * @param {string} url
   * @param {Record<string, (data: string) => void>} hear
   * @param {{ opened?: () => void, cut?: () => void }} state
   */
  constructor(url, hear, { opened, cut } = {}) {
    this.url = url;
    this.hear = hear;
    this.opened = opened;
    this.cut = cut;
    this.delay = FIRST_MS;
    this.timer = 0;
    /** @type {EventSource | null} */
    this.source = null;
    this.open();
    // A page that is left gives its connection back: a browser keeps few to one server, also for pages it holds
    // ready behind the back button. A worker has no pages.
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
  }

  get isOpen() {
    return this.source?.readyState === EventSource.OPEN;
  }

  // Opens the stream, or opens it again for a fresh start.
  open() {
    this.close();
    const source = new EventSource(this.url);
    this.source = source;
    for (const [name, hear] of Object.entries(this.hear)) {
      source.addEventListener(name, (event) => {
        this.delay = FIRST_MS;
        hear(event.data);
      });
    }
    source.addEventListener("open", () => this.opened?.());
    source.addEventListener("error", () => {
      this.cut?.();
      if (source !== this.source || source.readyState !== EventSource.CLOSED) return;
      this.timer = setTimeout(() => this.open(), this.delay * (0.5 + Math.random() / 2));
      this.delay = Math.min(this.delay * 2, LONGEST_MS);
    });
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }
}
