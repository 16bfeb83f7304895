// The signs of pulses that are not felt as intended. They differ in shape, not only in color.
import { shape, through } from "./drawing.js";

/** Draws a sign with its middle at a place; that of a late pulse reaches to `end`. */
export function drawSign(pen, result, x, y, color, end) {
  shape(pen, { line: color, width: 2, cap: "round", join: "round" }, () => shapes[result]?.(pen, x, y, end));
}

const shapes = {
  lost(pen, x, y) {
    through(pen, [x - 4, y - 4], [x + 4, y + 4]);
    through(pen, [x - 4, y + 4], [x + 4, y - 4]);
  },
  merged(pen, x, y) {
    through(pen, [x - 4, y - 4], [x - 4, y]);
    pen.arc(x, y, 4, Math.PI, 0, true);
    pen.lineTo(x + 4, y - 4);
  },
  delayed(pen, x, y, end) {
    const tip = end === undefined ? x + 6 : Math.max(end, x + 6);
    through(pen, [end === undefined ? x - 6 : x, y], [tip, y]);
    through(pen, [tip - 4, y - 3.5], [tip, y], [tip - 4, y + 3.5]);
  },
  short(pen, x, y) {
    through(pen, [x, y - 4], [x, y + 4]);
    through(pen, [x - 4, y], [x - 6, y]);
    through(pen, [x + 4, y], [x + 6, y]);
  },
  alike(pen, x, y) {
    through(pen, [x - 4, y - 2], [x + 4, y - 2]);
    through(pen, [x - 4, y + 2], [x + 4, y + 2]);
  },
};
