// Small global behavior. Every page works without it.
(function () {
  "use strict";

  document.addEventListener("click", function (event) {
    const opener = event.target.closest("[data-print], [data-opens], [data-closes]");
    if (!opener) return;
    if (opener.hasAttribute("data-print")) window.print();
    if (opener.hasAttribute("data-opens")) document.getElementById(opener.dataset.opens).showModal();
    if (opener.hasAttribute("data-closes")) opener.closest("dialog").close();
  });

  const line = document.getElementById("connection");
  function say(name) {
    if (!line) return;
    line.hidden = !name;
    if (name) line.querySelector("p").textContent = line.dataset[name];
  }
  document.addEventListener("htmx:sendError", function () { say("offline"); });
  document.addEventListener("htmx:responseError", function (event) {
    say(event.detail.xhr.status >= 500 ? "failed" : "refused");
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.successful) say("");
  });
  window.addEventListener("offline", function () { say("offline"); });
  window.addEventListener("online", function () { say(""); });

  // What the reader opened stays open when a part of the page is loaded anew.
  let opened = [];
  document.addEventListener("htmx:beforeSwap", function (event) {
    opened = Array.from(event.detail.target.querySelectorAll("details[id][open]"), function (box) { return box.id; });
  });
  document.addEventListener("htmx:afterSwap", function () {
    opened.splice(0).forEach(function (id) {
      const box = document.getElementById(id);
      if (box) box.open = true;
    });
  });

  // Zero is struck through and a loss wears its pill, as on paper: the marks of a score cell follow what is typed.
  function mark(cell) {
    const value = cell.value.trim();
    cell.classList.toggle("is-zero", /^0+$/.test(value));
    cell.classList.toggle("is-negative", /^[-\u2212]/.test(value));
  }
  document.addEventListener("input", function (event) {
    if (event.target.matches("input.score")) mark(event.target);
  });
  function markAll(root) {
    root.querySelectorAll("input.score").forEach(mark);
  }
  markAll(document);
  document.addEventListener("htmx:load", function (event) { markAll(event.detail.elt); });

  // An error summary takes the focus, so that it is read first.
  const summary = document.querySelector("[data-error-summary]");
  if (summary) summary.focus();
})();
