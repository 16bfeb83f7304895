// The lanes of a motor: its name, the levels sent to it, and the vibration felt. The server computes all values.
import { drawSign } from "./signs.js";
import { motorName } from "./words.js";

/** The highest frequency in hertz on the scale of waves: a period of 3 ms. */
const highestPitch = 1000 / 3;

/** The least distance of two signs of a kind, in pixels. */
const signDistance = 7;

/** Traces values of a plot, as a line or in steps; gives the first and the last x. */
function trace(pen, area, plot, values, isStepped) {
  let last = area.x(plot.from);
  const first = last;
  pen.moveTo(first, area.y(values[0] ?? 0));
  for (let index = 1; index < values.length; index++) {
    last = area.x(plot.from + index * plot.step);
    if (isStepped) pen.lineTo(last, area.y(values[index - 1]));
    pen.lineTo(last, area.y(values[index]));
  }
  return [first, last];
}

/** Fills the values from zero and draws their upper edge. */
function fill(pen, area, plot, values, { fill, line, isStepped = false }) {
  pen.beginPath();
  const [first, last] = trace(pen, area, plot, values, isStepped);
  pen.lineTo(last, area.bottom);
  pen.lineTo(first, area.bottom);
  pen.fillStyle = fill;
  pen.fill();
  pen.beginPath();
  trace(pen, area, plot, values, isStepped);
  pen.strokeStyle = line;
  // Thicker lines cost several times as much, and these are long.
  pen.lineWidth = 1;
  pen.stroke();
}

/** The name of a motor, with the summary of its pulses. */
export class MotorTitleLane {
  constructor(desk, index) {
    Object.assign(this, { desk, index, role: "title", least: 30, most: 30, above: 6 });
  }

  draw(pen, area) {
    const { colors, versions } = this.desk;
    const plot = versions.shown.shownPlots[this.index];
    pen.strokeStyle = colors.line;
    pen.beginPath();
    pen.moveTo(0, area.top + 0.5);
    pen.lineTo(area.right + 40, area.top + 0.5);
    pen.stroke();
    if (!plot) return;
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    pen.font = "600 12px system-ui, sans-serif";
    pen.fillStyle = colors.ink;
    const [x, y] = [14, area.top + 17];
    const name = motorName(plot.title);
    pen.fillText(name, x, y);
    const indent = x + pen.measureText(name).width + 12;
    const isGood = plot.pulses.every((each) => each.result === "kept" || each.result === "gradual");
    pen.font = "12px system-ui, sans-serif";
    pen.fillStyle = isGood ? colors.quiet : colors.warning;
    pen.fillText(shortened(pen, plot.summary, area.right - indent), indent, y);
  }

  hit() { return null; }
}

function shortened(pen, text, width) {
  if (pen.measureText(text).width <= width) return text;
  let end = text.length;
  while (end > 1 && pen.measureText(`${text.slice(0, end)}…`).width > width) end--;
  return `${text.slice(0, end)}…`;
}

/** The levels of a motor: `strong` or `weak`. */
export class SentLane {
  constructor(desk, index, motor) {
    Object.assign(this, { desk, index, motor, role: "sent", least: 34, most: 56, above: 14 });
  }

  draw(pen, area) {
    const { colors, versions } = this.desk;
    const plot = versions.shown.shownPlots[this.index];
    area.scale(pen, colors, [{ value: 0, isBase: true }, { value: 1, label: "full" }]);
    area.title(pen, colors, plot?.weak ? this.motor : "sent", area.height > 30 ? (plot?.weak ? "sent" : "to the motor") : "");
    const values = this.motor === "weak" ? plot?.weak : plot?.sent;
    if (!values) return;
    area.clipped(pen, 2, () => fill(pen, area, plot, values, { fill: colors["sent-fill"], line: colors.sent, isStepped: true }));
  }

  hit() { return null; }
}

/** The period of the waves of a device that plays waves; a shorter one is higher. */
export class PeriodLane {
  constructor(desk, index) {
    Object.assign(this, { desk, index, role: "period", least: 34, most: 56, above: 14 });
  }

  draw(pen, area) {
    const { colors, versions } = this.desk;
    const plot = versions.shown.shownPlots[this.index];
    const place = (period) => 1000 / period / highestPitch;
    area.scale(pen, colors, [{ value: 0, isBase: true }, { value: place(6), label: "6 ms" }, { value: 1, label: "3 ms" }]);
    area.title(pen, colors, "period", area.height > 30 ? "sent" : "");
    if (!plot) return;
    area.clipped(pen, 3, () => {
      pen.strokeStyle = colors.sent;
      pen.lineWidth = 2.5;
      pen.beginPath();
      plot.steps.forEach((step, index) => {
        if (!step.periodMilliseconds) return;
        const y = area.y(place(step.periodMilliseconds));
        pen.moveTo(area.x(step.time), y);
        pen.lineTo(area.x(plot.steps[index + 1]?.time ?? plot.to), y);
      });
      pen.stroke();
    });
  }

  hit() { return null; }
}

/** The vibration felt, with the intended one, the threshold, and the signs of pulses that are not felt as intended. */
export class FeltLane {
  constructor(desk, index) {
    Object.assign(this, { desk, index, role: "felt", least: 76, most: 150, above: 28 });
  }

  draw(pen, area) {
    const { colors, versions } = this.desk;
    const plot = versions.shown.shownPlots[this.index];
    area.scale(pen, colors, [{ value: 0, label: "0", isBase: true }, { value: 0.5 }, { value: 1, label: "1" }]);
    area.title(pen, colors, "felt", "by the model");
    if (!plot) return;
    area.clipped(pen, 26, () => {
      fill(pen, area, plot, plot.felt, { fill: colors["felt-fill"], line: colors.felt });
      this.dashed(pen, colors.intensity, [3, 2], () => trace(pen, area, plot, plot.intended, false));
      this.dashed(pen, colors.quiet, [6, 3], () => {
        pen.moveTo(area.left, area.y(plot.threshold));
        pen.lineTo(area.right, area.y(plot.threshold));
      });
      const drawn = {};
      for (const pulse of plot.pulses) this.pulse(pen, area, pulse, drawn);
    });
  }

  dashed(pen, color, dashes, path) {
    pen.strokeStyle = color;
    pen.lineWidth = 1;
    pen.setLineDash(dashes);
    pen.beginPath();
    path();
    pen.stroke();
    pen.setLineDash([]);
  }

  /** Signs of a kind that are too close to be told apart are drawn once; `drawn` has their last places. */
  pulse(pen, area, pulse, drawn) {
    const color = this.desk.colors[pulse.result];
    if (!["lost", "merged", "delayed"].includes(pulse.result)) return;
    const x = area.x(pulse.time);
    if (x - drawn[pulse.result] < signDistance) return;
    drawn[pulse.result] = x;
    pen.globalAlpha = 0.35;
    pen.fillStyle = color;
    pen.fillRect(Math.round(x), area.top - 6, 1, area.bottom - area.top + 6);
    pen.globalAlpha = 1;
    drawSign(pen, pulse.result, x, area.top - 14, color, pulse.result === "delayed" ? area.x(pulse.feltTime) : undefined);
  }

  /** The pulse with a sign at a place. */
  hit(area, x, y) {
    if (y > area.bottom || y < area.top - 26) return null;
    const plot = this.desk.versions.shown.shownPlots[this.index];
    const pulse = plot?.pulses.find((each) => Math.abs(area.x(each.time) - x) < 8 && each.result !== "kept" && each.result !== "gradual");
    return pulse?.entry === undefined || pulse.entry === null ? null : { id: String(pulse.entry), part: "sign", plot: this.index };
  }
}
