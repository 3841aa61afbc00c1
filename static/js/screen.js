// Turns the pages of the hall screen: as many rows as fit, then the next ones; a name too long for its row
// is written smaller. Without it the first page stands.
(function () {
  "use strict";

  const SECONDS_A_PAGE = 12;
  const SMALLER = ["is-long", "is-longest"];
  let first = 0;
  let turnedAt = performance.now();

  function parts() {
    const list = document.querySelector("[data-pages]");
    return { list: list, rows: list ? Array.from(list.children) : [], line: document.querySelector(".hall-turn") };
  }

  function size(list) {
    return Number(getComputedStyle(list).getPropertyValue("--rows-a-page")) || 20;
  }

  function show() {
    const now = parts();
    if (!now.list) return;
    const page = size(now.list);
    if (first >= now.rows.length) first = 0;
    now.rows.forEach(function (row, index) { row.hidden = index < first || index >= first + page; });
    now.line.hidden = now.rows.length <= page;
    fit(now.rows.slice(first, first + page).map(function (row) { return row.querySelector(".hall-name"); }));
  }

  function fit(names) {
    names.forEach(function (name) { name.classList.remove(...SMALLER); });
    SMALLER.forEach(function (smaller) {
      names = names.filter(function (name) { return name.scrollWidth > name.clientWidth; });
      names.forEach(function (name) { name.classList.add(smaller); });
    });
  }

  function tick() {
    const now = parts();
    if (!now.list) return;
    const seconds = (performance.now() - turnedAt) / 1000;
    now.line.value = Math.min(100, (seconds / SECONDS_A_PAGE) * 100);
    if (seconds < SECONDS_A_PAGE) return;
    turnedAt = performance.now();
    first += size(now.list);
    show();
  }

  document.body.addEventListener("htmx:afterSwap", show);
  window.addEventListener("resize", function () { first = 0; show(); });
  document.fonts.ready.then(show);
  show();
  window.setInterval(tick, 200);
})();
