// @ts-check
// The line of somebody who plays on screen: what was done is kept in this browser and sent again under the same
// name until it is answered, so that nothing is lost or doubled by a cut, a reload or a restart.

import { randomName } from "/static/dom.js";

export class PlayLine {
  // Told is `says(key)` what becomes of it, `stands()` that the clock stands, `answered(act)`, `refused(answer)`
  // and `rests()` when nothing is under way any more.
  /**
   * @param {string} game
   * @param {{ says(key: string): void, stands(): void, answered(act: Act): void, refused(answer: Refused): void,
   *   rests(): void }} told
   */
  constructor(game, told) {
    this.path = `/api/v1/games/${game}`;
    this.key = `outflank.play.${game}`;
    this.told = told;
    this.retry = 500;
    this.isSending = false;
    this.kept = this.read();
    this.kept.device ??= randomName(10);
    this.keep();
  }

  get pending() {
    return this.kept.pending;
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(this.key)) ?? {};
    } catch {
      return {};
    }
  }

  keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.kept));
    } catch {
      // A browser without storage plays all the same, but not after a reload.
    }
  }

  // Keeps an act and sends it; `usedMs` is the time it took on this device.
  /** @param {string} by @param {Act} act @param {number} usedMs */
  async send(by, act, usedMs) {
    const made = { device: this.kept.device, used_ms: Math.max(0, Math.round(usedMs)) };
    this.kept.pending = { path: `${this.path}/commands`, by, command: { command_id: randomName(), by, act, made } };
    this.keep();
    await this.flush();
  }

  async flush() {
    if (this.isSending || !this.pending) return;
    this.isSending = true;
    while (this.pending && (await this.sendOnce()));
    this.isSending = false;
    this.told.rests();
  }

  // Sends what is kept once; false when it waits for the clock.
  async sendOnce() {
    const { path, by, command } = this.pending;
    this.told.says("play.sending");
    try {
      const answer = await this.ask(path, by, command);
      if (answer.status >= 500 || answer.status === 429) throw new Error("later");
      const said = answer.ok ? {} : await answer.json().catch(() => ({}));
      // A move that comes while the clock stands is kept until it runs again.
      if (said.code === "game.clock_stopped") {
        this.told.says("play.kept");
        this.told.stands();
        return false;
      }
      delete this.kept.pending;
      this.keep();
      this.told.says("play.sent");
      this.retry = 500;
      if (answer.ok) this.told.answered(command.act);
      else this.told.refused(said);
    } catch {
      this.told.says("play.waiting");
      await new Promise((done) => setTimeout(done, this.retry));
      this.retry = Math.min(this.retry * 2, 5000);
    }
    return true;
  }

  // Asks beside what is kept, and only once; nothing when there is no answer.
  /** @param {string} what @param {string} by @param {any} body */
  async askNow(what, by, body) {
    const named = { command_id: randomName(), by, ...body };
    return this.ask(`${this.path}/${what}`, by, named).catch(() => null);
  }

  /** @param {string} path @param {string} by @param {any} body */
  ask(path, by, body) {
    /** @type {Record<string, string>} */
    const headers = { "content-type": "application/json" };
    if (this.kept[by]) headers.authorization = `Bearer ${this.kept[by]}`;
    return fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  }
}
