// Remembers on this device, and nowhere else, which player the reader is: only somebody who was chosen or scanned,
// and whom this tournament knows. A page that only shows the reader's own part (data-me-reads) changes nothing; what offers
// to remember (data-me-offers) is seen only while nobody is.
(function () {
  "use strict";

  const page = document.querySelector("[data-me]");
  if (!page) return;
  const key = "charleston-me " + page.dataset.me;
  const asked = new URLSearchParams(location.search);
  try {
    const known = localStorage.getItem(key);
    if (page.hasAttribute("data-me-offers")) {
      page.hidden = known !== null;
      return;
    }
    if (asked.has("me") && page.hasAttribute("data-me-reads")) return;
    if (asked.has("me")) {
      if (page.dataset.meNumber) localStorage.setItem(key, page.dataset.meNumber);
      else if (!asked.get("me") || asked.get("me") === known) localStorage.removeItem(key);
    } else if (known && !asked.has("find")) {
      location.replace("?me=" + encodeURIComponent(known));
    }
  } catch (error) {
    // Private browsing may forbid it; then the reader chooses again.
  }
})();
