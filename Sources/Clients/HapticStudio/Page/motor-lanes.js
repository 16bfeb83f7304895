// The lanes of a motor: its name, the levels sent to it, and the vibration felt. The server computes all values, the `plot`;
// it is undefined until then.
import { shape, through, write } from "./drawing.js";
import { drawSign } from "./signs.js";
import { isTrouble, motorName } from "./words.js";

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
  shape(pen, { fill }, () => {
    const [first, last] = trace(pen, area, plot, values, isStepped);
    pen.lineTo(last, area.bottom);
    pen.lineTo(first, area.bottom);
  });
  // Thicker lines cost several times as much, and these are long.
  shape(pen, { line, width: 1 }, () => trace(pen, area, plot, values, isStepped));
}

/** The name of a motor, with the summary of its pulses. */
export class MotorTitleLane {
  constructor(desk, plot) {
    Object.assign(this, { desk, plot, role: "title", least: 30, most: 30, above: 6 });
  }

  draw(pen, area) {
    const { colors } = this.desk;
    const { plot } = this;
    shape(pen, { line: colors.line }, () => through(pen, [0, area.top + 0.5], [area.right + 40, area.top + 0.5]));
    if (!plot) return;
    const [x, y] = [14, area.top + 17];
    const indent = x + 12 + write(pen, motorName(plot.title), x, y, { color: colors.ink, style: "600 12px" });
    const color = plot.pulses.some((each) => isTrouble(each.result)) ? colors.warning : colors.quiet;
    write(pen, plot.summary, indent, y, { color, style: "12px", most: area.right - indent });
  }
}

/** The levels of a motor: `strong` or `weak`. */
export class SentLane {
  constructor(desk, plot, motor) {
    Object.assign(this, { desk, plot, motor, role: "sent", least: 34, most: 56, above: 14 });
  }

  draw(pen, area) {
    const { colors } = this.desk;
    const { plot } = this;
    area.scale(pen, colors, [{ value: 0, isBase: true }, { value: 1, label: "full" }]);
    area.title(pen, colors, plot?.weak ? this.motor : "sent", area.height > 30 ? (plot?.weak ? "sent" : "to the motor") : "");
    const values = this.motor === "weak" ? plot?.weak : plot?.sent;
    if (!values) return;
    area.clipped(pen, 2, () => fill(pen, area, plot, values, { fill: colors["sent-fill"], line: colors.sent, isStepped: true }));
  }
}

/** The period of the waves of a device that plays waves; a shorter one is higher. */
export class PeriodLane {
  constructor(desk, plot) {
    Object.assign(this, { desk, plot, role: "period", least: 34, most: 56, above: 14 });
  }

  draw(pen, area) {
    const { colors } = this.desk;
    const { steps, to } = this.plot;
    const place = (period) => 1000 / period / highestPitch;
    area.scale(pen, colors, [{ value: 0, isBase: true }, { value: place(6), label: "6 ms" }, { value: 1, label: "3 ms" }]);
    area.title(pen, colors, "period", area.height > 30 ? "sent" : "");
    area.clipped(pen, 3, () => shape(pen, { line: colors.sent, width: 2.5 }, () => {
      steps.forEach((step, index) => {
        if (!step.periodMilliseconds) return;
        const y = area.y(place(step.periodMilliseconds));
        through(pen, [area.x(step.time), y], [area.x(steps[index + 1]?.time ?? to), y]);
      });
    }));
  }
}

/** The vibration felt, with the intended one, the threshold, and the signs of pulses that are not felt as intended. */
export class FeltLane {
  constructor(desk, plot) {
    Object.assign(this, { desk, plot, role: "felt", least: 76, most: 150, above: 28 });
  }

  draw(pen, area) {
    const { colors } = this.desk;
    const { plot } = this;
    area.scale(pen, colors, [{ value: 0, label: "0", isBase: true }, { value: 0.5 }, { value: 1, label: "1" }]);
    area.title(pen, colors, "felt", "by the model");
    if (!plot) return;
    area.clipped(pen, 26, () => {
      fill(pen, area, plot, plot.felt, { fill: colors["felt-fill"], line: colors.felt });
      shape(pen, { line: colors.intensity, dashes: [3, 2] }, () => trace(pen, area, plot, plot.intended, false));
      const y = area.y(plot.threshold);
      shape(pen, { line: colors.quiet, dashes: [6, 3] }, () => through(pen, [area.left, y], [area.right, y]));
      const drawn = {};
      for (const pulse of plot.pulses) this.pulse(pen, area, pulse, drawn);
    });
  }

  /** Signs of a kind that are too close to be told apart are drawn once; `drawn` has their last places. */
  pulse(pen, area, pulse, drawn) {
    const color = this.desk.colors[pulse.result];
    if (!isTrouble(pulse.result)) return;
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
    const pulse = this.plot?.pulses.find((each) => Math.abs(area.x(each.time) - x) < 8 && isTrouble(each.result));
    return pulse?.entry === undefined ? null : { id: String(pulse.entry), part: "sign" };
  }
}
