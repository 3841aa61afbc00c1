// What both forms of the score desk have in common, the grid of numbers and the games by their facts: what is typed
// waits in this browser until the server has it, one key verifies the set, and what the server says is shown.
(function () {
  "use strict";

  const pile = document.getElementById("pile");
  if (!pile) return;
  // Of this account alone: who signs in after somebody else on one machine does not see what that person typed.
  const STORE = "charleston-desk:" + pile.dataset.user + ":";

  // Opens the form of this id, and again each time the pile puts the next table into this page: what listened for the
  // one before lets go. `build` is given the desk and gives back what is the form's own, each of it optional:
  // `changed`, `said` (the server has answered), `tidy` (before it is sent), `back` (from the buttons), `ready`.
  window.charlestonDesk = function (id, build) {
    let listening = new AbortController();
    function open() {
      listening.abort();
      listening = new AbortController();
      const form = document.getElementById(id);
      if (form) start(form, build, listening.signal);
    }
    document.addEventListener("desk:opened", open);
    open();
  };

  function start(form, build, signal) {
    const check = document.getElementById("check");
    const accept = document.getElementById("accept");
    const verifyAll = document.getElementById("verify-all");
    const nextTable = document.getElementById("next-table");
    const verifiers = Array.from(form.querySelectorAll("select.verified"));
    let dirty = false;
    let changes = 0;
    let asked = 0;
    let refused = Boolean(document.querySelector("#refusal[data-kept]"));

    form.classList.add("has-script");
    verifyAll.hidden = false;
    document.getElementById("keys").hidden = false;

    function field(name) {
      return form.elements.namedItem(name);
    }

    function all(name) {
      return Array.from(form.elements).filter(function (one) { return one.name === name; });
    }

    function changed() {
      dirty = true;
      changes += 1;
      document.getElementById("too-many").hidden = true;
      form.dataset.unchecked = "1";
      if (own.changed) own.changed();
      keep(false);
      check.dispatchEvent(new CustomEvent("desk:check"));
    }

    // -- Moving and settling -------------------------------------------------------------------------------------

    function go(input) {
      if (!input) return;
      input.focus();
      if (input.select && input.type === "text") input.select();
    }

    // Where the hand goes when everything is typed: to the verifiers, and then to the end.
    function goToSettle() {
      go(verifiers.some(function (select) { return !select.value; }) ? verifyAll : accept);
    }

    function verify() {
      verifiers.forEach(function (select) {
        if (!select.value) select.value = select.dataset.offered;
      });
      changed();
      go(accept);
    }

    function hold() {
      const box = document.getElementById("hold");
      if (!box) return;
      box.open = true;
      go(box.querySelector("textarea"));
    }

    function toNextTable() {
      go(nextTable);
    }

    // A fourth card typed at a table of three: the hand is on the pile, and the next Enter must not accept.
    function tooMany() {
      const line = document.getElementById("too-many");
      line.hidden = false;
      line.focus();
    }

    const ON_BUTTONS = { v: verify, h: hold, "/": toNextTable, arrowup: back, arrowleft: back };

    function back() {
      own.back(document.activeElement);
    }

    // Keys that are the same in both forms. Gives the key that is the form's own to answer, or "".
    function ownKey(event) {
      const input = event.target;
      if (event.key === "Enter" && event.ctrlKey) {
        event.preventDefault();
        accept.click();
        return "";
      }
      if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return "";
      const key = event.key.toLowerCase();
      if (!input.matches("button, summary, textarea")) return key;
      if (/^[-\d]$/.test(key) && (input === verifyAll || input === accept)) {
        event.preventDefault();
        tooMany();
        return "";
      }
      const moves = key.startsWith("arrow");
      const work = !input.matches("textarea") && (!moves || input === verifyAll || input === accept) && ON_BUTTONS[key];
      if (work) {
        event.preventDefault();
        work();
      }
      return "";
    }

    document.addEventListener("keydown", function (event) {
      if (event.key === "/" && nextTable && !event.target.closest("input, select, textarea, button")) {
        event.preventDefault();
        go(nextTable);
      }
    }, { signal: signal });
    verifyAll.addEventListener("click", verify);

    // -- Lists of which there is always one more -----------------------------------------------------------------

    function addList(select) {
      const more = select.cloneNode(true);
      more.id = select.name + "-" + (all(select.name).length + 1);
      more.value = "";
      select.after(" ", more);
      return more;
    }

    form.addEventListener("input", function (event) {
      if (event.target.matches("[data-several]")) spare(event.target.name);
    });

    // The list that is still free, where there is anything left to choose.
    function spare(name) {
      const lists = all(name);
      const free = lists.find(function (one) { return !one.value; });
      if (free || lists.length >= lists[0].options.length - 1) return free;
      return addList(lists[lists.length - 1]);
    }

    // -- What the server said ------------------------------------------------------------------------------------

    function mark(names) {
      Array.from(form.elements).forEach(function (one) {
        if (names.includes(one.name)) one.setAttribute("aria-invalid", "true");
        else one.removeAttribute("aria-invalid");
      });
    }

    function showFaults() {
      const faulty = document.getElementById("faulty");
      mark(faulty.dataset.fields.split(" ").filter(Boolean));
      accept.classList.toggle("not-ready", !("acceptable" in faulty.dataset));
      // Where the table's scorekeeper verifies, the first card that says who that was says it for the others.
      faulty.dataset.offered.split(" ").filter(Boolean).forEach(function (pair) {
        const parts = pair.split("=");
        const select = field(parts[0]);
        select.dataset.offered = parts[1];
        select.options[0].text = parts[1] + " ?";
      });
    }

    document.body.addEventListener("htmx:beforeRequest", function (event) {
      if (event.detail.target === check) asked = changes;
    }, { signal: signal });
    document.body.addEventListener("htmx:afterSettle", function (event) {
      if (event.detail.target !== check) return;
      showFaults();
      if (refused) document.getElementById("refusal").hidden = isAcceptable();
      if (own.said) own.said();
      if (asked === changes) delete form.dataset.unchecked;
    }, { signal: signal });

    // -- A set that cannot be accepted is refused on the spot, with a connection and without ----------------------

    function isAcceptable() {
      return "acceptable" in document.getElementById("faulty").dataset;
    }

    // The letters of the cards on which numbers stand and that nobody verified.
    function unverified() {
      return verifiers.filter(function (select) {
        const typed = Array.from(select.closest("tr").querySelectorAll("input.score")).some(function (one) { return one.value; });
        return typed && !select.value;
      }).map(function (select) { return select.name.charAt(0); });
    }

    // Whether it is known now that the set is not accepted: by the last answer, where it spoke of exactly what is
    // typed, and otherwise by what needs no answer. What is not known goes into the pile, and the server judges.
    function isRefused(button) {
      if (!form.dataset.pile || !button || button.value !== "accept") return false;
      const answered = !form.dataset.unchecked;
      const open = unverified();
      if (answered ? isAcceptable() : !open.length) return false;
      refuse(answered ? document.getElementById("faulty").dataset.blocking.split(" ").filter(Boolean) : open.map(function (letter) { return letter + "-verified"; }), answered ? [] : open);
      return true;
    }

    function refuse(names, open) {
      const box = document.getElementById("refusal");
      if (open.length) box.querySelector("[data-faults]").textContent = unverifiedWords(box.dataset, open);
      box.hidden = false;
      box.setAttribute("role", "alert");
      refused = true;
      mark(names);
      if (!field("attempted")) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "attempted", value: "1" }));
      const wrong = Array.from(form.elements).find(function (one) { return one.getAttribute("aria-invalid") && !verifiers.includes(one); });
      if (wrong) go(wrong);
      else goToSettle();
      check.dispatchEvent(new CustomEvent("desk:check"));
    }

    function unverifiedWords(words, open) {
      if (open.length === 1) return words.unverified.replace("%s", open[0]);
      return words.unverifiedSeveral.replace("%s", words.and.replace("%s", open.slice(0, -1).join(", ")).replace("%t", open[open.length - 1]));
    }

    // -- Nothing typed is lost -----------------------------------------------------------------------------------

    // Everything typed, by name: what is not empty of the fields with that name.
    function typed() {
      const fields = {};
      Array.from(form.elements).forEach(function (one) {
        if (!one.name || one.tagName === "BUTTON" || one.type === "hidden" && !("typed" in one.dataset)) return;
        const value = one.type === "checkbox" ? one.checked && one.value : one.value;
        fields[one.name] = (fields[one.name] || []).concat(value || []);
      });
      return fields;
    }

    // The set waits until the server says that it has this key: a reload, a lost connection, a sign-in in between
    // brings it back. A draft made against an older version, or for others who sat there, is sent as such, and the
    // server shows both.
    function keep(sent) {
      write(location.pathname, { version: field("version").value, seats: field("seats").value, key: field("key").value, sent: sent, fields: typed() });
    }

    function restore() {
      // The server shows what was sent, beside those who sit there now: that is typed for them from here on.
      if ("reseated" in form.dataset) return keep(false);
      const draft = read(location.pathname);
      if (!draft) return;
      const now = typed();
      const differs = Object.keys(draft.fields).some(function (name) {
        return name !== "mended" && draft.fields[name].join(" ") !== (now[name] || []).join(" ");
      });
      if (!differs) return forget(location.pathname);
      Object.keys(draft.fields).forEach(function (name) { fill(name, draft.fields[name]); });
      field("version").value = draft.version;
      if (draft.seats) field("seats").value = draft.seats;
      document.getElementById("draft").hidden = false;
      changed();
    }

    function fill(name, values) {
      const fields = all(name);
      // What stands beside an answer of the server comes with the next answer, and is sent along until then. What was
      // typed for a seat that is empty by now is kept and sent until the server has said so.
      if (!fields.length && values.length) {
        const made = Object.assign(document.createElement("input"), { type: "hidden", name: name, value: values[0] });
        if (/^(g\d+-)?[A-D]-/.test(name)) {
          made.dataset.typed = "";
          form.append(made);
        } else check.append(made);
      }
      while (fields.length && fields.length < values.length) fields.push(addList(fields[fields.length - 1]));
      fields.forEach(function (one, place) {
        if (one.type === "checkbox") one.checked = values.length > 0;
        else one.value = values[place] || "";
      });
      if (fields.length && "several" in fields[0].dataset) spare(name);
    }

    document.getElementById("forget-draft").addEventListener("click", function () {
      forget(location.pathname);
      dirty = false;
      location.assign(location.pathname);
    });
    form.addEventListener("submit", function (event) {
      if (form.dataset.sending) return event.preventDefault();
      if (own.tidy) own.tidy();
      if (isRefused(event.submitter)) return event.preventDefault();
      form.dataset.sending = "1";
      dirty = false;
      keep(true);
    });
    window.addEventListener("pageshow", function () { delete form.dataset.sending; }, { signal: signal });
    window.addEventListener("beforeunload", function (event) {
      if (dirty) event.preventDefault();
    }, { signal: signal });

    const own = build({ form, accept, verifyAll, verifiers, field, all, spare, go, goToSettle, toNextTable, verify, hold, changed, ownKey });
    // The reason that a set is held for, where it was not said, comes before the cards.
    const missing = document.querySelector("#hold [aria-invalid]");
    restore();
    showFaults();
    own.ready();
    go(missing);
  }

  // -- The drafts ------------------------------------------------------------------------------------------------

  function read(path) {
    try { return JSON.parse(localStorage.getItem(STORE + path)); } catch (broken) { return null; }
  }

  function write(path, draft) {
    try { localStorage.setItem(STORE + path, JSON.stringify(draft)); } catch (full) { /* A full store keeps nothing. */ }
  }

  function forget(path) {
    localStorage.removeItem(STORE + path);
  }

  // Another form about the same table, such as a choice between two versions, carries the draft on under its own key.
  document.addEventListener("submit", function (event) {
    const key = event.target.elements.namedItem("key");
    const path = new URL(event.target.action).pathname;
    const draft = key && read(path);
    if (draft) write(path, Object.assign(draft, { key: key.value, sent: true }));
  });

  // What the server has carried out, and what somebody chose to leave, is not kept any longer.
  document.addEventListener("click", function (event) {
    const leaving = event.target.closest("a[data-leave]");
    if (leaving) forget(new URL(leaving.href).pathname);
  });
  const done = new Set(Array.from(document.querySelectorAll("[data-done]"), function (one) { return one.dataset.done; }));
  Object.keys(localStorage).forEach(function (name) {
    const path = name.startsWith(STORE) && name.slice(STORE.length);
    const draft = path && read(path);
    if (draft && done.has(draft.key)) forget(path);
  });
})();
