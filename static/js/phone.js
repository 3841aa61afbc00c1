// A player's phone at her table. Every act waits here, under its own key, until the server has answered it: through a
// reload, a dead network and a sleeping phone. What the table shows comes by its stream; what is being tapped stays.
// Without this file each form is sent as any other form.
import { Outbox } from "./desk/outbox.js";
import { stampOf } from "./desk/stamp.js";
import { ask, tapped } from "./phone_form.js";
import { renew } from "./renewal.js";
import { browserStorage } from "./store.js";

const RECONNECT_AFTER = 2000;
const LATE_AFTER = 1500;

const post = async ({ send, body }) => {
  let answer;
  try {
    answer = await fetch(send, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
      redirect: "error",
    });
  } catch {
    return null;
  }
  if (answer.status >= 500) return null;
  try {
    return await answer.json();
  } catch {
    return { accepted: false, reload: true, reasons: [] };
  }
};

// What is being tapped about a game stays while the others answer, as long as that version of it stands.
const keepTyped = (before, now) => {
  for (const form of now.querySelectorAll("form[data-about]")) {
    const old = before.querySelector(`form[data-about="${form.dataset.about}"]`);
    for (const [index, { type, checked, value }] of Array.from(old?.elements ?? []).entries()) {
      const field = form.elements[index];
      if (type === "radio" || type === "checkbox") field.checked = checked;
      else if (type === "text" || type === "number" || type === "select-one") field.value = value;
    }
    ask(form);
  }
};

const start = (page) => {
  const { phone, slug, number, stream, begins, zone } = page.dataset;
  const form = document.getElementById("enter-game");
  const refused = document.getElementById("refused");
  const sentWords = page.querySelector("[data-sent-words]");
  let lastAnswer = "";
  let hasBegun = "";
  let waitsSince = 0;
  let said = ""; // of this phone's last act

  const table = () => document.getElementById("table-now");
  const nextStamp = (box) => box.querySelector("template[data-next-stamp]").content.firstElementChild.value;
  const isChange = new URLSearchParams(location.search).has("game");
  const gameOf = () => form?.elements.namedItem("game")?.value ?? "";

  // Not at each tap: only where an answer takes long.
  const showSent = () => {
    const isUnsent = outbox.unsent() > 0;
    if (!isUnsent) waitsSince = 0;
    else if (!waitsSince) {
      waitsSince = Date.now();
      window.setTimeout(showSent, LATE_AFTER);
    }
    const waits = isUnsent && Date.now() - waitsSince >= LATE_AFTER;
    const { sent, games } = table().dataset;
    const words = sentWords.dataset.sentWords.replace("{sent}", sent).replace("{all}", games);
    const shown = `${said} ${lastAnswer ? words.replace("{time}", lastAnswer) : ""}`;
    sentWords.textContent = waits ? sentWords.dataset.waits : shown;
    sentWords.classList.toggle("is-waiting", waits);
    sentWords.classList.toggle("is-sent", said !== "" && !waits);
  };

  // The form is for the game that comes next, or for one that is being changed (`?game=`).
  const showForm = () => {
    if (!form) return;
    const { enters, state } = table().dataset;
    form.hidden = isChange ? /^(held|disputed|done|paper)/.test(state) : !enters;
    if (isChange || !enters || enters === gameOf()) return;
    const number = form.querySelector("[data-game-number]");
    if (!number) return location.assign(phone); // the page was made when all games were entered
    form.reset();
    window.htmx?.trigger("#falls-out", "htmx:abort"); // of the game before
    form.elements.namedItem("game").value = enters;
    form.elements.namedItem("stamp").value = nextStamp(table());
    number.textContent = enters;
    document.getElementById("falls-out").replaceChildren();
    form.querySelectorAll("details[open]").forEach((box) => box.removeAttribute("open"));
    ask(form);
  };

  const show = (part) => {
    if (!part) return;
    const made = new DOMParser().parseFromString(part, "text/html").getElementById("table-now");
    if (!made) return;
    const clock = { hour: "numeric", minute: "2-digit", hour12: true, timeZone: zone };
    lastAnswer = new Date().toLocaleTimeString(document.documentElement.lang, clock);
    const box = table();
    // The stream and an answer do not wait for each other: what was made before this page's is not shown again.
    // Going back to an archive makes the table anew, and its versions begin again.
    const isSame = made.dataset.table === box.dataset.table;
    if (isSame && Number(made.dataset.version) < Number(box.dataset.version)) return;
    if (nextStamp(made) === nextStamp(box)) return showSent(); // as it stands: what is being typed stays
    renew(box, () => {
      const opened = Array.from(box.querySelectorAll("details[open]"), (one) => one.className);
      const isTurned = box.dataset.state !== made.dataset.state;
      keepTyped(box, made);
      box.replaceWith(made);
      for (const one of made.querySelectorAll("details")) {
        if (one.className && opened.includes(one.className)) one.open = true;
      }
      showForm();
      showSent();
      // Whoever enters a game stays there; everybody else sees at once that it is their turn.
      if (isTurned && (!form || form.hidden || !form.querySelector(":checked:not(option)"))) page.scrollIntoView({ block: "start" });
    });
  };

  // Each beside the question that it is about or the PIN that was typed, or else on top.
  const say = (reasons, about = [], letter = "", game = "") => {
    const pin = letter && page.querySelector(`label[for="pin-${letter}"]`);
    const entered = game ? page.querySelector(`form[data-about="${game}"]`) : form;
    refused.replaceChildren();
    page.querySelectorAll(".is-reason").forEach((line) => line.remove());
    reasons.forEach((words, index) => {
      const asked = about[index] ? entered?.querySelector(`[data-asked="${about[index]}"]`) : null;
      const line = document.createElement("p");
      line.className = "notice notice-warning is-reason";
      line.dir = "auto";
      line.textContent = words;
      if (asked) {
        line.setAttribute("role", "alert");
        asked.querySelector("legend").after(line);
        asked.closest("details")?.setAttribute("open", "");
      } else if (pin) {
        line.setAttribute("role", "alert");
        pin.before(line);
        document.getElementById(pin.htmlFor).value = "";
      } else refused.append(line);
    });
    (refused.firstElementChild ?? page.querySelector(".is-reason"))?.scrollIntoView({ block: "center" });
  };

  const outbox = new Outbox({
    storage: browserStorage(),
    tournament: `phone:${slug}`,
    user: number,
    post,
    changed: () => showSent(),
    answered: (item, answer) => {
      for (const one of outbox.items()) if (one.state !== "waiting") outbox.forget(one);
      if (answer.reload) return location.assign(phone);
      said = answer.accepted ? (item.said ?? "") : "";
      show(answer.part);
      if (isChange && item.isEntry && answer.stamp) form.elements.namedItem("stamp").value = answer.stamp;
      showSent();
      renew(page, () => {
        say(answer.reasons, item.isEntry || item.about ? answer.about : [], item.letter, item.about);
        if (said) page.scrollIntoView({ block: "start" });
      });
      if (answer.accepted && item.isEntry && location.search) location.assign(phone);
    },
  });

  document.addEventListener("submit", (event) => {
    const sent = event.target;
    if (!sent.matches("form[data-act]")) return;
    const { key } = stampOf(sent);
    const fields = new FormData(sent, event.submitter);
    const action = new URL(sent.action);
    const kept = {
      key,
      path: `${action.pathname}#${key}`,
      send: action.pathname,
      isEntry: sent === form,
      about: sent.dataset.about ?? "",
      said: sent === form ? sentWords.dataset.went : (sent.dataset.said ?? ""),
      letter: fields.get("as") ?? "",
      body: new URLSearchParams(fields).toString(),
    };
    if (!outbox.add(kept)) return; // a full storage: sent as any other form
    event.preventDefault();
    if (document.activeElement.matches("input")) document.activeElement.blur(); // or the table waits for whoever types
    said = "";
    say([]);
    outbox.retry();
  });

  const asksNext = ({ target }) => target.form?.matches(".phone-enter") && tapped(target);
  page.addEventListener("change", asksNext, { capture: true }); // before what looks at what is asked now
  // The others see who is entering a game from the first tap on.
  form?.addEventListener("change", ({ target }) => {
    const game = gameOf();
    said = "";
    const asked = target.closest("[data-asked]");
    asked?.querySelectorAll(".is-reason").forEach((line) => line.remove());
    if (target.type === "radio") { // what comes next, into sight
      const steps = Array.from(form.querySelectorAll("[data-asked]:not([hidden], details *), button.button-primary"));
      steps[steps.indexOf(asked) + 1]?.scrollIntoView({ block: "nearest", behavior: "smooth" });
    }
    if (hasBegun === game || table().dataset.enters !== game) return;
    hasBegun = game;
    const body = new URLSearchParams({ game, csrfmiddlewaretoken: form.elements.namedItem("csrfmiddlewaretoken").value });
    fetch(begins, { method: "POST", body, redirect: "error" }).catch(() => {});
  });

  let source = null;
  const close = () => {
    source?.close();
    source = null;
  };
  const open = () => {
    if (source || document.hidden) return;
    source = new EventSource(stream);
    source.addEventListener("table", (event) => {
      const before = nextStamp(table());
      show(JSON.parse(event.data));
      if (nextStamp(table()) !== before) {
        // What was said of this phone's own last act is over once somebody else acts.
        said = "";
        say([]);
        showSent();
      }
      outbox.retry();
    });
    source.addEventListener("moved", () => location.assign(phone));
    source.addEventListener("error", () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      window.setTimeout(openAgain, RECONNECT_AFTER * (1 + Math.random()));
    });
  };
  // Refused: for now, or because she has nothing to look at here any more.
  const openAgain = async () => {
    const asking = new AbortController();
    const status = await fetch(stream, { signal: asking.signal }).then((answer) => answer.status, () => 0);
    asking.abort();
    if (status === 404) location.assign(phone);
    else open();
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  window.addEventListener("online", () => { close(); open(); outbox.retry(); });
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", open);
  if (form) ask(form);
  showForm();
  showSent();
  open();
  outbox.send();
};

const page = document.querySelector("[data-phone]");
if (page) start(page);
