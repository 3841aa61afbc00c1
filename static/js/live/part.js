// The text of a page's part as the server last gave it. A stream brings it up to date line by line.
export class PartText {
  digest = "";
  lines = [];

  take(digest, text) {
    this.digest = digest;
    this.lines = text.split("\n");
  }

  // A step is new lines as they are, or a run of the lines that are here. False: they are not those that changed.
  apply({ old, new: next, steps }) {
    if (!old || old !== this.digest) return false;
    this.lines = steps.flatMap((step) => (typeof step === "string" ? step.split("\n") : this.lines.slice(...step)));
    this.digest = next;
    return true;
  }

  get text() {
    return this.lines.join("\n");
  }
}

// An ETag is the digest of the text, and behind it how the answer was compressed.
export const digestOf = (etag) => /"([^"-]+)/.exec(etag ?? "")?.[1] ?? "";
