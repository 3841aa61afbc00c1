// Remembers on this device, and nowhere else, which player the reader is: only somebody who was chosen or scanned,
// and whom this tournament knows. A page that only shows the reader's own part (data-me-reads) changes nothing; what
// offers to remember (data-me-offers) is seen only while nobody is.
const follow = (page, storage) => {
  const name = `charleston-me ${page.dataset.me}`;
  const asked = new URLSearchParams(location.search);
  const known = storage.getItem(name);
  if ("meOffers" in page.dataset) {
    page.hidden = known !== null;
  } else if (!asked.has("me")) {
    if (known && !asked.has("find")) location.replace(`?me=${encodeURIComponent(known)}`);
  } else if (!("meReads" in page.dataset)) {
    if (page.dataset.meNumber) storage.setItem(name, page.dataset.meNumber);
    else if (!asked.get("me") || asked.get("me") === known) storage.removeItem(name);
  }
};

const page = document.querySelector("[data-me]");
try {
  if (page) follow(page, window.localStorage);
} catch {
  // Private browsing may forbid it; then the reader chooses again.
}
