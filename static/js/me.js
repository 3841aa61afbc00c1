// Remembers on this device, and nowhere else, which player the reader is.
(function () {
  "use strict";

  const page = document.querySelector("[data-me]");
  if (!page) return;
  const key = "charleston-me " + page.dataset.me;
  const asked = new URLSearchParams(location.search);
  try {
    const known = localStorage.getItem(key);
    if (asked.has("me")) {
      if (asked.get("me")) localStorage.setItem(key, asked.get("me"));
      else localStorage.removeItem(key);
    } else if (known && !asked.has("find")) {
      location.replace("?me=" + encodeURIComponent(known));
    }
  } catch (error) {
    // Private browsing may forbid it; then the reader chooses again.
  }
})();
