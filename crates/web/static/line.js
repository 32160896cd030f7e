// @ts-check
// The line between a device and the server: it says every few seconds that it is there and what waits, so
// that its clock is compared with the server's; it sends taps one by one and in order, each until it is
// answered; it always knows how things stand.
//
// Times of taps are the server's as this device reckons them: a reading of the server plus the device's own
// monotonic clock, so that a wrong or jumping wall clock does not matter.

import { randomName } from "/static/dom.js";
import { Stream } from "/static/stream.js";

const EVERY_MS = 4000;
const RETRY_MS = [500, 1000, 2000, 4000, 8000];
const PATIENCE_MS = 8000;
// A server's reading that differs by more is a device that slept.
const SLEPT_MS = 3000;

export class Line {
  // `changed` is called whenever there is something new to show.
  /**
   * @param {{ game: string, queue: import("/static/queue.js").Queue, place?: string, changed: () => void }} of
   */
  constructor({ game, queue, place = "board", changed }) {
    this.game = game;
    this.queue = queue;
    this.place = place;
    this.changed = changed;
    this.device = place === "clock" ? `${deviceName()}-clock` : deviceName();
    this.base = Date.now() - performance.now();
    this.hasTime = false;
    /** @type {TableView | null} */
    this.view = null;
    this.state = "sending";
    this.since = null;
    this.problem = null;
    /** @type {({ tap: Tap } & Refused)[]} */
    this.refused = [];
    // Answered, but not in the table that was last read.
    /** @type {Tap[]} */
    this.acked = [];
    // Kept apart for the director: they are shown here until he has decided.
    /** @type {Tap[]} */
    this.apart = [];
    this.failures = 0;
    // The latest version the stream has told of.
    this.heard = 0;
    this.contactAt = 0;
    /** @type {Promise<void> | null} */
    this.working = null;
    this.writing = 0;
    this.ended = false;
  }

  // How many taps the server has not answered.
  get waiting() {
    return this.queue.taps.length + this.writing;
  }

  // What is not in the table that was last read, in order.
  get pending() {
    return [...this.acked, ...this.queue.taps.filter((tap) => tap.act)];
  }

  // Calls for the director that have not left the device.
  get calls() {
    return this.queue.taps.filter((tap) => tap.call).map((tap) => tap.call.reason);
  }

  // The server's time as the device reckons it.
  now() {
    return Math.round(performance.now() + this.base);
  }

  async start() {
    const kept = await this.queue.kept("table");
    if (kept) {
      this.base = kept.base + (Date.now() - kept.wall) + (kept.mono - performance.now());
      this.view ??= kept.view;
    }
    this.apart = (await this.queue.kept("apart")) ?? [];
    addEventListener("online", () => this.go(true));
    document.addEventListener("visibilitychange", () => document.hidden || this.go(true));
    await this.go(true);
    this.listen();
  }

  // A tap: kept first, then sent. `made` is when it was made.
  /** @param {string} by @param {Act} act */
  async tap(by, act, made = this.now()) {
    this.writing += 1;
    this.changed();
    const tap = await this.queue.add({ id: randomName(), by, act, at: made });
    this.writing -= 1;
    this.changed();
    this.go();
    return tap;
  }

  // Takes a tap out that has not left the device.
  /** @param {Tap} tap */
  async withdraw(tap) {
    if (this.sending?.n === tap.n) return false;
    await this.queue.remove(tap);
    this.changed();
    return true;
  }

  // One thing at a time: first that we are there, then what waits.
  go(contact = false) {
    this.wantsContact ||= contact;
    this.working ??= this.work().finally(() => {
      this.working = null;
      // What came while the work ended.
      if (this.failures === 0 && this.queue.taps.length > 0) this.go();
      else this.wait();
    });
    return this.working;
  }

  wait() {
    clearTimeout(this.timer);
    if (this.ended) return;
    const delay = this.failures > 0
      ? RETRY_MS[Math.min(this.failures, RETRY_MS.length) - 1]
      : Math.max(0, EVERY_MS - (performance.now() - this.contactAt));
    this.timer = setTimeout(() => this.go(true), delay);
  }

  async work() {
    try {
      if (!this.view || this.state === "offline") this.wantsContact = true;
      while (this.wantsContact || this.queue.taps.length > 0) {
        if (this.wantsContact) await this.contact();
        if (this.queue.taps.length > 0) await this.send(this.queue.taps[0]);
        if (this.queue.taps.length === 0) this.noticeOthers();
      }
      this.failures = 0;
      this.since = null;
      if (this.state !== "replaced" && this.state !== "locked") this.state = "sent";
    } catch (thrown) {
      const problem = /** @type {Error & { locked?: boolean }} */ (thrown);
      this.failures += 1;
      this.since ??= this.now();
      if (this.state !== "replaced") this.state = problem.locked ? "locked" : "offline";
      this.problem = problem.message;
    }
    this.changed();
  }

  /** @param {string} path @param {any} body */
  async ask(path, body) {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: patience(),
    });
    if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
    const said = await answer.json();
    if (answer.status === 401 || said.code === "access.sign_in" || said.code === "access.not_allowed") {
      throw Object.assign(new Error(said.message), { locked: true });
    }
    return { ok: answer.ok, said };
  }

  async contact() {
    this.wantsContact = false;
    this.contactAt = performance.now();
    // The server's time is read before it is told ours.
    if (!this.hasTime) await this.look();
    const waiting = this.queue.taps.filter((tap) => tap.act).length;
    const { ok, said } = await this.ask(`/api/v1/games/${this.game}/table`, {
      device: this.device, at_ms: this.now(), queued: waiting, place: this.place,
    });
    if (ok) {
      if (this.state === "replaced") this.state = "sent";
      await this.take(said);
    } else if (said.code === "device.other") {
      this.state = "replaced";
      this.other = said.facts.device;
      await this.look();
    } else {
      throw new Error(said.message);
    }
  }

  // The table without being its device.
  async look() {
    const answer = await fetch(`/api/v1/games/${this.game}/table`, { signal: patience() });
    if (answer.ok) await this.take(await answer.json());
  }

  /** @param {TableView} view */
  async take(view) {
    const off = view.now - this.now();
    if (!this.hasTime || Math.abs(off) > SLEPT_MS) {
      this.base += off;
      this.hasTime = true;
    }
    if (!this.view || view.version >= this.view.version) this.view = view;
    this.acked = this.acked.filter((tap) => tap.version > this.view.version);
    const wall = Date.now();
    await this.queue.keep("table", { view: this.view, base: this.base, wall, mono: performance.now() });
    this.changed();
  }

  // Sends a tap. The answer has the table with the tap in it, so that a tap is one request.
  /** @param {Tap} tap */
  async send(tap) {
    this.sending = tap;
    const { id: command_id, by, act, call } = tap;
    const made = { device: this.device, at_ms: tap.at };
    try {
      if (this.state !== "replaced" && this.queue.taps.length > 1) this.state = "sending";
      const { ok, said } = call
        ? await this.ask(`/api/v1/games/${this.game}/calls`, { command_id, ...call })
        : await this.ask(`/api/v1/games/${this.game}/commands`, { command_id, by, act, made, table: true });
      if (!ok) this.refused.push({ tap, message: said.message, clause: said.clause });
      else if (said.held) await this.keepApart({ ...tap, held: said.held });
      else if (act) this.acked.push({ ...tap, version: said.version });
      await this.queue.remove(tap);
      if (said.table) await this.take(said.table);
      else this.wantsContact = true;
      this.changed();
    } finally {
      this.sending = null;
    }
  }

  // What others do at this table is told at once; without the stream it is seen at the next contact.
  listen() {
    new Stream(`/api/v1/games/${this.game}/events`, {
      event: (data) => {
        this.heard = Math.max(this.heard, JSON.parse(data).seq);
        // While a tap is under way its answer comes first: it may be what the stream tells of.
        if (!this.working && this.noticeOthers()) this.go(true);
      },
    });
  }

  // Whether the stream told of something that is not in the table; then it is asked for once.
  noticeOthers() {
    const isNews = this.view !== null && this.heard > this.view.version;
    if (isNews) this.heard = 0;
    this.wantsContact ||= isNews;
    return isNews;
  }

  // Gives the table to another device.
  async handOver() {
    const { ok, said } = await this.ask(`/api/v1/games/${this.game}/release`,
      { device: this.device, place: this.place });
    if (!ok) throw new Error(said.message);
    this.ended = true;
    clearTimeout(this.timer);
  }

  // Calls the director: kept first like a tap, so that a call without a network survives a reload too.
  /** @param {string} by @param {string} reason */
  async call(by, reason) {
    await this.queue.add({ id: randomName(), call: { by, reason }, at: this.now() });
    this.changed();
    await this.go(true);
  }

  /** @param {Tap} tap */
  async keepApart(tap) {
    this.apart.push(tap);
    await this.queue.keep("apart", this.apart);
  }

  // Whether the director has not decided about a tap that is kept apart.
  /** @param {Tap} tap */
  isOpen(tap) {
    return this.view?.held.some((one) => one.held === tap.held) ?? true;
  }
}

function deviceName() {
  let name = localStorage.getItem("outflank-device");
  if (!name) {
    name = `tablet-${randomName(6)}`;
    localStorage.setItem("outflank-device", name);
  }
  return name;
}

// Gives up on a request after a while. The checker does not know the function yet.
const patience = () => /** @type {any} */ (AbortSignal).timeout(PATIENCE_MS);
