// The pile of cards: a set that is accepted here waits in this browser until the server has answered for it, so that
// the next one is typed without waiting for the network. Sets are sent one after the other, in the order they were
// typed, each with its own key: sent twice it counts once. Without a store the form is sent as any other form.
(function () {
  "use strict";

  const STORE = "charleston-pile:";
  const PLAIN = "charleston-pile-plain";
  const AHEAD = 6;
  const DONE_SHOWN = 6;
  const LONGEST_WAIT = 15000;
  const pages = new Map();
  // The page of a set whose form was sent as a page, just now.
  const plain = sessionStorage.getItem(PLAIN);
  sessionStorage.removeItem(PLAIN);
  let sending = false;
  let timer = 0;
  let tries = 0;
  let within = false;
  let answers = 0;
  let counts = null;
  let fetching = false;

  function strip() {
    return document.getElementById("pile");
  }
  if (!strip()) return;
  const slug = strip().dataset.slug;
  const me = strip().dataset.user;
  const DRAFTS = "charleston-desk:" + me + ":";

  // -- The store -----------------------------------------------------------------------------------------------

  function names() {
    return Object.keys(localStorage).filter(function (name) { return name.startsWith(STORE + slug + ":"); }).sort();
  }

  function items() {
    return names().map(read).filter(Boolean);
  }

  function read(name) {
    try { return Object.assign(JSON.parse(localStorage.getItem(name)), { name: name }); } catch (broken) { return null; }
  }

  function write(item) {
    const kept = Object.assign({}, item);
    delete kept.name;
    localStorage.setItem(item.name, JSON.stringify(kept));
  }

  function remove(item) {
    localStorage.removeItem(item.name);
  }

  function isUnsent(item) {
    return item.state === "waiting";
  }

  // -- Taking a set into the pile ------------------------------------------------------------------------------

  document.addEventListener("submit", function (event) {
    const form = event.target;
    if (event.defaultPrevented) return;
    if (form.matches("#grid, #facts") && isReady(form, event.submitter) && take(form)) return event.preventDefault();
    if (form.matches("#grid, #facts, #merge")) {
      sessionStorage.setItem(PLAIN, location.pathname);
      within = true;
    } else if (form.querySelector("#next-table")) {
      goTo(event, form);
    } else if (isDesk(form.action)) {
      within = true;
    }
  });

  // A set in which something is known to be wrong does not come here: its own form has refused it (js/desk-form.js).
  function isReady(form, button) {
    return Boolean(form.dataset.pile && button && button.value === "accept");
  }

  function take(form) {
    const fields = new URLSearchParams(new FormData(form));
    fields.delete("csrfmiddlewaretoken");
    fields.set("do", "accept");
    fields.set("typed_by", me);
    const path = new URL(form.action).pathname;
    const item = {
      name: STORE + slug + ":" + String(Date.now()).padStart(15, "0") + fields.get("key"),
      path: path,
      send: form.dataset.pile,
      table: form.dataset.table,
      round: form.dataset.round,
      body: fields.toString(),
      draft: localStorage.getItem(DRAFTS + path),
      by: me,
      byName: strip().dataset.userName,
      state: "waiting",
      why: [],
    };
    try { write(item); } catch (full) { return false; }
    items().forEach(function (one) {
      if (one.path === path && one.name !== item.name && one.by === me) remove(one);
    });
    form.inert = true;
    form.classList.add("is-sent");
    const hint = document.getElementById("next-said");
    if (hint) hint.previousElementSibling.classList.add("visually-hidden"); // what Enter does now stands in its place
    const others = document.getElementById("others");
    if (others) others.remove(); // nobody is at this table any more who says so
    pages.delete(path);
    render();
    askNext();
    send();
    return true;
  }

  function askNext() {
    const input = document.getElementById("next-table");
    if (!input) return;
    input.value = "";
    offerNext();
    input.focus();
  }

  // -- Sending -------------------------------------------------------------------------------------------------

  async function send() {
    if (sending) return;
    window.clearTimeout(timer);
    sending = true;
    try {
      let item = first();
      while (item && await sendOne(item)) item = first();
    } finally {
      sending = false;
      render();
    }
  }

  function first() {
    return items().find(function (item) { return item.state === "waiting" && item.by === me; });
  }

  // Whether an answer came, so that the next one may go.
  async function sendOne(item) {
    render(item.name);
    let answer = await post(item);
    if (answer && answer.status === 403 && await freshToken()) answer = await post(item);
    const said = answer && await told(answer);
    if (answer && answer.status === 401) return wait(item, "signed-out");
    if (!said) return wait(item, "no-answer");
    tries = 0;
    answers += 1;
    if (said.counts && said.counts.accepted) showCounts(said.counts);
    if (said.accepted) done(item, said);
    else refused(item, said);
    render();
    return true;
  }

  async function post(item) {
    try {
      return await fetch(item.send, {
        method: "POST",
        body: item.body,
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          "Accept": "application/json",
          "X-CSRFToken": token(),
        },
        redirect: "error",
      });
    } catch (broken) {
      return null;
    }
  }

  async function told(answer) {
    try { return await answer.json(); } catch (broken) { return null; }
  }

  function token() {
    return JSON.parse(document.body.getAttribute("hx-headers") || "{}")["X-CSRFToken"] || "";
  }

  // Somebody signed in anew in another tab: the page's token is out of date.
  async function freshToken() {
    try {
      const answer = await fetch(strip().dataset.board, { redirect: "error" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.body.getAttribute("hx-headers");
      if (!fresh) return false;
      document.body.setAttribute("hx-headers", fresh);
      return true;
    } catch (broken) {
      return false;
    }
  }

  function wait(item, why) {
    const now = read(item.name);
    if (now) write(Object.assign(now, { problem: why }));
    tries += 1;
    timer = window.setTimeout(send, Math.min(LONGEST_WAIT, 1000 * Math.pow(2, tries)));
    return false;
  }

  function done(item, said) {
    write({ name: item.name, path: item.path, table: item.table, by: item.by, state: "done", outcome: said.state, why: [said.words] });
    localStorage.removeItem(DRAFTS + item.path);
    const old = items().filter(function (one) { return one.state === "done"; });
    old.slice(0, Math.max(0, old.length - DONE_SHOWN)).forEach(remove);
  }

  function refused(item, said) {
    write(Object.assign({}, item, { state: "refused", problem: "", stored: said.stored, why: said.reasons }));
    const draft = item.draft ? JSON.parse(item.draft) : null;
    if (said.stored) localStorage.removeItem(DRAFTS + item.path);
    else if (draft) localStorage.setItem(DRAFTS + item.path, JSON.stringify(Object.assign(draft, { sent: false })));
  }

  // -- What is shown -------------------------------------------------------------------------------------------

  function render(going) {
    const box = strip();
    const all = items();
    const list = box.querySelector("ol");
    const shown = all.filter(function (item) { return !isSaidByPage(item); });
    list.replaceChildren.apply(list, shown.map(function (item) { return line(box.dataset, item, item.name === going); }));
    box.hidden = !shown.length;
    const unsent = all.filter(isUnsent).length;
    box.querySelector("[data-unsent]").textContent = unsent ? box.dataset.unsent.replace("%s", unsent) : box.dataset.nothingUnsent;
    box.classList.toggle("is-open", shown.some(function (item) { return item.state !== "done"; }));
    showState(all, going);
  }

  // The heading says how the set that was typed here stands.
  function showState(all, going) {
    const form = document.querySelector(".grid-form.is-sent");
    const item = form && all.find(function (one) { return one.path === new URL(form.action).pathname && one.by === me; });
    if (!item) return;
    const state = item.name === going ? "sending" : item.state === "done" ? item.outcome : item.state;
    const box = document.getElementById("table-state");
    const made = document.querySelector("template[data-state='" + state + "']");
    if (box.dataset.state === state || !made) return;
    box.dataset.state = state;
    box.replaceChildren(made.content.cloneNode(true));
  }

  // How far the round is, as of the last answer.
  function showCounts(said) {
    counts = said;
    Object.keys(said).forEach(function (state) {
      const box = document.querySelector("[data-count='" + state + "']");
      if (!box) return;
      box.hidden = !said[state];
      box.firstElementChild.lastChild.textContent = (box.querySelector(".mark") ? " " : "") + said[state];
    });
  }

  // The page that came back for a set says itself what is in its way.
  function isSaidByPage(item) {
    return item.state === "refused" && item.path === plain && plain === location.pathname;
  }

  // Whether this page is where the set is mended.
  function isOpenHere(item) {
    return item.path === location.pathname && !document.querySelector(".grid-form.is-sent");
  }

  function line(words, item, going) {
    const made = document.createElement("li");
    made.className = "pile-line";
    made.dataset.table = item.table;
    made.dataset.state = going ? "sending" : item.state;
    const foreign = item.by !== me;
    const problem = foreign ? words.foreign.replace("%s", item.byName) : item.problem === "signed-out" ? words.signedOut : item.problem ? words.noAnswer : "";
    if (item.state === "done") {
      add(made, "span", item.why[0] || words.done, "chip chip-good");
      return made;
    }
    add(made, "b", words.table.replace("%s", item.table));
    add(made, "span", { waiting: words.waiting, sending: words.sending, refused: words.refused }[made.dataset.state], "chip " + { waiting: "chip-warning", sending: "chip-note", refused: "chip-bad" }[made.dataset.state]);
    const why = item.state === "waiting" ? problem : item.state === "refused" ? item.why.join(" ") : "";
    if (why) add(made, "span", why, "pile-why");
    if (item.problem === "signed-out" && item.state === "waiting") link(made, words.signIn, words.signInUrl + "?next=" + encodeURIComponent(location.pathname));
    if (item.state === "waiting") button(made, words.now, function () { tries = 0; send(); });
    if (item.state === "refused" && !foreign && !isOpenHere(item)) button(made, words.mend, function () { mend(item); });
    if (item.state === "refused" && !foreign) button(made, words.forget, function () { remove(item); localStorage.removeItem(DRAFTS + item.path); render(); });
    return made;
  }

  function add(where, tag, text, look) {
    const made = document.createElement(tag);
    made.textContent = text;
    if (look) made.className = look;
    where.append(made);
    return made;
  }

  function link(where, text, address) {
    add(where, "a", text).href = address;
  }

  function button(where, text, work) {
    const made = add(where, "button", text, "button-small");
    made.type = "button";
    made.addEventListener("click", work);
  }

  // A refused set opens again with what was typed: the same form is sent as a page, and the page says what is wrong.
  // What the server has stored as typed is simply looked at.
  function mend(item) {
    within = true;
    if (item.stored) {
      remove(item);
      return location.assign(item.path);
    }
    sessionStorage.setItem(PLAIN, item.path);
    const form = document.createElement("form");
    form.method = "post";
    form.action = item.path;
    const fields = new URLSearchParams(item.body);
    fields.set("csrfmiddlewaretoken", token());
    fields.forEach(function (value, name) {
      const one = document.createElement("input");
      Object.assign(one, { type: "hidden", name: name, value: value });
      form.append(one);
    });
    document.body.append(form);
    HTMLFormElement.prototype.submit.call(form);
  }

  // -- The next table ------------------------------------------------------------------------------------------

  function offers() {
    const box = document.querySelector("[data-next-tables]");
    const busy = new Set(items().map(function (item) { return item.path; }));
    return (box ? box.dataset.nextTables.split(" ") : []).filter(function (number) { return number && !busy.has(address(number)); });
  }

  function address(number) {
    return document.querySelector("[data-next-tables]").dataset.tables.replace(/0\/$/, Number(number) + "/");
  }

  function offerNext() {
    const input = document.getElementById("next-table");
    if (!input || !document.querySelector("[data-next-tables]")) return;
    const next = offers()[0] || "";
    input.placeholder = next;
    const hint = document.getElementById("next-said");
    if (document.querySelector(".grid-form.is-sent")) hint.textContent = next ? hint.dataset.opens.replace("%s", next) : hint.dataset.room;
  }

  // The pages of the tables offered next are here before they are asked for.
  async function prefetch() {
    if (fetching || !document.querySelector("[data-next-tables]")) return;
    fetching = true;
    for (const number of offers().slice(0, AHEAD)) {
      const path = address(number);
      if (pages.has(path) || path === location.pathname) continue;
      const asked = answers;
      const text = await page(path);
      if (!text) break;
      pages.set(path, { text: text, answers: asked });
    }
    fetching = false;
  }

  async function page(path) {
    try {
      const answer = await fetch(path, { redirect: "error" });
      return answer.ok ? await answer.text() : "";
    } catch (broken) {
      return "";
    }
  }

  async function goTo(event, form) {
    within = true;
    const input = form.querySelector("#next-table");
    const number = input.value.trim() || input.placeholder;
    if (!/^\d{1,5}$/.test(number) || !document.querySelector("[data-next-tables]") || !document.querySelector("[data-pile], .is-sent")) return;
    event.preventDefault();
    const path = address(number);
    const kept = pages.get(path);
    const asked = kept ? kept.answers : answers;
    const text = kept ? kept.text : await page(path);
    if (text) return show(path, text, asked);
    if (!items().some(isUnsent)) return form.submit();
    const line = document.getElementById("connection");
    line.hidden = false;
    line.querySelector("p").textContent = strip().dataset.cannotOpen.replace("%s", number);
    within = false;
    input.select();
  }

  // `asked`: how many sets had been answered for when the page was asked for; what it counts may be older than the last.
  function show(path, text, asked) {
    const there = new DOMParser().parseFromString(text, "text/html");
    const main = document.importNode(there.querySelector("main"), true);
    pages.delete(path);
    history.pushState(null, "", path);
    document.title = there.title;
    document.querySelector("main").replaceWith(main);
    window.htmx.process(main);
    window.scrollTo(0, 0);
    if (counts && asked < answers) showCounts(counts);
    render();
    offerNext();
    document.dispatchEvent(new CustomEvent("desk:opened"));
    within = false;
    prefetch();
  }

  window.addEventListener("popstate", function () { location.reload(); });

  // -- Leaving -------------------------------------------------------------------------------------------------

  function isDesk(address) {
    return new URL(address, location.href).pathname.startsWith(strip().dataset.desk);
  }

  // From one page of the desk to another the pile goes along; anywhere else nobody would send it.
  document.addEventListener("click", function (event) {
    const there = event.target.closest("a[href]");
    if (there && isDesk(there.href)) within = true;
  });
  window.addEventListener("beforeunload", function (event) {
    if (!within && items().some(isUnsent)) event.preventDefault();
    within = false;
  });

  // -- At the start --------------------------------------------------------------------------------------------

  // A form that was sent as a page and did not come back was settled there.
  if (plain && plain !== location.pathname) {
    items().forEach(function (item) { if (item.path === plain && item.state === "refused") remove(item); });
  }
  window.addEventListener("online", function () { tries = 0; send(); });
  window.addEventListener("storage", function () { render(); });
  render();
  offerNext();
  send();
  if (document.readyState === "complete") prefetch();
  else window.addEventListener("load", prefetch);
})();
