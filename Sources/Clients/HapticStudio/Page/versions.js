// Two versions of a pattern, to compare by one key. The second begins as a copy of the first.

export class Versions {
  constructor(document, signals) {
    this.signals = signals;
    this.replace(document);
  }

  /** Begins with another pattern. */
  replace(document) {
    this.documents = [document, null];
    this.turnTo(0);
  }

  get shown() { return this.documents[this.index]; }
  get other() { return this.documents[1 - this.index]; }
  get letter() { return "AB"[this.index]; }
  get isChanged() { return this.documents.some((each) => each?.isChanged); }

  /** Shows version 0 or 1. */
  show(index) {
    if (index === this.index) return;
    this.documents[index] ??= this.shown.copy();
    this.turnTo(index);
  }

  turnTo(index) {
    this.index = index;
    this.signals.emit("versions", "text", "model", "plots", "chosen");
  }

  swap() { this.show(1 - this.index); }
}
