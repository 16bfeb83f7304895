// The rectangle of a lane on the canvas, with its scales of time and value.

/** Half of a selected point, in pixels. */
const edge = 10;

export class Area {
  constructor(view, left, right, top, bottom) {
    Object.assign(this, { view, left, right, top, bottom });
  }

  get width() { return this.right - this.left; }
  get height() { return this.bottom - this.top; }
  /** The time of a pixel, in seconds. */
  get perPixel() { return this.view.span / this.width; }

  x(time) { return this.left + (time - this.view.from) / this.view.span * this.width; }
  time(x) { return this.view.from + (x - this.left) / this.width * this.view.span; }
  y(value, least = 0, most = 1) { return this.bottom - (value - least) / (most - least) * this.height; }
  value(y, least = 0, most = 1) {
    return Math.min(Math.max(least + (this.bottom - y) / this.height * (most - least), least), most);
  }

  contains(y) { return y >= this.top && y <= this.bottom; }

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
  scale(pen, colors, values, least = 0, most = 1) {
    pen.font = "10.5px system-ui, sans-serif";
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const { value, label, isBase } of values) {
      const y = Math.round(this.y(value, least, most));
      pen.fillStyle = isBase ? colors.base : colors.grid;
      pen.fillRect(this.left, y, this.width, 1);
      if (label) {
        pen.fillStyle = colors.quiet;
        pen.fillText(label, this.left - 7, y);
      }
    }
  }

  /** The title and the note of a lane: at its left, or above it on a narrow screen. */
  title(pen, colors, title, note) {
    const isNarrow = this.left < 60;
    pen.textAlign = "left";
    pen.textBaseline = isNarrow ? "alphabetic" : "middle";
    pen.fillStyle = colors.ink;
    pen.font = "600 12px system-ui, sans-serif";
    const y = isNarrow ? this.top - 6 : this.top + this.height / 2 - (note ? 7 : 0);
    pen.fillText(title, isNarrow ? this.left : 14, y);
    if (!note) return;
    const offset = isNarrow ? pen.measureText(title).width + 8 : 0;
    pen.fillStyle = colors.quiet;
    pen.font = "11px system-ui, sans-serif";
    pen.fillText(note, isNarrow ? this.left + offset : 14, isNarrow ? y : y + 15);
  }
}
