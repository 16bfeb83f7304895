// The signs of pulses that are not felt as intended. They differ in shape, not only in color.

/** Draws a sign with its middle at a place; that of a late pulse reaches to `end`. */
export function drawSign(pen, result, x, y, color, end) {
  pen.strokeStyle = color;
  pen.lineWidth = 2;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  pen.beginPath();
  shapes[result]?.(pen, x, y, end);
  pen.stroke();
  pen.lineCap = "butt";
}

const shapes = {
  lost(pen, x, y) {
    pen.moveTo(x - 4, y - 4);
    pen.lineTo(x + 4, y + 4);
    pen.moveTo(x - 4, y + 4);
    pen.lineTo(x + 4, y - 4);
  },
  merged(pen, x, y) {
    pen.moveTo(x - 4, y - 4);
    pen.lineTo(x - 4, y);
    pen.arc(x, y, 4, Math.PI, 0, true);
    pen.lineTo(x + 4, y - 4);
  },
  delayed(pen, x, y, end) {
    const tip = end === undefined ? x + 6 : Math.max(end, x + 6);
    pen.moveTo(end === undefined ? x - 6 : x, y);
    pen.lineTo(tip, y);
    pen.moveTo(tip - 4, y - 3.5);
    pen.lineTo(tip, y);
    pen.lineTo(tip - 4, y + 3.5);
  },
  short(pen, x, y) {
    pen.moveTo(x, y - 4);
    pen.lineTo(x, y + 4);
    pen.moveTo(x - 4, y);
    pen.lineTo(x - 6, y);
    pen.moveTo(x + 4, y);
    pen.lineTo(x + 6, y);
  },
  alike(pen, x, y) {
    pen.moveTo(x - 4, y - 2);
    pen.lineTo(x + 4, y - 2);
    pen.moveTo(x - 4, y + 2);
    pen.lineTo(x + 4, y + 2);
  },
};
