// Sets that were accepted here and wait until the server has answered for them. They are sent one after the other, in
// the order they were typed, each with its own key: sent twice it counts once. Two tabs of one browser share them.
//
// An item: name, key, path, send, table, round, body, draft, by, byName, state, why, and besides
//   waiting: problem ("signed-out" or "no-answer") after a try
//   refused: stored (the server has it, as typed), again (what stands in the way goes by itself)
//   done: outcome (the state of the set)
import { Store } from "../store.js";

const STATES = ["waiting", "refused", "done"];
const DONE_KEPT = 6;
const LONGEST_WAIT = 15000;
const TIME_DIGITS = 15;

export class Outbox {
  #store;
  #user;
  #post;
  #changed;
  #answered;
  #later;
  #cancel;
  #timer = null;
  #sending = false;
  #tries = 0;

  // `post(item)` promises the server's answer ({accepted, state, words} or {accepted, stored, reasons}),
  // {signedOut: true}, or null where nothing answered. `changed(name)` is called when the items have changed, with the
  // name of the one that is under way; `answered(item, answer)` when the server has answered for one.
  constructor({ storage, tournament, user, post, changed, answered, later, cancel }) {
    this.#store = new Store(storage, `charleston-pile:${tournament}:`);
    this.#user = user;
    this.#post = post;
    this.#changed = changed ?? (() => {});
    this.#answered = answered ?? (() => {});
    this.#later = later ?? ((work, milliseconds) => setTimeout(work, milliseconds));
    this.#cancel = cancel ?? ((timer) => clearTimeout(timer));
  }

  // Everybody's, in the order they were typed.
  items() {
    return this.#store.names().map((name) => this.#read(name)).filter(Boolean);
  }

  unsent() {
    return this.items().filter((item) => item.state === "waiting").length;
  }

  // Whether the item waits here now; a full storage takes none. It stands in for an earlier one of the same page.
  add(item) {
    const last = this.#store.names().at(-1) ?? "";
    const time = Math.max(Date.now(), (parseInt(last.slice(0, TIME_DIGITS), 10) || 0) + 1);
    const name = String(time).padStart(TIME_DIGITS, "0") + item.key;
    if (!this.#store.write(name, { ...item, by: this.#user, state: "waiting", why: [] })) return false;
    for (const other of this.items()) {
      if (other.path === item.path && other.name !== name && other.by === this.#user) this.forget(other);
    }
    this.#changed();
    return true;
  }

  forget(item) {
    this.#store.remove(item.name);
  }

  // Sends what waits, until nothing does or nothing answers.
  async send() {
    if (this.#sending) return;
    this.#cancel(this.#timer);
    this.#sending = true;
    try {
      for (let item = this.#next(); item; item = this.#next()) {
        if (!(await this.#sendOne(item))) break;
      }
    } finally {
      this.#sending = false;
      this.#changed();
    }
  }

  // Sends now, however often it was tried.
  retry() {
    this.#tries = 0;
    return this.send();
  }

  // Sends once more what was refused for something that goes by itself.
  sendAgain() {
    for (const item of this.items()) {
      if (item.state === "refused" && item.again && item.by === this.#user) this.#write(item, { state: "waiting" });
    }
    return this.send();
  }

  #next() {
    return this.items().find((item) => item.state === "waiting" && item.by === this.#user);
  }

  // Whether the next one may go.
  async #sendOne(item) {
    this.#changed(item.name);
    const answer = await this.#post(item);
    if (!answer || answer.signedOut) {
      if (this.#waits(item)) this.#write(item, { problem: answer ? "signed-out" : "no-answer" });
      this.#tries += 1;
      this.#timer = this.#later(() => this.send(), Math.min(LONGEST_WAIT, 1000 * 2 ** this.#tries));
      return false;
    }
    this.#tries = 0;
    if (this.#waits(item)) {
      if (answer.accepted) this.#settle(item, answer);
      else this.#refuse(item, answer);
      this.#answered(item, answer);
    }
    this.#changed();
    return true;
  }

  // Another tab may have had the answer, or have put another item in this one's place.
  #waits(item) {
    return this.#read(item.name)?.state === "waiting";
  }

  #settle(item, answer) {
    const sent = { body: undefined, draft: undefined };
    const isKept = this.#write(item, { ...sent, state: "done", at: Date.now(), outcome: answer.state, why: [answer.words] });
    if (!isKept) this.forget(item);
    const done = this.items().filter((other) => other.state === "done");
    for (const old of done.slice(0, -DONE_KEPT)) this.forget(old);
  }

  // Where the storage is full, the copy of the draft makes room for the reasons; it lies in the drafts as well.
  #refuse(item, answer) {
    const refusal = { state: "refused", problem: "", stored: answer.stored, again: answer.again, why: answer.reasons };
    if (!this.#write(item, refusal)) this.#write(item, { ...refusal, draft: null });
  }

  #write(item, changes) {
    return this.#store.write(item.name, { ...item, ...changes, name: undefined });
  }

  #read(name) {
    const item = this.#store.read(name);
    return STATES.includes(item?.state) && item.path && Array.isArray(item.why) ? { ...item, name } : null;
  }
}
