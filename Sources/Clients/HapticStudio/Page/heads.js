// The heads of taps, each color drawn once and then copied: a pattern may have thousands.
import { circle, shape } from "./drawing.js";

const most = 500;

export class Heads {
  constructor(colors) {
    this.colors = colors;
    this.pictures = new Map();
  }

  /** Draws a filled circle with a ring in the color of the ground. */
  draw(pen, x, y, color, radius) {
    const scale = pen.getTransform().a;
    const picture = this.picture(color, radius, scale);
    const size = picture.width / scale;
    const place = (value) => Math.round((value - size / 2) * scale) / scale;
    pen.drawImage(picture, place(x), place(y), size, size);
  }

  picture(color, radius, scale) {
    const key = [color, radius, scale, this.colors.surface].join();
    if (!this.pictures.has(key)) {
      if (this.pictures.size >= most) this.pictures.clear();
      this.pictures.set(key, this.paint(color, radius, scale));
    }
    return this.pictures.get(key);
  }

  paint(color, radius, scale) {
    const middle = radius + 2;
    const canvas = new OffscreenCanvas(Math.ceil(2 * middle * scale), Math.ceil(2 * middle * scale));
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    shape(pen, { fill: this.colors.surface }, () => circle(pen, middle, middle, radius + 1));
    shape(pen, { fill: color }, () => circle(pen, middle, middle, radius - 0.5));
    return canvas;
  }
}
