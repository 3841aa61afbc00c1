// From one page of the desk to another the pile goes along; anywhere else nobody would send it.
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

  // What comes next is a page of the desk.
  within() {
    this.#isWithin = true;
  }

  stay() {
    this.#isWithin = false;
  }
}
