// The pile of cards, as it is seen: the sets that wait in this browser, and how the one that was typed here stands.
import { renew } from "../renewal.js";
import { stampOf } from "./stamp.js";
import { tokenField } from "./post.js";

const SENT_AS_PAGE = "charleston-pile-plain";
// How long an answer is shown, in milliseconds: the set may be reopened at another desk meanwhile.
const NEWS = 10 * 60 * 1000;
const LOOKS = { waiting: "chip-warning", sending: "chip-note", refused: "chip-bad" };

const strip = () => document.getElementById("pile");

const add = (parent, tag, text, look = "") => {
  const element = Object.assign(document.createElement(tag), { textContent: text, className: look });
  parent.append(element);
  return element;
};

const addButton = (parent, text, work) => {
  const button = add(parent, "button", text, "button-small");
  button.type = "button";
  button.addEventListener("click", work);
};

export class Pile {
  #user = strip().dataset.user;
  #outbox;
  #drafts;
  #leaving;
  #since = {}; // what has become of accepted sets, by round and table
  // The page of a set whose form was sent as a page, just now.
  #sentAsPage = sessionStorage.getItem(SENT_AS_PAGE);

  constructor({ outbox, drafts, leaving }) {
    this.#outbox = outbox;
    this.#drafts = drafts;
    this.#leaving = leaving;
    sessionStorage.removeItem(SENT_AS_PAGE);
    // A form that was sent as a page and did not come back was settled there.
    if (!this.#sentAsPage || this.#sentAsPage === location.pathname) return;
    for (const item of outbox.items()) {
      if (item.path === this.#sentAsPage && item.state === "refused") outbox.forget(item);
    }
  }

  // Whether the set of the form waits in the outbox now.
  take(form) {
    const fields = new URLSearchParams(new FormData(form));
    fields.delete("csrfmiddlewaretoken");
    fields.set("do", "accept");
    fields.set("typed_by", this.#user);
    const path = new URL(form.action).pathname;
    const isWaiting = this.#outbox.add({
      key: stampOf(form).key,
      path,
      send: form.dataset.pile,
      table: form.dataset.table,
      round: form.dataset.round,
      roundName: form.dataset.roundName,
      body: fields.toString(),
      draft: this.#drafts.read(path),
      byName: strip().dataset.userName,
    });
    if (!isWaiting) return false;
    form.inert = true;
    form.classList.add("is-sent");
    for (const sheet of form.querySelectorAll("details.sheet")) {
      sheet.removeAttribute("name"); // all of them are read now, not one at a time
      sheet.open = true;
    }
    // The line that says what Enter does next takes its place.
    document.getElementById("next-said")?.previousElementSibling.classList.add("visually-hidden");
    document.getElementById("others")?.remove(); // nobody is at this table any more who would tell the others
    this.show();
    return true;
  }

  // The answer for a set has come.
  settle(item, answer) {
    if (answer.accepted || answer.stored) this.#drafts.forget(item.path);
    else if (item.draft) this.#drafts.keep(item.path, item.draft);
    const reopen = document.getElementById("reopen-link");
    if (reopen && answer.state === "accepted" && item.path === location.pathname) reopen.hidden = false;
  }

  sendAsPage(path = location.pathname) {
    sessionStorage.setItem(SENT_AS_PAGE, path);
    this.#leaving.within();
  }

  // Asks what has become of the sets that were accepted here, and sends again what had to wait.
  async renew() {
    this.#outbox.sendAgain();
    const done = this.#outbox.items().filter((item) => item.state === "done" && !this.#isPast(item));
    if (!done.length) return;
    const asked = new URLSearchParams(done.map((item) => ["set", `${item.round}-${item.table}`]));
    try {
      const answer = await fetch(`${strip().dataset.states}?${asked}`, { redirect: "error" });
      if (answer.ok) this.#since = await answer.json();
      this.show();
    } catch {
      // without a connection the last answer stands
    }
  }

  // `sending`: the name of the item that is under way.
  show(sending) {
    const box = strip();
    const items = this.#outbox.items();
    const shown = items.filter((item) => !this.#isOnThePage(item) && !this.#isPast(item));
    box.hidden = !shown.length;
    const list = box.querySelector("ol");
    renew(list, () => list.replaceChildren(...shown.map((item) => this.#line(item, item.name === sending))));
    const unsent = this.#outbox.unsent();
    const { unsent: words, nothingUnsent } = box.dataset;
    const isAllDone = shown.every((item) => item.state === "done");
    box.querySelector("[data-unsent]").textContent = unsent ? words.replace("%s", unsent) : isAllDone ? nothingUnsent : "";
    box.classList.toggle("is-open", shown.some((item) => item.state !== "done"));
    this.#showState(items, sending);
  }

  // The heading shows how the set that was typed here stands.
  #showState(items, sending) {
    const form = document.querySelector(".grid-form.is-sent");
    const path = form && new URL(form.action).pathname;
    const item = items.find((other) => other.path === path && other.by === this.#user);
    if (!item) return;
    const settled = item.state === "done" ? item.outcome : item.state;
    const state = item.name === sending ? "sending" : settled;
    const box = document.getElementById("table-state");
    const template = document.querySelector(`template[data-state='${state}']`);
    if (box.dataset.state === state || !template) return;
    box.dataset.state = state;
    box.replaceChildren(template.content.cloneNode(true));
  }

  // Whether this page came as the answer for the set, and shows itself why it was refused.
  #isOnThePage(item) {
    return item.state === "refused" && item.path === this.#sentAsPage && this.#sentAsPage === location.pathname;
  }

  // Whether the answer is too old to be shown, or out of date: the set is open again on this page.
  #isPast(item) {
    if (item.state !== "done") return false;
    const at = item.at ?? 0;
    const isOpenAgain = at < performance.timeOrigin && this.#isOpenHere(item) && document.querySelector(".grid-form");
    return Date.now() - at > NEWS || Boolean(isOpenAgain);
  }

  // Whether this page is where the set can be corrected.
  #isOpenHere(item) {
    return item.path === location.pathname && !document.querySelector(".grid-form.is-sent");
  }

  #line(item, isSending) {
    const words = strip().dataset;
    const state = isSending ? "sending" : item.state;
    const line = document.createElement("li");
    line.className = "row pile-line";
    line.id = `pile-${item.round}-${item.table}`;
    Object.assign(line.dataset, { table: item.table, state });
    add(line, "b", words.table.replace("%r", item.roundName ?? item.round).replace("%s", item.table));
    if (item.state === "done") {
      const since = this.#since[`${item.round}-${item.table}`];
      add(line, "span", since || item.why[0] || words.done, `chip ${since ? "chip-warning" : "chip-good"}`);
      return line;
    }
    const isWaiting = state === "refused" && item.again;
    add(line, "span", words[isWaiting ? "waiting" : state], `chip ${LOOKS[isWaiting ? "waiting" : state]}`);
    if (item.state === "waiting") this.#addWaiting(line, item, words);
    else this.#addRefused(line, item, words);
    return line;
  }

  #addWaiting(line, item, words) {
    const isForeign = item.by !== this.#user;
    const isSignedOut = item.problem === "signed-out";
    const problem = item.problem && (isSignedOut ? words.signedOut : words.noAnswer);
    const why = isForeign ? words.foreign.replace("%s", item.byName) : problem;
    if (why) add(line, "span", why, "small pile-why");
    if (isSignedOut) {
      add(line, "a", words.signIn).href = `${words.signInUrl}?next=${encodeURIComponent(location.pathname)}`;
    }
    addButton(line, words.now, () => this.#outbox.retry());
  }

  #addRefused(line, item, words) {
    if (item.why.length) add(line, "span", item.why.join(" "), "small pile-why");
    if (item.by !== this.#user) return;
    if (!this.#isOpenHere(item)) addButton(line, words.mend, () => this.#mend(item));
    addButton(line, words.forget, () => {
      this.#outbox.forget(item);
      this.#drafts.forget(item.path);
      this.show();
    });
  }

  // A refused set opens again with what was typed: the same form is sent as a page, and the page shows what is wrong.
  // What the server has stored as typed is simply looked at.
  #mend(item) {
    if (item.stored) {
      this.#leaving.within();
      this.#outbox.forget(item);
      location.assign(item.path);
      return;
    }
    this.sendAsPage(item.path);
    const form = Object.assign(document.createElement("form"), { method: "post", action: item.path });
    for (const [name, value] of [...new URLSearchParams(item.body), tokenField()]) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    document.body.append(form);
    // A field may be called "submit".
    HTMLFormElement.prototype.submit.call(form);
  }
}
