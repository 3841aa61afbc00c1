// The score desk by keyboard: one grid, and one key for what comes often.
// Every page works without it; whatever it shows, the server decides.
(function () {
  "use strict";

  window.charlestonDesk("grid", function (desk) {
    const { form: grid, field, all, go, changed } = desk;
    const rows = Array.from(grid.querySelectorAll("tbody tr[data-letter]"));
    const letters = rows.map(function (row) { return row.dataset.letter; });
    const games = grid.querySelectorAll("[name^='" + letters[0] + "-'].score").length - 1;
    const cells = Array.from(grid.querySelectorAll("input.score"));
    const mended = field("mended");
    const filled = new Map();
    const words = new Map(grid.dataset.shortMarks.split("|").map(function (pair) { return pair.split("="); }));
    const numbers = new Set(grid.dataset.numbers.split(" "));

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

    function showSum(row) {
      const said = column(row.dataset.letter).map(function (input) { return input.value; }).filter(function (text) { return /^-?\d+$/.test(text); });
      const sum = said.reduce(function (total, text) { return total + Number(text); }, 0);
      const shown = document.createElement("span");
      shown.className = "num num-total" + (sum < 0 ? " num-negative" : "");
      shown.textContent = said.length ? String(sum).replace("-", "−") : "";
      document.getElementById("sum-" + row.dataset.letter).replaceChildren(shown);
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

    // The next number to type, in the order of the pile; when all are there, what settles the set.
    function goOn(from) {
      const at = cells.indexOf(from);
      const order = cells.slice(at + 1).concat(cells.slice(0, at));
      const empty = order.find(function (input) { return !input.value; });
      if (empty) go(empty);
      else desk.goToSettle();
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
      else if (y >= rows.length) go(desk.verifyAll);
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

    function isOut(letter, game) {
      return field(letter + "-" + game + "-hand").value !== "";
    }

    function wall(letter, game) {
      return isOut(letter, game) && !("deadGetsWall" in grid.dataset) ? "0" : grid.dataset.wall;
    }

    function unfinished() {
      return grid.dataset.unfinished;
    }

    function marked() {
      showMarks();
      changed();
    }

    function hand(input) {
      const at = place(input);
      return at.game ? field(at.letter + "-" + at.game + "-hand") : null;
    }

    function markDead(input) {
      const select = hand(input);
      if (!select) return;
      select.value = select.value === "dead" ? "" : "dead";
      marked();
    }

    // The first seat of a game that is marked called mah jongg in error, the others showed their hands because of it.
    function markError(input) {
      const select = hand(input);
      if (!select) return;
      const game = letters.map(function (letter) { return field(letter + "-" + place(input).game + "-hand"); });
      const caller = game.find(function (one) { return one.value === "called"; });
      if (select === caller) game.forEach(function (one) { if (one.value !== "dead") one.value = ""; });
      else if (select.value === "shown") select.value = "";
      else select.value = caller ? "shown" : "called";
      marked();
    }

    // The next kind that this seat has not; with Shift beside what is marked, without in its place.
    function markInfraction(input, beside) {
      const at = place(input);
      if (!at.game) return;
      const name = at.letter + "-" + at.game + "-infraction";
      const lists = all(name);
      const chosen = lists.filter(function (one) { return one.value; });
      const select = beside && chosen.length < 2 ? desk.spare(name) : beside ? chosen[chosen.length - 1] : lists[0];
      if (!select) return;
      const taken = new Set(chosen.filter(function (one) { return one !== select; }).map(function (one) { return one.value; }));
      do select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
      while (taken.has(select.value));
      desk.spare(name);
      marked();
    }

    function showMarks() {
      cells.forEach(function (input) {
        const at = place(input);
        if (!at.game) return;
        const lists = [hand(input)].concat(all(at.letter + "-" + at.game + "-infraction"));
        const marks = lists.filter(function (one) { return one.value; });
        const text = marks.map(function (one) { return words.get(one.value); }).join(", ");
        const box = input.parentElement;
        let note = box.querySelector(".cell-mark");
        if (text && !note) {
          note = document.createElement("span");
          note.className = "cell-mark";
          box.append(note);
        }
        if (text) {
          note.textContent = text;
          note.title = marks.map(function (one) { return one.selectedOptions[0].text; }).join(", ");
        } else if (note) note.remove();
      });
    }

    // Which of several readings it was, the next with each press: of this column, or of the first that is open.
    function choose(input) {
      const game = place(input).game;
      const lists = game ? [field("reading-" + game)] : Array.from(grid.querySelectorAll("select[name^='reading-']"));
      const select = lists.find(function (one) { return one && !one.value; }) || lists[0];
      if (!select) return;
      select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
      changed();
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
        const there = all(parts[0]).some(function (one) { return one.value === parts[1]; });
        const select = !there && desk.spare(parts[0]);
        if (select) select.value = parts[1];
      });
      marked();
    }

    function offered(input, kind) {
      const game = place(input).game;
      return game ? document.querySelector("#reading-" + game + " [data-" + kind + "]") : null;
    }

    const KEYS = {
      w: function (input) { fill(input, "w", wall); },
      t: function (input) { fill(input, "t", unfinished); },
      d: markDead,
      e: markError,
      i: markInfraction,
      r: choose,
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
      v: desk.verify,
      h: desk.hold,
      "/": desk.toNextTable,
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
      const key = desk.ownKey(event);
      if (!key) return;
      if (input.matches("input.score")) {
        if (KEYS[key]) {
          event.preventDefault();
          KEYS[key](input, event.shiftKey);
        } else if (key.length === 1 && !/[0-9]/.test(key)) {
          event.preventDefault();
        }
      } else if (input.matches("select") && key === "enter") {
        event.preventDefault();
        const open = desk.verifiers.find(function (select) { return !select.value; });
        go(open && open !== input ? open : desk.accept);
      }
    });

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
      const button = event.target.closest("button[data-take], button[data-marks]");
      if (!button) return;
      if (button.dataset.take) take(button.dataset.take);
      else takeMarks(button.dataset.marks);
    });

    function ready() {
      cells.forEach(look);
      showMarks();
      const faulty = cells.find(function (input) { return input.getAttribute("aria-invalid"); });
      const first = faulty || cells.find(function (input) { return !input.value; });
      if (first) go(first);
      else if (!document.querySelector("[data-error-summary]")) desk.goToSettle();
    }

    return {
      changed: function () { rows.forEach(showSum); },
      tidy: function () { cells.forEach(tidy); },
      back: function () { go(cells[cells.length - 1]); },
      ready: ready,
    };
  });
})();
