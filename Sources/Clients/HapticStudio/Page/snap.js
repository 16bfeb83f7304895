// Times that a dragged or added event snaps to.
import { eventEnd } from "./pattern.js";

/** Events and onsets attract within this number of pixels. */
const reachPixels = 6;

export class Snap {
  constructor(desk) {
    this.desk = desk;
    this.grid = 0.01;
    this.isOn = true;
    this.toEvents = true;
    this.toOnsets = true;
    this.onsets = [];
  }

  change(values) {
    Object.assign(this, values);
    this.desk.signals.emit("snap");
  }

  /** The step of the arrow keys, in seconds. */
  get step() { return this.grid > 0 && this.isOn ? this.grid : 0.001; }

  /**
   * The nearest time to snap to, or the time in whole milliseconds.
   *
   * `perPixel` is the time of a pixel, and `moving` a set of entries that do not attract.
   */
  time(time, { moving = new Set(), perPixel, isFree = false }) {
    if (isFree || !this.isOn) return Math.max(Math.round(time * 1000) / 1000, 0);
    const near = this.attractions(moving)
      .filter((each) => Math.abs(each - time) <= reachPixels * perPixel)
      .sort((one, other) => Math.abs(one - time) - Math.abs(other - time))[0];
    if (near !== undefined) return near;
    const unit = this.grid > 0 ? this.grid : 0.001;
    return Math.max(Math.round(time / unit) * unit, 0);
  }

  attractions(moving) {
    const times = this.toOnsets ? this.onsets.slice() : [];
    if (!this.toEvents) return times;
    for (const event of this.desk.document.model.events) {
      if (moving.has(event.entry)) continue;
      times.push(event.time);
      if (event.kind === "continuous") times.push(eventEnd(event));
    }
    return times;
  }
}
