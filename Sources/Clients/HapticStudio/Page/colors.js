// The colors of the style sheet, for the canvas; and the color of a sharpness.

const names = [
  "surface", "sunken", "line", "edge", "ink", "quiet", "accent", "grid", "base", "intensity", "sharpness", "sent-fill",
  "sent", "felt-fill", "felt", "sound", "lost", "merged", "delayed", "range", "playhead", "warning",
];

export class Colors {
  constructor() {
    this.probe = document.createElement("span");
    this.probe.hidden = true;
    document.body.append(this.probe);
    this.read();
  }

  /** Reads the colors again, after a change between light and dark. */
  read() {
    for (const name of names) {
      this.probe.style.color = `var(--${name})`;
      this[name] = getComputedStyle(this.probe).color;
    }
    const [red, green, blue] = this.surface.match(/[\d.]+/g).map(Number);
    this.isDark = red + green + blue < 384;
  }

  /** From blue, dull, over violet to orange, sharp; also lighter, so that it does not depend on the hue alone. */
  ofSharpness(value, opacity = 1) {
    const lightness = this.isDark ? 0.64 + 0.16 * value : 0.5 + 0.17 * value;
    const chroma = 0.15 + 0.03 * Math.sin(Math.PI * value);
    const hue = 262 + 158 * value;
    return `oklch(${lightness.toFixed(3)} ${chroma.toFixed(3)} ${(hue % 360).toFixed(1)} / ${opacity})`;
  }
}
