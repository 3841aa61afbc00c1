// The score desk by facts: letters choose in lists, Enter goes on, and nothing typed is lost.
// The page works without it; whatever it shows, the server decides.
(function () {
  "use strict";

  const STORE = "charleston-desk:";

  // The pile puts the next table's form into this page: what listened for the one before lets go.
  let listening = new AbortController();
  function open() {
    listening.abort();
    listening = new AbortController();
    const form = document.getElementById("facts");
    if (form) openForm(form, listening.signal);
    else clearSent();
  }
  document.addEventListener("desk:opened", open);
  open();

  function openForm(form, signal) {
    const nextTable = document.getElementById("next-table");

    const rack = form.dataset.family !== "sixteen-hands";
    const games = Array.from(form.querySelectorAll(".facts-game"));
    const verifiers = Array.from(form.querySelectorAll("select.verified"));
    const verifyAll = document.getElementById("verify-all");
    const accept = document.getElementById("accept");
    const check = document.getElementById("check");
    let dirty = false;
    let changes = 0;
    let asked = 0;

    form.classList.add("has-script");
    verifyAll.hidden = false;
    document.getElementById("keys").hidden = false;

    function field(name) {
      return form.elements.namedItem(name);
    }

    function changed() {
      dirty = true;
      changes += 1;
      form.dataset.unchecked = "1";
      showWhatBelongs();
      keep(false);
      check.dispatchEvent(new CustomEvent("desk:check"));
    }

    // -- What belongs to the outcome -----------------------------------------------------------------------------

    // Winner's fields step aside when nobody won; one that holds something stays, so that nothing is hidden and sent.
    function showWhatBelongs() {
      if (!rack) return;
      games.forEach(function (game) {
        const won = game.querySelector("[name$='-won']").value;
        const ended = won.length > 1;
        game.querySelectorAll("[data-when=win]").forEach(function (box) {
          const one = box.querySelector("input, select");
          const holds = one.type === "checkbox" ? one.checked : one.value !== (one.name.endsWith("-class") ? "exposed" : "");
          box.hidden = ended && !holds;
        });
        if (won === "error") game.querySelector(".facts-more").open = true;
      });
    }

    // -- Moving --------------------------------------------------------------------------------------------------

    function stops() {
      return Array.from(form.querySelectorAll("input, select, button, summary")).filter(function (one) {
        return one.type !== "hidden" && one.tabIndex >= 0 && one.offsetParent !== null && one.tagName !== "SUMMARY" && !one.closest("details:not([open])");
      });
    }

    function go(input) {
      if (!input) return;
      input.focus();
      if (input.select && input.type === "text") input.select();
    }

    // Enter skips what has a key of its own: ticks, kongs, the class. After the last written total come the verifiers.
    function goOn(from) {
      const all = stops();
      const next = all.slice(all.indexOf(from) + 1).find(function (one) {
        return one.type !== "checkbox" && one !== verifyAll && !one.matches(".verified, [name$='-kongs'], [name$='-class']");
      });
      const open = verifiers.some(function (select) { return !select.value; });
      if (next && next.tagName !== "BUTTON") return go(next);
      go(open ? verifyAll : accept);
    }

    function goBack(from) {
      const all = stops();
      go(all[all.indexOf(from) - 1]);
    }

    // -- Keys ----------------------------------------------------------------------------------------------------

    // The choice that begins with this letter; the same letter again takes the next one that does.
    function choose(select, key) {
      const found = Array.from(select.options).filter(function (option) {
        return option.value && option.text.trim().toLowerCase().startsWith(key);
      });
      if (!found.length) return false;
      const next = found[(found.indexOf(select.selectedOptions[0]) + 1) % found.length];
      select.value = next.value;
      changed();
      if (found.length === 1 && select.name !== "handed_in_by") goOn(select);
      return true;
    }

    function game(input) {
      return input.closest(".facts-game");
    }

    function tick(input, name) {
      const box = game(input).querySelector("[name$='-" + name + "']");
      if (!box) return;
      box.checked = !box.checked;
      changed();
    }

    // One player's extras, from the field of the hand: bouquet, own flower, a kong more, a wrong number of tiles.
    const EXTRAS = { b: "bouquet", o: "flower", x: "count" };

    function extra(input, key) {
      const row = input.closest("tr");
      if (key === "k") {
        const kongs = row.querySelector("[name$='-kongs']");
        const more = Number(kongs.value || 0) + 1;
        kongs.value = more > 4 ? "" : String(more);
      } else {
        const box = row.querySelector("[name$='-" + EXTRAS[key] + "']");
        box.checked = !box.checked;
      }
      changed();
    }

    // Typed where the exposures are asked for: a hand of these classes has none.
    const CLASSES = { c: "concealed", s: "singles-and-pairs" };

    function verify() {
      verifiers.forEach(function (select) {
        if (!select.value) select.value = select.dataset.offered;
      });
      changed();
      go(accept);
    }

    form.addEventListener("keydown", function (event) {
      const input = event.target;
      if (event.key === "Enter" && event.ctrlKey) {
        event.preventDefault();
        return accept.click();
      }
      if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
      const key = event.key.toLowerCase();
      const letter = key.length === 1;
      if (input.matches("button, summary, textarea")) {
        if (key === "v" && !input.matches("textarea")) { event.preventDefault(); verify(); }
        return;
      }
      if (key === "enter") {
        event.preventDefault();
        if (event.shiftKey) return goBack(input);
        // What has to be said is not passed over by one Enter too many.
        return !input.value && input.matches("[name$='-won'], [name$='-outcome'], .score") ? undefined : goOn(input);
      }
      if (!letter || input.matches(".reason")) return;
      if (key === "/") {
        event.preventDefault();
        return go(nextTable);
      }
      if (input.matches("select.fact")) {
        if (choose(input, key)) return event.preventDefault();
        if (!rack || !game(input)) return;
        if (key === "j") { event.preventDefault(); tick(input, "jokerless"); }
        const kind = input.matches("[name$='-exposures']") && CLASSES[key];
        if (kind) {
          event.preventDefault();
          game(input).querySelector("[name$='-class']").value = kind;
          changed();
          goOn(input);
        }
      } else if (input.matches(".scored")) {
        if ("bokx".includes(key)) {
          event.preventDefault();
          extra(input, key);
        } else if (!/[mf0-9 ]/.test(key)) event.preventDefault();
      } else if (rack && game(input) && input.type === "text" && !/[0-9]/.test(key)) {
        event.preventDefault();
        if (key === "j") tick(input, "jokerless");
      } else if (input.matches("input.score") && key === "v") {
        event.preventDefault();
        verify();
      }
    });

    document.addEventListener("keydown", function (event) {
      if (event.key === "/" && nextTable && !event.target.closest("input, select, textarea, button")) {
        event.preventDefault();
        go(nextTable);
      }
    }, { signal: signal });

    form.addEventListener("input", function (event) {
      if (event.target.matches(".scored")) event.target.value = event.target.value.toUpperCase();
      changed();
    });
    form.addEventListener("focusin", function (event) {
      if (event.target.matches("input.fact, input.score")) event.target.select();
    });
    verifyAll.addEventListener("click", verify);

    // -- What the server said ------------------------------------------------------------------------------------

    function showFaults() {
      const faulty = document.getElementById("faulty");
      const names = new Set(faulty.dataset.fields.split(" "));
      Array.from(form.elements).forEach(function (one) {
        if (names.has(one.name)) one.setAttribute("aria-invalid", "true");
        else one.removeAttribute("aria-invalid");
      });
      accept.classList.toggle("not-ready", !("acceptable" in faulty.dataset));
    }

    document.body.addEventListener("htmx:afterSettle", function (event) {
      if (event.detail.target !== check) return;
      const off = new Set(Array.from(check.querySelectorAll(".off-list-shown")).map(function (one) { return one.dataset.game; }));
      form.querySelectorAll(".off-list").forEach(function (box) {
        const number = box.id.replace("off-list-", "");
        box.hidden = !off.has(number);
        if (box.hidden) box.querySelector("input").checked = false;
      });
      check.querySelectorAll(".duty").forEach(function (duty) {
        const select = field(duty.dataset.letter + "-verified");
        select.dataset.offered = duty.dataset.offered;
        select.options[0].text = duty.dataset.offered + " ?";
      });
      showFaults();
      if (asked === changes) delete form.dataset.unchecked;
    }, { signal: signal });
    document.body.addEventListener("htmx:beforeRequest", function (event) {
      if (event.detail.target === check) asked = changes;
    }, { signal: signal });

    // -- Nothing typed is lost -----------------------------------------------------------------------------------

    function drafted() {
      const fields = {};
      Array.from(form.elements).forEach(function (one) {
        if (!one.name || one.type === "hidden" || one.tagName === "BUTTON") return;
        fields[one.name] = one.type === "checkbox" ? one.checked : one.value;
      });
      return fields;
    }

    function keep(sent) {
      const draft = { version: field("version").value, sent: sent, fields: drafted() };
      try { localStorage.setItem(STORE + location.pathname, JSON.stringify(draft)); } catch (full) { /* A full store keeps nothing. */ }
    }

    function restore() {
      let draft = null;
      try { draft = JSON.parse(localStorage.getItem(STORE + location.pathname)); } catch (broken) { /* Nothing to restore. */ }
      if (!draft) return;
      if (draft.sent && Number(draft.version) < Number(form.dataset.storedVersion)) return localStorage.removeItem(STORE + location.pathname);
      const now = JSON.stringify(drafted());
      Object.keys(draft.fields).forEach(function (name) {
        const one = field(name);
        if (!one || one.length && !one.options) return;
        if (one.type === "checkbox") one.checked = draft.fields[name];
        else one.value = draft.fields[name];
      });
      field("version").value = draft.version;
      if (JSON.stringify(drafted()) === now) return;
      document.getElementById("draft").hidden = false;
      changed();
    }

    document.getElementById("forget-draft").addEventListener("click", function () {
      localStorage.removeItem(STORE + location.pathname);
      dirty = false;
      location.assign(location.pathname);
    });
    form.addEventListener("submit", function (event) {
      if (form.dataset.sending) return event.preventDefault();
      form.dataset.sending = "1";
      dirty = false;
      keep(true);
    });
    window.addEventListener("pageshow", function () { delete form.dataset.sending; }, { signal: signal });
    window.addEventListener("beforeunload", function (event) {
      if (dirty) event.preventDefault();
    }, { signal: signal });

    restore();
    showWhatBelongs();
    showFaults();
    if (!document.querySelector("[data-error-summary]")) {
      const first = stops().find(function (one) { return one.matches("select.fact, input.fact, input.score") && !one.value; });
      go(first || accept);
    }
  }

  // Where no form is open, what was sent has arrived.
  function clearSent() {
    try {
      Object.keys(localStorage).forEach(function (key) {
        if (!key.startsWith(STORE)) return;
        if (JSON.parse(localStorage.getItem(key)).sent) localStorage.removeItem(key);
      });
    } catch (broken) { /* Without a store there is nothing to clear. */ }
  }
})();
