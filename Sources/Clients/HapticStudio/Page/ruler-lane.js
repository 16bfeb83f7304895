// The scale of time, with the cursor and the range to play.
import { shape, through, write } from "./drawing.js";
import { milliseconds } from "./words.js";

const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300, 600];
const leastDistance = 68;

export class RulerLane {
  constructor(desk) {
    Object.assign(this, { desk, role: "ruler", least: 26, most: 26, above: 0 });
  }

  /** The times of the labels. */
  static ticks(area) {
    const step = steps.find((each) => each / area.perPixel >= leastDistance) ?? 1200;
    const times = [];
    for (let n = Math.ceil(area.view.from / step); n * step <= area.view.to; n++) times.push(n * step);
    return { step, times };
  }

  draw(pen, area) {
    const { colors, range } = this.desk;
    pen.fillStyle = colors.sunken;
    pen.fillRect(0, area.top, area.right + 40, area.height);
    area.clipped(pen, 0, () => {
      if (range) {
        pen.fillStyle = colors.accent;
        pen.fillRect(area.x(range.from), area.bottom - 4, area.x(range.to) - area.x(range.from), 4);
      }
      this.labels(pen, area);
    });
    shape(pen, { line: colors.line }, () => through(pen, [0, area.bottom + 0.5], [area.right + 40, area.bottom + 0.5]));
  }

  labels(pen, area) {
    const { colors } = this.desk;
    const { step, times } = RulerLane.ticks(area);
    for (const time of times) {
      const x = Math.round(area.x(time)) + 0.5;
      shape(pen, { line: colors.edge }, () => through(pen, [x, area.bottom - 9], [x, area.bottom]));
      const words = step >= 1 ? `${time} s` : time === times[0] ? `${milliseconds(time)} ms` : milliseconds(time);
      write(pen, words, x + 4, area.top + 11, { color: colors.quiet, style: "11px" });
    }
  }
}
