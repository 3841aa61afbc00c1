// The browser asks before a page is left with unsent sets, unless for another page of the desk, which goes on sending.
export class Leaving {
  #isWithin = false;

  constructor(outbox, desk) {
    this.desk = desk;
    document.addEventListener("click", (event) => {
      const link = event.target.closest("a[href]");
      if (link && this.isDesk(link.href)) this.within();
    });
    window.addEventListener("beforeunload", (event) => {
      if (!this.#isWithin && outbox.unsent()) event.preventDefault();
      this.stay();
    });
  }

  isDesk(address) {
    return new URL(address, location.href).pathname.startsWith(this.desk);
  }

  // To be called before going to another page of the desk.
  within() {
    this.#isWithin = true;
  }

  stay() {
    this.#isWithin = false;
  }
}
