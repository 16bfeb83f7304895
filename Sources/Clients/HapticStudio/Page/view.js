// The part of time that is shown.

const shortest = 0.02;
/** The latest time of a pattern; the view has space after it. */
const longest = 3600;
/** The part of the width that stays free after the end of a pattern. */
const margin = 0.06;

export class View {
  constructor(signals) {
    Object.assign(this, { signals, from: 0, to: 1 });
  }

  get span() { return this.to - this.from; }

  /** Shows everything up to `end`, in seconds. */
  fit(end) {
    this.set(0, Math.max(end, 0.25) * (1 + margin));
  }

  /** Shows a range with some space at both sides. */
  show(from, to) {
    const space = Math.max((to - from) * margin, shortest / 2);
    this.set(from - space, to - from + 2 * space);
  }

  /** Zooms by a factor around a time. */
  zoom(factor, around) {
    const span = Math.min(Math.max(this.span / factor, shortest), longest);
    const part = (around - this.from) / this.span;
    this.set(around - part * span, span);
  }

  pan(seconds) {
    this.set(this.from + seconds, this.span);
  }

  /** Moves the view so that `time` is in it. */
  reveal(time) {
    const space = this.span * 0.08;
    if (time < this.from) this.set(time - space, this.span);
    else if (time > this.to) this.set(time + space - this.span, this.span);
  }

  set(from, span) {
    this.from = Math.min(Math.max(from, 0), longest);
    this.to = this.from + span;
    this.signals.emit("view");
  }
}
