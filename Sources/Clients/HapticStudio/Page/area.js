// The rectangle of a lane on the canvas, with its scales of time and value.
import { write } from "./drawing.js";

/** Half of a selected point, in pixels. */
const edge = 10;

export class Area {
  /** `least` and `most` are the values at the bottom and at the top. */
  constructor(view, { left, right, top, bottom, least = 0, most = 1 }) {
    Object.assign(this, { view, left, right, top, bottom, least, most });
  }

  get width() { return this.right - this.left; }
  get height() { return this.bottom - this.top; }
  /** The time of a pixel, in seconds. */
  get perPixel() { return this.view.span / this.width; }

  x(time) { return this.left + (time - this.view.from) / this.view.span * this.width; }
  time(x) { return this.view.from + (x - this.left) / this.width * this.view.span; }
  y(value) { return this.bottom - (value - this.least) / (this.most - this.least) * this.height; }
  value(y) {
    const value = this.least + (this.bottom - y) / this.height * (this.most - this.least);
    return Math.min(Math.max(value, this.least), this.most);
  }

  /** Draws with everything outside the rectangle cut off; `margin` pixels above and below stay, and a point at the edges. */
  clipped(pen, margin, draw) {
    pen.save();
    pen.beginPath();
    pen.rect(this.left - edge, this.top - margin, this.width + 2 * edge, this.height + 2 * margin);
    pen.clip();
    draw();
    pen.restore();
  }

  /** Horizontal lines at values, with their labels at the left. */
  scale(pen, colors, values) {
    for (const { value, label, isBase } of values) {
      const y = Math.round(this.y(value));
      pen.fillStyle = isBase ? colors.base : colors.grid;
      pen.fillRect(this.left, y, this.width, 1);
      if (label) write(pen, label, this.left - 7, y, { color: colors.quiet, style: "10.5px", align: "right" });
    }
  }

  /** The title and the note of a lane: at its left, or above it on a narrow screen. */
  title(pen, colors, title, note) {
    const isNarrow = this.left < 60;
    const baseline = isNarrow ? "alphabetic" : "middle";
    const x = isNarrow ? this.left : 14;
    const y = isNarrow ? this.top - 6 : this.top + this.height / 2 - (note ? 7 : 0);
    const width = write(pen, title, x, y, { color: colors.ink, style: "600 12px", baseline });
    const [noteX, noteY] = isNarrow ? [x + width + 8, y] : [x, y + 15];
    if (note) write(pen, note, noteX, noteY, { color: colors.quiet, style: "11px", baseline });
  }
}
