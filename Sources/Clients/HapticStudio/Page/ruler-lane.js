// The scale of time, with the cursor and the range to play.
import { milliseconds } from "./words.js";

const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300, 600];
const leastDistance = 68;

export class RulerLane {
  constructor(desk) {
    this.desk = desk;
    this.least = this.most = 26;
    this.above = 0;
    this.role = "ruler";
  }

  /** The times of the labels. */
  static ticks(area) {
    const step = steps.find((each) => each / area.perPixel >= leastDistance) ?? 1200;
    const times = [];
    for (let n = Math.ceil(area.view.from / step); n * step <= area.view.to; n++) times.push(n * step);
    return { step, times };
  }

  draw(pen, area) {
    const { colors } = this.desk;
    const { step, times } = RulerLane.ticks(area);
    pen.fillStyle = colors.sunken;
    pen.fillRect(0, area.top, area.right + 40, area.height);
    this.range(pen, area);
    area.clipped(pen, 0, () => {
      pen.font = "11px system-ui, sans-serif";
      pen.textAlign = "left";
      pen.textBaseline = "middle";
      const isLong = step >= 1;
      for (const time of times) {
        const x = Math.round(area.x(time)) + 0.5;
        pen.strokeStyle = colors.edge;
        pen.beginPath();
        pen.moveTo(x, area.bottom - 9);
        pen.lineTo(x, area.bottom);
        pen.stroke();
        pen.fillStyle = colors.quiet;
        pen.fillText(isLong ? `${time} s` : time === times[0] ? `${milliseconds(time)} ms` : milliseconds(time), x + 4, area.top + 11);
      }
    });
    pen.strokeStyle = colors.line;
    pen.beginPath();
    pen.moveTo(0, area.bottom + 0.5);
    pen.lineTo(area.right + 40, area.bottom + 0.5);
    pen.stroke();
  }

  range(pen, area) {
    const { colors, range } = this.desk;
    if (!range) return;
    area.clipped(pen, 0, () => {
      pen.fillStyle = colors.accent;
      pen.fillRect(area.x(range.from), area.bottom - 4, area.x(range.to) - area.x(range.from), 4);
    });
  }

  hit() { return null; }
}
