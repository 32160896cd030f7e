// @ts-check
// Taps that the server has not answered yet, kept on the device: they survive a reload, a crash and an
// empty battery. IndexedDB works without a secure origin. If a browser has none, they live in memory, and
// the page says so.

const NAME = "outflank-taps";
const PATIENCE_MS = 5000;

/** @param {IDBRequest} request */
function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function open() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    const taps = request.result.createObjectStore("taps", { keyPath: "n", autoIncrement: true });
    taps.createIndex("game", "game");
    request.result.createObjectStore("kept");
  };
  return asked(request);
}

export class Queue {
  /** @param {string} game @param {IDBDatabase | null} base */
  constructor(game, base) {
    this.game = game;
    this.base = base;
    /** @type {Tap[]} */
    this.taps = [];
    this.spare = 0;
  }

  // What waits for this game, from this visit or an earlier one.
  /** @param {string} game */
  static async of(game) {
    try {
      // A page that was left while it made the store may hold it for a moment; nobody waits for ever.
      const base = await Promise.race([open(), new Promise((_, reject) => setTimeout(reject, PATIENCE_MS))]);
      const queue = new Queue(game, base);
      const store = base.transaction("taps").objectStore("taps").index("game");
      queue.taps = await asked(store.getAll(game));
      return queue;
    } catch {
      return new Queue(game, null);
    }
  }

  get isKept() {
    return this.base !== null;
  }

  // Durable before the board shows it.
  /** @param {any} tap */
  async add(tap) {
    const kept = { ...tap, game: this.game };
    if (this.base) {
      const work = this.base.transaction("taps", "readwrite", { durability: "strict" });
      kept.n = await asked(work.objectStore("taps").add(kept));
    } else {
      this.spare += 1;
      kept.n = this.spare;
    }
    this.taps.push(kept);
    return kept;
  }

  /** @param {any} tap */
  async remove(tap) {
    this.taps = this.taps.filter((one) => one.n !== tap.n);
    if (this.base) {
      const work = this.base.transaction("taps", "readwrite", { durability: "strict" });
      await asked(work.objectStore("taps").delete(tap.n));
    }
  }

  // The table as the server last sent it, for a page that is opened without a network.
  /** @param {string} key @param {any} value */
  async keep(key, value) {
    if (!this.base) return;
    await asked(this.base.transaction("kept", "readwrite").objectStore("kept").put(value, `${this.game}/${key}`));
  }

  /** @param {string} key */
  async kept(key) {
    if (!this.base) return null;
    return (await asked(this.base.transaction("kept").objectStore("kept").get(`${this.game}/${key}`))) ?? null;
  }
}
