// The score desk. Every page of it works without scripts; whatever they show, the server decides.
import { showConnection } from "./connection.js";
import { Counts } from "./desk/counts.js";
import { Drafts } from "./desk/drafts.js";
import { DeskForm } from "./desk/form.js";
import { facts } from "./desk/facts.js";
import { grid } from "./desk/grid.js";
import { Leaving } from "./desk/leaving.js";
import { NextTable } from "./desk/next-table.js";
import { Outbox } from "./desk/outbox.js";
import { Pile } from "./desk/pile.js";
import { post } from "./desk/post.js";
import { stampOf } from "./desk/stamp.js";
import { browserStorage } from "./store.js";

const RENEWED = 15000; // milliseconds

const start = ({ slug, user, board, desk }) => {
  const storage = browserStorage();
  const drafts = new Drafts(storage, user);
  const counts = new Counts();
  const outbox = new Outbox({
    storage,
    tournament: slug,
    user,
    post: (item) => post(item, board),
    changed: (sending) => pile.show(sending),
    answered: (item, answer) => {
      pile.settle(item, answer);
      counts.take(answer.counts);
      showConnection("");
    },
  });
  const leaving = new Leaving(outbox, desk);

  // The form that is open; what listened for the one before lets go.
  let listening = new AbortController();
  const openForm = () => {
    listening.abort();
    listening = new AbortController();
    const form = document.querySelector("#grid, #facts");
    if (form) new DeskForm(form, form.id === "grid" ? grid : facts, drafts, listening.signal);
  };

  // What the server has carried out, and what somebody chose to leave, is not kept any longer.
  drafts.settle(Array.from(document.querySelectorAll("[data-done]"), (message) => message.dataset.done));
  document.addEventListener("click", (event) => {
    const leave = event.target.closest("a[data-leave]");
    if (leave) drafts.forget(new URL(leave.href).pathname);
  });
  openForm();

  // What was said about a table that was asked for goes once another one is typed.
  document.addEventListener("input", ({ target: input }) => {
    if (input.id !== "next-table") return;
    input.removeAttribute("aria-invalid");
    document.getElementById("unknown")?.remove();
  });

  const pile = new Pile({ outbox, drafts, leaving });
  const nextTable = new NextTable({
    outbox,
    counts,
    leaving,
    opened: () => {
      pile.show();
      openForm();
    },
  });

  // A set in which something is known to be wrong does not come here: its own form has refused it.
  const isReady = (form, button) => form.matches("#grid, #facts") && form.dataset.pile && button?.value === "accept";

  document.addEventListener("submit", (event) => {
    const form = event.target;
    const { pathname } = new URL(form.action);
    const { key } = stampOf(form);
    if (key) drafts.carryOn(pathname, key);
    if (event.defaultPrevented) return;
    if (isReady(form, event.submitter) && pile.take(form)) {
      event.preventDefault();
      nextTable.outdate(pathname);
      nextTable.ask();
      outbox.send();
    } else if (form.matches("#grid, #facts, #merge")) pile.sendAsPage();
    else if (form.querySelector("#next-table")) nextTable.open(event, form);
    else if (leaving.isDesk(form.action)) leaving.within();
  });
  window.addEventListener("online", () => outbox.retry());
  window.addEventListener("storage", () => pile.show());
  pile.show();
  pile.renew();
  setInterval(() => pile.renew(), RENEWED);
};

const strip = document.getElementById("pile");
if (strip) start(strip.dataset);
