// Shapes and words on the canvas. Each call sets the style that it needs, so that nothing depends on what was drawn before.

/** Draws the path that `trace` makes: filled with a color, with a line along it, or both. */
export function shape(pen, { fill, line, width = 1, dashes = [], cap = "butt", join = "miter" }, trace) {
  pen.beginPath();
  trace();
  if (fill) {
    pen.fillStyle = fill;
    pen.fill();
  }
  if (!line) return;
  Object.assign(pen, { strokeStyle: line, lineWidth: width, lineCap: cap, lineJoin: join });
  pen.setLineDash(dashes);
  pen.stroke();
}

/** Adds a line through points, each [x, y], to the path. */
export function through(pen, first, ...others) {
  pen.moveTo(...first);
  for (const point of others) pen.lineTo(...point);
}

/** Adds a circle to the path. */
export function circle(pen, x, y, radius) {
  pen.arc(x, y, radius, 0, 2 * Math.PI);
}

/** Writes words at a place, cut off at a width; `style` is that of CSS before the family. Gives the width of all words. */
export function write(pen, words, x, y, { color, style, align = "left", baseline = "middle", most = Infinity }) {
  Object.assign(pen, { fillStyle: color, font: `${style} system-ui, sans-serif`, textAlign: align, textBaseline: baseline });
  const { width } = pen.measureText(words);
  pen.fillText(width <= most ? words : shortened(pen, words, most), x, y);
  return width;
}

function shortened(pen, words, most) {
  let end = words.length;
  while (end > 1 && pen.measureText(`${words.slice(0, end)}…`).width > most) end--;
  return `${words.slice(0, end)}…`;
}
