// The events: taps as points on a stem, vibrations as bars. Their height is the intensity, or in a second lane the sharpness.
import { circle, shape, through } from "./drawing.js";
import { eventEnd } from "./pattern.js";
import { drawSign } from "./signs.js";
import { isTrouble } from "./words.js";

const headRadius = 6;

export class EventLane {
  /** `key` is the property that the height shows. */
  constructor(desk, key) {
    const height = key === "intensity" ? { least: 132, most: 300, above: 30 } : { least: 60, most: 110, above: 22 };
    Object.assign(this, { desk, key, role: "events", ...height });
  }

  draw(pen, area) {
    const { colors, document, versions } = this.desk;
    area.scale(pen, colors, [{ value: 0, label: "0", isBase: true }, { value: 0.5 }, { value: 1, label: "1" }]);
    area.title(pen, colors, this.key, this.key === "intensity" ? "of events" : "dull to sharp");
    area.clipped(pen, 24, () => {
      this.curve(pen, area, document.shownPlots[0]);
      this.ghosts(pen, area, versions.other);
      const events = document.shownModel.events.slice().sort((one, other) => eventEnd(other) - other.time - eventEnd(one) + one.time);
      const results = this.results(document);
      for (const event of events) this.event(pen, area, event, document.chosen.has(String(event.entry)), results.get(event.entry));
    });
  }

  results(document) {
    const events = document.shownPlots[0]?.events ?? [];
    return new Map(events.filter((each) => isTrouble(each.result)).map((each) => [each.entry, each.result]));
  }

  /** The events of the other version that differ, to compare. */
  ghosts(pen, area, other) {
    if (!other) return;
    const own = new Set(this.desk.document.shownModel.events.map((event) => this.shape(event)));
    for (const event of other.model.events.filter((each) => !own.has(this.shape(each)))) {
      const [x, y] = [area.x(event.time), area.y(event[this.key])];
      shape(pen, { line: this.desk.colors.base, dashes: [2, 2] }, () => {
        if (event.kind === "continuous" && this.key === "intensity") pen.rect(x, y, area.x(eventEnd(event)) - x, area.bottom - y);
        else circle(pen, x, y, headRadius + 1);
      });
    }
  }

  /** What is drawn of an event, to find equal ones. */
  shape(event) {
    return [event.time, event.kind, event[this.key], event.kind === "continuous" ? event.duration : ""].join();
  }

  /** The intended course, after curves and parameters. */
  curve(pen, area, plot) {
    const values = this.key === "intensity" ? plot?.intended : plot?.sharpness;
    if (!values) return;
    pen.globalAlpha = 0.75;
    // Not thicker: of a pattern with many taps, this is the longest line, and one of a pixel is drawn ten times as fast.
    shape(pen, { line: this.desk.colors[this.key], width: 1 }, () => {
      let isOpen = false;
      for (let index = 0; index < values.length; index++) {
        const isVisible = plot.intended[index] > 0.002;
        const x = area.x(plot.from + index * plot.step);
        const y = area.y(values[index]);
        if (isVisible && isOpen) pen.lineTo(x, y);
        else if (isVisible) pen.moveTo(x, y);
        isOpen = isVisible;
      }
    });
    pen.globalAlpha = 1;
  }

  event(pen, area, event, isChosen, result) {
    const color = this.desk.colors.ofSharpness(event.sharpness);
    if (this.key === "sharpness") this.mark(pen, area, event, color, isChosen);
    else if (event.kind === "continuous") this.bar(pen, area, event, color, isChosen);
    else this.tap(pen, area, event, color, isChosen);
    if (result && this.key === "intensity") this.sign(pen, area, event, result);
  }

  tap(pen, area, event, color, isChosen) {
    const [x, y] = [area.x(event.time), area.y(event.intensity)];
    const end = area.x(event.time + event.duration);
    if (end - x > 3) {
      const fill = this.desk.colors.ofSharpness(event.sharpness, 0.16);
      shape(pen, { fill }, () => through(pen, [x, area.bottom], [x, y], [end, area.bottom]));
    }
    pen.fillStyle = color;
    pen.fillRect(x - 1, y, 2, area.bottom - y);
    this.head(pen, x, y, color, isChosen, headRadius);
  }

  head(pen, x, y, color, isChosen, radius) {
    this.desk.heads.draw(pen, x, y, color, radius);
    if (isChosen) shape(pen, { line: this.desk.colors.ink, width: 2 }, () => circle(pen, x, y, radius + 2.5));
  }

  bar(pen, area, event, color, isChosen) {
    const [left, right, top] = [area.x(event.time), area.x(eventEnd(event)), area.y(event.intensity)];
    const [width, height] = [Math.max(right - left, 2), area.bottom - top];
    const corner = Math.min(5, width / 2, height / 2);
    const { ink } = this.desk.colors;
    const style = isChosen ? { line: ink, width: 2 } : { line: color, width: 1.5 };
    const fill = this.desk.colors.ofSharpness(event.sharpness, isChosen ? 0.36 : 0.22);
    shape(pen, { ...style, fill, dashes: event.isEndless ? [6, 4] : [] }, () =>
      pen.roundRect(left, top, width, height, [corner, corner, 0, 0]));
    if (width < 16) return;
    const middle = (top + area.bottom) / 2;
    const half = Math.min(9, height / 3);
    shape(pen, { line: color, width: 3, cap: "round" }, () =>
      through(pen, [right - 5, middle - half], [right - 5, middle + half]));
  }

  mark(pen, area, event, color, isChosen) {
    const [x, y] = [area.x(event.time), area.y(event.sharpness)];
    if (event.kind === "continuous") {
      const end = Math.max(area.x(eventEnd(event)) - 2, x + 2);
      shape(pen, { line: color, width: 4, cap: "round" }, () => through(pen, [x + 2, y], [end, y]));
    }
    this.head(pen, x, y, color, isChosen, 4.5);
  }

  sign(pen, area, event, result) {
    const { colors } = this.desk;
    drawSign(pen, result, area.x(event.time), area.y(event.intensity) - 16, colors[result] ?? colors.warning);
  }

  /** The event at a place: {id, part} with the part `body` or `end`. */
  hit(area, x, y, reach) {
    const events = this.desk.document.model.events.slice().reverse();
    const tap = (event) => event.kind === "transient" || this.key === "sharpness";
    const near = events.filter(tap).map((event) => ({ event, distance: this.distance(area, event, x, y) }))
      .filter(({ distance }) => distance <= reach).sort((one, other) => one.distance - other.distance)[0];
    if (near) return { id: String(near.event.entry), part: "body" };
    const bars = events.filter((event) => event.kind === "continuous")
      .filter((event) => this.covers(area, event, x, y, reach))
      .sort((one, other) => (eventEnd(one) - one.time) - (eventEnd(other) - other.time));
    const bar = bars.find((event) => this.isEnd(area, event, x, reach)) ?? bars[0];
    if (!bar) return null;
    return { id: String(bar.entry), part: this.key === "intensity" && this.isEnd(area, bar, x, reach) ? "end" : "body" };
  }

  distance(area, event, x, y) {
    const dx = Math.abs(area.x(event.time) - x);
    const top = area.y(event[this.key]);
    const isOnStem = this.key === "intensity" && y > top && y <= area.bottom;
    return isOnStem ? dx * 1.8 : Math.hypot(dx, top - y);
  }

  covers(area, event, x, y, reach) {
    const [left, right] = [area.x(event.time), area.x(eventEnd(event))];
    if (x < left - 3 || x > right + reach / 2) return false;
    if (this.key === "sharpness") return Math.abs(area.y(event.sharpness) - y) <= reach;
    return y >= area.y(event.intensity) - reach && y <= area.bottom + 2;
  }

  isEnd(area, event, x, reach) {
    const [left, right] = [area.x(event.time), area.x(eventEnd(event))];
    return x > right - Math.min(reach, (right - left) / 3);
  }
}
