// What both forms of the score desk have in common, the grid of numbers and the games by their facts: what is typed
// waits in this browser until the server has it, one key verifies the set, and the server's answers are shown.
import { answers } from "./answers.js";
import { keypad } from "./keypad.js";
import { setSeen, stampOf } from "./stamp.js";
import { fieldsOf, fill, freeList, typedIn } from "./typed.js";

const words = (text) => text.split(" ").filter(Boolean);
const faulty = () => document.getElementById("faulty").dataset;
const isAcceptable = () => "acceptable" in faulty();

// `build(desk)` gives what is the form's own, each of it optional: `changed`, `asked` and `answered` (the server),
// `tidy` (before it is sent), `back` (from the buttons), `work` (of a key outside its cells), `ready`.
// `signal` ends the listening outside the form.
export class DeskForm {
  check = document.getElementById("check");
  accept = document.getElementById("accept");
  verifyAll = document.getElementById("verify-all");
  #nextTable = document.getElementById("next-table");
  #question = document.getElementById("question");
  #drafts;
  #own = {};
  #dirty = false;
  #changes = 0;
  #asked = 0;
  #refused = Boolean(document.querySelector("#refusal[data-kept]"));

  constructor(form, build, drafts, signal) {
    this.form = form;
    this.verifiers = Array.from(form.querySelectorAll("select.verified"));
    this.#drafts = drafts;
    form.classList.add("has-script");
    this.verifyAll.hidden = this.isRuling;
    document.getElementById("keys").hidden = false;
    this.#listen(signal);
    this.#own = build(this);
    keypad(this);
    if (this.isRuling) answers(this);
    // The reason that a set is held or a table written off for, where it is missing, comes before the cards.
    const missing = document.querySelector("#hold [aria-invalid], #write-off[open] textarea");
    this.#restore();
    this.#showFaults();
    this.#own.ready();
    this.go(missing);
    // Who settles a table begins at its cards, and at the sentence why it is held.
    if (this.isRuling && !document.querySelector("[data-error-summary]")) {
      this.go(document.getElementById("settles"));
      window.scrollTo(0, 0);
    }
  }

  get isRuling() {
    return this.accept.value === "rule";
  }

  #listen(signal) {
    const { form, check } = this;
    document.addEventListener("keydown", (event) => {
      const isText = event.target.closest("input, select, textarea");
      if (!form.inert && !form.contains(event.target) && !isText) this.ownKey(event);
    }, { signal });
    this.verifyAll.addEventListener("click", () => this.verify());
    form.addEventListener("input", (event) => {
      if (event.target.matches("[data-several]")) this.freeList(event.target.name);
    });
    document.body.addEventListener("htmx:beforeRequest", (event) => {
      if (event.detail.target !== check) return;
      this.#asked = this.#changes;
      this.#own.asked?.();
    }, { signal });
    document.body.addEventListener("htmx:afterSettle", (event) => {
      if (event.detail.target === check) this.#showAnswer();
    }, { signal });
    document.getElementById("forget-draft").addEventListener("click", () => {
      this.#drafts.forget(location.pathname);
      this.#dirty = false;
      location.assign(location.pathname);
    });
    form.addEventListener("submit", (event) => this.#submit(event));
    window.addEventListener("pageshow", () => delete form.dataset.sending, { signal });
    window.addEventListener("beforeunload", (event) => {
      if (this.#dirty) event.preventDefault();
    }, { signal });
  }

  // It comes anew with each answer.
  get #refusal() {
    return document.getElementById("refusal");
  }

  field(name) {
    return this.form.elements.namedItem(name);
  }

  all(name) {
    return fieldsOf(this.form, name);
  }

  freeList(name) {
    return freeList(this.form, name);
  }

  changed() {
    this.#dirty = true;
    this.#changes += 1;
    document.getElementById("too-many").hidden = true;
    this.#question.hidden = true;
    this.form.dataset.unchecked = "1";
    this.#own.changed?.();
    this.#showAccept();
    this.#keep();
    this.#askServer();
  }

  #askServer() {
    this.check.dispatchEvent(new CustomEvent("desk:check"));
  }

  // -- Moving and settling -------------------------------------------------------------------------------------

  go(input) {
    if (!input) return;
    input.focus();
    if (input.select && input.type === "text") input.select();
  }

  // The same key again answers the question with yes; anything else typed takes it back.
  ask(question) {
    this.#question.textContent = question;
    this.#question.hidden = false;
  }

  isAsked(question) {
    return !this.#question.hidden && this.#question.textContent === question;
  }

  // Where the focus goes when everything is typed: to the verifiers, and then to the button that accepts.
  goToSettle() {
    this.go(this.isRuling ? this.form.querySelector(".ruling input") : this.following());
  }

  // Where Enter goes from here.
  following(field) {
    const own = field && this.#own.next?.(field);
    if (own || this.isRuling) return own;
    return this.verifiers.some((select) => !select.value) ? this.verifyAll : this.accept;
  }

  verify() {
    for (const select of this.verifiers) {
      if (!select.value) select.value = select.dataset.offered;
    }
    this.changed();
    this.go(this.accept);
  }

  hold() {
    const box = document.getElementById("hold");
    if (!box) return;
    box.open = true;
    this.go(box.querySelector("textarea"));
  }

  toNextTable() {
    this.go(this.#nextTable);
  }

  // A fourth card typed at a table of three: the typist looks at the cards, and the next Enter must not accept.
  #tooMany() {
    const line = document.getElementById("too-many");
    line.hidden = false;
    line.focus();
  }

  // What a key does in every field, except where text is typed.
  everywhere(key) {
    if (key === "v" && this.isRuling) return undefined;
    return { v: () => this.verify(), h: () => this.hold(), "/": () => this.toNextTable() }[key] ?? this.#own.work?.(key);
  }

  #onButton(key, isAtTheEnd) {
    const back = () => this.#own.back(document.activeElement);
    return this.everywhere(key) ?? (isAtTheEnd ? { arrowup: back, arrowleft: back }[key] : undefined);
  }

  // Answers the keys that are the same in both forms. Gives the key that is the form's own to answer, or "".
  ownKey(event) {
    const input = event.target;
    if (event.key === "Enter" && event.ctrlKey) {
      event.preventDefault();
      (input.closest("#hold")?.querySelector("button") ?? this.accept).click();
      return "";
    }
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return "";
    const key = event.key.toLowerCase();
    if (input.matches("input, select")) return key;
    const isAtTheEnd = input === this.verifyAll || input === this.accept;
    if (/^[-\d]$/.test(key) && isAtTheEnd) {
      event.preventDefault();
      this.#tooMany();
      return "";
    }
    const work = !input.matches("textarea") && this.#onButton(key, isAtTheEnd);
    if (work) {
      event.preventDefault();
      work();
    }
    return "";
  }

  // -- The server's answer -------------------------------------------------------------------------------------

  #mark(names) {
    for (const field of this.form.elements) {
      if (names.includes(field.name)) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
  }

  #showFaults() {
    this.#mark(words(faulty().fields));
    this.accept.classList.toggle("not-ready", !isAcceptable());
    this.#showAccept();
    // Where the table's scorekeeper verifies, the first card that names who that was names it for the others.
    for (const pair of words(faulty().offered)) {
      const [name, letter] = pair.split("=");
      const select = this.field(name);
      select.dataset.offered = letter;
      select.options[0].text = `${letter} ?`;
    }
  }

  // The button that accepts says what is missing until it can be pressed.
  #showAccept() {
    const { one, several, initials, ready } = this.accept.dataset;
    if (!ready) return;
    const boxes = Array.from(this.form.querySelectorAll("input.score"), (input) => input.name);
    const isKnown = isAcceptable() && !this.form.dataset.unchecked;
    const names = new Set(isKnown ? [] : [...boxes, ...words(faulty().blocking)]);
    const isEmpty = (name) => this.field(name)?.value === "" && !name.endsWith("-verified");
    const empty = Array.from(names).filter(isEmpty).length;
    const isUnverified = this.verifiers.some((select) => !select.value);
    const missing = empty === 1 ? one : empty ? several.replace("%s", empty) : isUnverified ? initials : "";
    this.accept.textContent = missing || ready;
    this.form.classList.toggle("is-ready", !missing);
  }

  #showAnswer() {
    this.#showFaults();
    if (this.#refused) this.#refusal.hidden = isAcceptable();
    this.#own.answered?.();
    if (this.#asked === this.#changes) delete this.form.dataset.unchecked;
  }

  // -- A set that cannot be accepted is refused on the spot, with a connection and without ----------------------

  // The letters of the cards on which numbers stand and that nobody verified.
  #unverified() {
    const hasNumbers = (select) =>
      Array.from(select.closest("tr").querySelectorAll("input.score")).some((input) => input.value);
    return this.verifiers.filter((select) => !select.value && hasNumbers(select)).map((select) => select.name.charAt(0));
  }

  // Whether it is known now that the set is not accepted: by the last answer, where it spoke of exactly what is
  // typed, and otherwise by what needs no answer. What is not known goes into the pile, and the server judges.
  #isRefused(button) {
    if (!this.form.dataset.pile || button?.value !== "accept") return false;
    if (!this.form.dataset.unchecked) {
      if (isAcceptable()) return false;
      this.#refuse(words(faulty().blocking));
      return true;
    }
    const letters = this.#unverified();
    if (!letters.length) return false;
    this.#refusal.querySelector("[data-faults]").textContent = unverifiedWords(this.#refusal.dataset, letters);
    this.#refuse(letters.map((letter) => `${letter}-verified`));
    return true;
  }

  #refuse(names) {
    this.#refusal.hidden = false;
    this.#refusal.setAttribute("role", "alert");
    this.#refused = true;
    this.#mark(names);
    if (!this.field("attempted")) {
      const attempted = { type: "hidden", name: "attempted", value: "1" };
      this.form.append(Object.assign(document.createElement("input"), attempted));
    }
    const isWrong = (field) => field.getAttribute("aria-invalid") && !this.verifiers.includes(field);
    const wrong = Array.from(this.form.elements).find(isWrong);
    if (wrong) this.go(wrong);
    else this.goToSettle();
    this.#askServer();
  }

  // -- Nothing typed is lost -----------------------------------------------------------------------------------

  // The set waits until the server answers that it has this key: a reload, a lost connection, a sign-in in between
  // brings it back. A draft made against an older version, or for others who sat there, is sent as such, and the
  // server shows both.
  #keep() {
    this.#drafts.keep(location.pathname, { ...stampOf(this.form), fields: typedIn(this.form) });
  }

  #restore() {
    // The server shows what was sent, beside those who sit there now: that is typed for them from here on.
    if ("reseated" in this.form.dataset) {
      this.#keep();
      return;
    }
    const draft = this.#drafts.read(location.pathname);
    if (!draft) return;
    const now = typedIn(this.form);
    const differs = ([name, values]) => name !== "corrected" && values.join(" ") !== (now[name] ?? []).join(" ");
    if (!Object.entries(draft.fields).some(differs)) {
      this.#drafts.forget(location.pathname);
      return;
    }
    for (const [name, values] of Object.entries(draft.fields)) fill(this.form, this.check, name, values);
    setSeen(this.form, draft.seen);
    document.getElementById("draft").hidden = false;
    this.changed();
  }

  #submit(event) {
    const { form } = this;
    if (form.dataset.sending) {
      event.preventDefault();
      return;
    }
    this.#own.tidy?.();
    if (this.#isRefused(event.submitter)) {
      event.preventDefault();
      return;
    }
    form.dataset.sending = "1";
    this.#dirty = false;
    this.#keep();
  }
}

const unverifiedWords = (sentences, letters) => {
  if (letters.length === 1) return sentences.unverified.replace("%s", letters[0]);
  const names = sentences.and.replace("%s", letters.slice(0, -1).join(", ")).replace("%t", letters.at(-1));
  return sentences.unverifiedSeveral.replace("%s", names);
};
