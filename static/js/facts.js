// The score desk by facts: letters choose in lists, and Enter goes on.
// The page works without it; whatever it shows, the server decides.
(function () {
  "use strict";

  window.charlestonDesk("facts", function (desk) {
    const { form, accept, verifyAll, go, changed } = desk;
    const rack = form.dataset.family !== "sixteen-hands";
    const games = Array.from(form.querySelectorAll(".facts-game"));

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

    // Enter skips what has a key of its own: ticks, kongs, the class, and the seats of a game of sixteen hands in which
    // nobody can have scored. After the last written total come the verifiers.
    function goOn(from) {
      const isOver = !rack && from.matches("[name$='-outcome']") && ["stale", "missed"].includes(from.value);
      const all = stops().filter(function (one) { return one === from || !isOver || game(one) !== game(from); });
      const next = all.slice(all.indexOf(from) + 1).find(function (one) {
        return one.type !== "checkbox" && one !== verifyAll && !one.matches(".verified, [name$='-kongs'], [name$='-class']");
      });
      if (next && next.tagName !== "BUTTON") go(next);
      else desk.goToSettle();
    }

    function goBack(from) {
      const all = stops();
      go(all[all.indexOf(from) - 1]);
    }

    // -- Keys ----------------------------------------------------------------------------------------------------

    // How a game ended has the same key in every language; the page names them.
    const ENDS = { wall: "w", unfinished: "t", error: "e", "thrown-in": "r", picked: "p", played: "p", stale: "s", missed: "m" };

    // The choice that begins with this letter; the same letter again takes the next one that does.
    function choose(select, key) {
      const found = Array.from(select.options).filter(function (option) {
        return option.value && (ENDS[option.value] || option.text.trim().toLowerCase()).startsWith(key);
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

    form.addEventListener("keydown", function (event) {
      const input = event.target;
      const key = desk.ownKey(event);
      if (!key) return;
      if (key === "enter") {
        event.preventDefault();
        if (event.shiftKey) return goBack(input);
        // What has to be said is not passed over by one Enter too many.
        return !input.value && input.matches("[name$='-won'], [name$='-outcome'], .score") ? undefined : goOn(input);
      }
      if (key.length > 1 || input.matches(".reason")) return;
      if (key === "/") {
        event.preventDefault();
        return desk.toNextTable();
      }
      if (input.matches("select.fact")) {
        if (choose(input, key)) return event.preventDefault();
        if (!rack || !game(input)) return;
        if (key === "j") { event.preventDefault(); tick(input, "jokerless"); }
        if (key === "h") { event.preventDefault(); desk.hold(); }
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
      } else if (input.matches("input.score") && "vh".includes(key)) {
        event.preventDefault();
        if (key === "v") desk.verify();
        else desk.hold();
      }
    });

    form.addEventListener("input", function (event) {
      if (event.target.matches(".scored")) event.target.value = event.target.value.toUpperCase();
      changed();
    });
    form.addEventListener("focusin", function (event) {
      if (event.target.matches("input.fact, input.score")) event.target.select();
    });

    // The tick for a value off the list is there while a game has such a value.
    function said() {
      const off = new Set(Array.from(document.querySelectorAll("#check .off-list-shown"), function (one) { return one.dataset.game; }));
      form.querySelectorAll(".off-list").forEach(function (box) {
        box.hidden = !off.has(box.id.replace("off-list-", ""));
        if (box.hidden) box.querySelector("input").checked = false;
      });
    }

    function ready() {
      showWhatBelongs();
      if (document.querySelector("[data-error-summary]")) return;
      const first = stops().find(function (one) { return one.matches("select.fact, input.fact, input.score") && !one.value; });
      go(first || accept);
    }

    return { changed: showWhatBelongs, said: said, back: goBack, ready: ready };
  });
})();
