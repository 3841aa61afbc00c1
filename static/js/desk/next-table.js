// The next table by its number: its page is fetched before it is asked for, and takes the place of the one before,
// so that the pile is typed without waiting for the network.
import { showConnection } from "../connection.js";

const AHEAD = 6;

const offer = () => document.querySelector("[data-next-tables]");
const addressOf = (number) => offer().dataset.tables.replace(/0\/$/, `${Number(number)}/`);
const isSent = () => document.querySelector(".grid-form.is-sent");

const fetchPage = async (path) => {
  try {
    const answer = await fetch(path, { redirect: "error" });
    return answer.ok ? await answer.text() : "";
  } catch {
    return "";
  }
};

export class NextTable {
  #outbox;
  #counts;
  #leaving;
  #opened;
  #pages = new Map(); // path -> {text, answers: how many sets had been answered for when it was asked for}
  #fetching = false;

  // `opened()` is called when a table has taken the place of the one before.
  constructor({ outbox, counts, leaving, opened }) {
    this.#outbox = outbox;
    this.#counts = counts;
    this.#leaving = leaving;
    this.#opened = opened;
    window.addEventListener("popstate", () => location.reload());
    document.addEventListener("keydown", (event) => {
      const isOurs = event.key === "/" && !event.defaultPrevented && !event.altKey && !event.ctrlKey && !event.metaKey;
      const input = isOurs && !event.target.closest("input, select, textarea") && document.getElementById("next-table");
      if (!input) return;
      event.preventDefault();
      input.focus();
    });
    this.showOffer();
    if (document.readyState === "complete") this.#prefetch();
    else window.addEventListener("load", () => this.#prefetch());
  }

  // A set of the table at this address is on its way: the page that was fetched shows it as it was.
  outdate(path) {
    this.#pages.delete(path);
  }

  ask() {
    const input = document.getElementById("next-table");
    if (!input) return;
    input.value = "";
    this.showOffer();
    input.focus();
  }

  #offered() {
    const busy = this.#outbox.items().map((item) => item.path);
    const numbers = offer()?.dataset.nextTables.split(" ") ?? [];
    return numbers.filter((number) => number && !busy.includes(addressOf(number)));
  }

  showOffer() {
    const input = document.getElementById("next-table");
    if (!input || !offer()) return;
    const next = this.#offered()[0] ?? "";
    input.placeholder = next;
    if (!isSent()) return;
    const hint = document.getElementById("next-said");
    hint.textContent = next ? hint.dataset.opens.replace("%s", next) : hint.dataset.room;
  }

  async #prefetch() {
    if (this.#fetching || !offer()) return;
    this.#fetching = true;
    for (const path of this.#offered().slice(0, AHEAD).map(addressOf)) {
      if (this.#pages.has(path) || path === location.pathname) continue;
      const { answers } = this.#counts;
      const text = await fetchPage(path);
      if (!text) break;
      this.#pages.set(path, { text, answers });
    }
    this.#fetching = false;
  }

  // Opens the table that the form names. Where the browser should go there itself, it is left to.
  async open(event, form) {
    this.#leaving.within();
    const input = form.querySelector("#next-table");
    const number = input.value.trim() || input.placeholder;
    const isTable = offer() && (document.querySelector("[data-pile]") || isSent());
    if (!/^\d{1,5}$/.test(number) || !isTable) return;
    event.preventDefault();
    const path = addressOf(number);
    const { answers } = this.#counts;
    const page = this.#pages.get(path) ?? { text: await fetchPage(path), answers };
    if (page.text) this.#show(path, page);
    else if (!this.#outbox.unsent()) form.submit();
    else {
      showConnection(document.getElementById("pile").dataset.cannotOpen.replace("%s", number));
      this.#leaving.stay();
      input.select();
    }
  }

  #show(path, { text, answers }) {
    const made = new DOMParser().parseFromString(text, "text/html");
    const main = document.importNode(made.querySelector("main"), true);
    this.#pages.delete(path);
    showConnection("");
    history.pushState(null, "", path);
    document.title = made.title;
    document.querySelector("main").replaceWith(main);
    window.htmx.process(main);
    window.scrollTo(0, 0);
    this.#counts.renew(answers);
    this.showOffer();
    this.#opened();
    this.#leaving.stay();
    this.#prefetch();
  }
}
