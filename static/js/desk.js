// The score desk by keyboard: one grid, one key for what comes often, and nothing typed is lost.
// Every page works without it; whatever it shows, the server decides.
(function () {
  "use strict";

  const STORE = "charleston-desk:";

  // The pile puts the next table's grid into this page: what listened for the one before lets go.
  let listening = new AbortController();
  function open() {
    listening.abort();
    listening = new AbortController();
    const grid = document.getElementById("grid");
    if (grid) openGrid(grid, listening.signal);
    else clearSent();
  }
  document.addEventListener("desk:opened", open);
  open();

  function openGrid(grid, signal) {
    const nextTable = document.getElementById("next-table");

    const rows = Array.from(grid.querySelectorAll("tbody tr[data-letter]"));
    const letters = rows.map(function (row) { return row.dataset.letter; });
    const games = grid.querySelectorAll("[name^='" + letters[0] + "-'].score").length - 1;
    const cells = Array.from(grid.querySelectorAll("input.score"));
    const verifiers = Array.from(grid.querySelectorAll("select.verified"));
    const verifyAll = document.getElementById("verify-all");
    const accept = document.getElementById("accept");
    const check = document.getElementById("check");
    const mended = field("mended");
    const filled = new Map();
    const numbers = new Set(grid.dataset.numbers.split(" "));
    let dirty = false;
    let changes = 0;
    let asked = 0;

    grid.classList.add("has-script");
    verifyAll.hidden = false;
    document.getElementById("keys").hidden = false;

    function field(name) {
      return grid.elements.namedItem(name);
    }

    function cell(letter, game) {
      return field(letter + "-" + game);
    }

    function place(input) {
      const parts = input.name.split("-");
      return { letter: parts[0], game: parts[1] === "total" ? 0 : Number(parts[1]) };
    }

    // -- Numbers -------------------------------------------------------------------------------------------------

    // A minus typed after the number counts as before it, as on paper.
    function tidy(input) {
      const match = input.value.replace(/[−–]/g, "-").replace(/\s/g, "").match(/^(-?)(\d+)(-?)$/);
      if (match && !(match[1] && match[3])) input.value = (match[1] || match[3] ? "-" : "") + Number(match[2]);
    }

    function look(input) {
      input.classList.toggle("is-zero", /^-?0+$/.test(input.value));
      input.classList.toggle("is-negative", /^-\d/.test(input.value));
    }

    function set(input, value) {
      input.value = value;
      look(input);
    }

    function changed() {
      dirty = true;
      changes += 1;
      grid.dataset.unchecked = "1";
      rows.forEach(showSum);
      keep();
      check.dispatchEvent(new CustomEvent("desk:check"));
    }

    function showSum(row) {
      const said = column(row.dataset.letter).map(function (input) { return input.value; }).filter(function (text) { return /^-?\d+$/.test(text); });
      const sum = said.reduce(function (total, text) { return total + Number(text); }, 0);
      document.getElementById("sum-" + row.dataset.letter).textContent = said.length ? String(sum).replace("-", "−") : "";
    }

    function column(letter) {
      return Array.from({ length: games }, function (_, index) { return cell(letter, index + 1); });
    }

    function toggleMinus(input) {
      tidy(input);
      set(input, input.value.startsWith("-") ? input.value.slice(1) : "-" + input.value);
      changed();
    }

    // -- Moving --------------------------------------------------------------------------------------------------

    function go(input) {
      if (!input) return;
      input.focus();
      if (input.select) input.select();
    }

    // The next number to type, in the order of the pile; when all are there, what settles the set.
    function goOn(from) {
      const at = cells.indexOf(from);
      const order = cells.slice(at + 1).concat(cells.slice(0, at));
      const empty = order.find(function (input) { return !input.value; });
      if (empty) return go(empty);
      const open = verifiers.some(function (select) { return !select.value; });
      go(open ? verifyAll : accept);
    }

    // A number that cannot become another by one more digit, or by a minus after it, is complete: the hand goes on
    // without Enter. Totals and the last empty cell always wait for Enter; an Enter on an empty cell does nothing.
    function goOnIfComplete(input) {
      if (!place(input).game || !numbers.has(input.value) || input.selectionStart !== input.value.length) return;
      const longer = Array.from(numbers).some(function (text) {
        return text !== input.value && text.startsWith(input.value);
      });
      const waits = input.value !== "0" && numbers.has("-" + input.value);
      const another = cells.some(function (one) { return one !== input && !one.value; });
      if (!longer && !waits && another) goOn(input);
    }

    function move(from, right, down) {
      const width = games + 1;
      const at = cells.indexOf(from);
      const x = (at % width) + right;
      const y = Math.floor(at / width) + down;
      if (x >= 0 && x < width && y >= 0 && y < rows.length) go(cells[y * width + x]);
      else if (y >= rows.length) go(verifyAll);
    }

    // -- One key for what comes often ----------------------------------------------------------------------------

    // A whole column at once; the same key again brings back what was there.
    function fill(input, key, points) {
      const game = place(input).game;
      if (!game) return;
      const column = letters.map(function (letter) { return cell(letter, game); });
      const before = filled.get(key + game);
      if (before) {
        column.forEach(function (one, index) { set(one, before[index]); });
        filled.delete(key + game);
      } else {
        filled.set(key + game, column.map(function (one) { return one.value; }));
        column.forEach(function (one, index) { set(one, points(letters[index], game)); });
        goOn(input);
      }
      changed();
    }

    function isDead(letter, game) {
      return field(letter + "-" + game + "-dead").checked;
    }

    function wall(letter, game) {
      return isDead(letter, game) && !("deadGetsWall" in grid.dataset) ? "0" : grid.dataset.wall;
    }

    function unfinished() {
      return grid.dataset.unfinished;
    }

    function mark(input, what) {
      const at = place(input);
      if (!at.game) return;
      const box = field(at.letter + "-" + at.game + "-" + what);
      if (what === "dead") box.checked = !box.checked;
      else box.selectedIndex = (box.selectedIndex + 1) % box.options.length;
      showMarks();
      changed();
    }

    function showMarks() {
      cells.forEach(function (input) {
        const at = place(input);
        if (!at.game) return;
        const kind = field(at.letter + "-" + at.game + "-infraction");
        const words = [isDead(at.letter, at.game) ? grid.dataset.deadWord : "", kind.value ? kind.selectedOptions[0].text : ""];
        const text = words.filter(Boolean).join(", ");
        const box = input.parentElement;
        let note = box.querySelector(".cell-mark");
        if (text && !note) {
          note = document.createElement("span");
          note.className = "cell-mark";
          box.append(note);
        }
        if (note && text) note.textContent = text;
        else if (note) note.remove();
      });
    }

    // Takes a mend: numbers are changed, and what was typed first stays on record.
    function take(text) {
      text.split(" ").forEach(function (change) {
        const parts = change.split("=");
        const input = field(parts[0]);
        const was = input.value;
        set(input, parts[1]);
        if (was) noteMend(input, was);
        input.dataset.before = "";
      });
      changed();
    }

    function noteMend(input, was) {
      mended.value = (mended.value + " " + input.name + ":" + was + ">" + input.value).slice(-1000);
    }

    function takeMarks(text) {
      text.split(" ").forEach(function (change) {
        const parts = change.split("=");
        field(parts[0]).value = parts[1];
      });
      showMarks();
      changed();
    }

    function offered(input, kind) {
      const game = place(input).game;
      return game ? document.querySelector("#reading-" + game + " [data-" + kind + "]") : null;
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

    const KEYS = {
      w: function (input) { fill(input, "w", wall); },
      t: function (input) { fill(input, "t", unfinished); },
      d: function (input) { mark(input, "dead"); },
      i: function (input) { mark(input, "infraction"); },
      m: function (input) {
        const mend = offered(input, "take");
        if (mend) take(mend.dataset.take);
        else toggleMinus(input);
      },
      k: function (input) {
        const marks = offered(input, "marks");
        if (marks) takeMarks(marks.dataset.marks);
      },
      "-": toggleMinus,
      "−": toggleMinus,
      v: verify,
      h: hold,
      "/": function () { go(nextTable); },
      enter: function (input) {
        if (!input.value) return;
        tidy(input);
        look(input);
        goOn(input);
      },
      arrowup: function (input) { move(input, 0, -1); },
      arrowdown: function (input) { move(input, 0, 1); },
      arrowleft: function (input) { move(input, -1, 0); },
      arrowright: function (input) { move(input, 1, 0); },
    };

    grid.addEventListener("keydown", function (event) {
      const input = event.target;
      if (event.key === "Enter" && event.ctrlKey) {
        event.preventDefault();
        return accept.click();
      }
      if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
      const key = event.key.toLowerCase();
      if (input.matches("input.score")) {
        if (KEYS[key]) {
          event.preventDefault();
          KEYS[key](input);
        } else if (key.length === 1 && !/[0-9]/.test(key)) {
          event.preventDefault();
        }
      } else if (input === verifyAll || input === accept) {
        const back = { arrowup: 1, arrowleft: 1 };
        if (key === "v" || key === "h" || key === "/") {
          event.preventDefault();
          KEYS[key](input);
        } else if (back[key]) {
          event.preventDefault();
          go(cells[cells.length - 1]);
        }
      } else if (input.matches("select") && key === "enter") {
        event.preventDefault();
        const open = verifiers.find(function (select) { return !select.value; });
        go(open && open !== input ? open : accept);
      }
    });

    document.addEventListener("keydown", function (event) {
      const away = !event.target.closest("input, select, textarea, button");
      if (away && event.key === "/" && nextTable) {
        event.preventDefault();
        go(nextTable);
      }
    }, { signal: signal });

    // A number that was wrong by the rules and is typed anew is a slip put right: it stays on record.
    grid.addEventListener("focusin", function (event) {
      const input = event.target;
      if (!input.matches("input.score")) return;
      input.select();
      input.dataset.before = input.getAttribute("aria-invalid") ? input.value : "";
    });
    grid.addEventListener("focusout", function (event) {
      const input = event.target;
      if (!input.matches("input.score")) return;
      tidy(input);
      look(input);
      if (input.dataset.before && input.value !== input.dataset.before) noteMend(input, input.dataset.before);
    });
    grid.addEventListener("input", function (event) {
      if (event.target.closest(".marks")) showMarks();
      changed();
      if (!event.target.matches("input.score")) return;
      look(event.target);
      if (event.inputType === "insertText") goOnIfComplete(event.target);
    });
    grid.addEventListener("click", function (event) {
      const button = event.target.closest("[data-take], [data-marks]");
      if (!button) return;
      if (button.dataset.take) take(button.dataset.take);
      else takeMarks(button.dataset.marks);
    });
    verifyAll.addEventListener("click", verify);

    // -- What the server said ------------------------------------------------------------------------------------

    document.body.addEventListener("htmx:beforeRequest", function (event) {
      if (event.detail.target === check) asked = changes;
    }, { signal: signal });
    document.body.addEventListener("htmx:afterSettle", function (event) {
      if (event.detail.target !== check) return;
      const faulty = document.getElementById("faulty");
      const names = new Set(faulty.dataset.fields.split(" "));
      cells.concat(verifiers).forEach(function (input) {
        if (names.has(input.name)) input.setAttribute("aria-invalid", "true");
        else input.removeAttribute("aria-invalid");
      });
      accept.classList.toggle("not-ready", !("acceptable" in faulty.dataset));
      offer(faulty.dataset.offered);
      if (asked === changes) delete grid.dataset.unchecked;
    }, { signal: signal });

    // Where the table's scorekeeper verifies, the first card that says who that was says it for the others.
    function offer(text) {
      text.split(" ").filter(Boolean).forEach(function (pair) {
        const parts = pair.split("=");
        const select = field(parts[0]);
        select.dataset.offered = parts[1];
        select.options[0].text = parts[1] + " ?";
      });
    }

    // -- Nothing typed is lost -----------------------------------------------------------------------------------

    // What is typed waits in the browser until the server has it: a reload, a lost connection or a sign-in in between
    // brings it back. A draft made against an older version is sent as such, and the server shows both.
    function drafted() {
      const fields = {};
      Array.from(grid.elements).forEach(function (one) {
        if (!one.name || one.type === "hidden" && one.name !== "mended" || one.tagName === "BUTTON") return;
        fields[one.name] = one.type === "checkbox" ? one.checked : one.value;
      });
      return fields;
    }

    function keep(sent) {
      const draft = { version: field("version").value, sent: Boolean(sent), fields: drafted() };
      try { localStorage.setItem(STORE + location.pathname, JSON.stringify(draft)); } catch (full) { /* A full store keeps nothing. */ }
    }

    function restore() {
      const draft = read(location.pathname);
      if (!draft) return;
      const stored = Number(grid.dataset.storedVersion);
      if (draft.sent && Number(draft.version) < stored) return localStorage.removeItem(STORE + location.pathname);
      const now = JSON.stringify(drafted());
      Object.keys(draft.fields).forEach(function (name) {
        const one = field(name);
        if (!one || one.length && !one.options) return;
        if (one.type === "checkbox") one.checked = draft.fields[name];
        else if (one.matches("input.score") || !one.value) one.value = draft.fields[name];
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

    function read(path) {
      try { return JSON.parse(localStorage.getItem(STORE + path)); } catch (broken) { return null; }
    }

    grid.addEventListener("submit", function (event) {
      if (grid.dataset.sending) return event.preventDefault();
      cells.forEach(tidy);
      grid.dataset.sending = "1";
      dirty = false;
      keep(true);
    });
    window.addEventListener("pageshow", function () { delete grid.dataset.sending; }, { signal: signal });
    window.addEventListener("beforeunload", function (event) {
      if (dirty) event.preventDefault();
    }, { signal: signal });

    accept.classList.toggle("not-ready", !("acceptable" in document.getElementById("faulty").dataset));
    restore();
    cells.forEach(look);
    showMarks();
    const faulty = cells.find(function (input) { return input.getAttribute("aria-invalid"); });
    const first = faulty || cells.find(function (input) { return !input.value; });
    const summary = document.querySelector("[data-error-summary]");
    if (first) go(first);
    else if (!summary) go(verifiers.some(function (select) { return !select.value; }) ? verifyAll : accept);
  }

  // Where no grid is open, what was sent has arrived.
  function clearSent() {
    try {
      Object.keys(localStorage).forEach(function (key) {
        if (!key.startsWith(STORE)) return;
        const draft = JSON.parse(localStorage.getItem(key));
        if (draft.sent && !document.getElementById("merge")) localStorage.removeItem(key);
      });
    } catch (broken) { /* Without a store there is nothing to clear. */ }
  }
})();
