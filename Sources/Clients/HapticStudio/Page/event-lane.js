// The events: taps as points on a stem, vibrations as bars. Their height is the intensity, or in a second lane the sharpness.
import { eventEnd } from "./pattern.js";
import { drawSign } from "./signs.js";
import { isTrouble } from "./words.js";

const headRadius = 6;

export class EventLane {
  /** `key` is the property that the height shows. */
  constructor(desk, key) {
    this.desk = desk;
    this.key = key;
    this.role = "events";
    [this.least, this.most] = key === "intensity" ? [132, 300] : [60, 110];
    this.above = key === "intensity" ? 30 : 22;
  }

  draw(pen, area) {
    const { colors, versions } = this.desk;
    const document = versions.shown;
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
    pen.strokeStyle = this.desk.colors.base;
    pen.lineWidth = 1;
    pen.setLineDash([2, 2]);
    for (const event of other.model.events.filter((each) => !own.has(this.shape(each)))) {
      const [x, y] = [area.x(event.time), area.y(event[this.key])];
      pen.beginPath();
      if (event.kind === "continuous" && this.key === "intensity") pen.rect(x, y, area.x(eventEnd(event)) - x, area.bottom - y);
      else pen.arc(x, y, headRadius + 1, 0, 2 * Math.PI);
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  /** What is drawn of an event, to find equal ones. */
  shape(event) {
    return [event.time, event.kind, event[this.key], event.kind === "continuous" ? event.duration : ""].join();
  }

  /** The intended course, after curves and parameters. */
  curve(pen, area, plot) {
    const values = this.key === "intensity" ? plot?.intended : plot?.sharpness;
    if (!values) return;
    const { colors } = this.desk;
    pen.strokeStyle = this.key === "intensity" ? colors.intensity : colors.sharpness;
    pen.globalAlpha = 0.75;
    // Not thicker: of a pattern with many taps, this is the longest line, and one of a pixel is drawn ten times as fast.
    pen.lineWidth = 1;
    pen.beginPath();
    let isOpen = false;
    for (let index = 0; index < values.length; index++) {
      const isVisible = plot.intended[index] > 0.002;
      const x = area.x(plot.from + index * plot.step);
      const y = area.y(values[index]);
      if (isVisible && isOpen) pen.lineTo(x, y);
      else if (isVisible) pen.moveTo(x, y);
      isOpen = isVisible;
    }
    pen.stroke();
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
      pen.fillStyle = this.desk.colors.ofSharpness(event.sharpness, 0.16);
      pen.beginPath();
      pen.moveTo(x, area.bottom);
      pen.lineTo(x, y);
      pen.lineTo(end, area.bottom);
      pen.fill();
    }
    pen.fillStyle = color;
    pen.fillRect(x - 1, y, 2, area.bottom - y);
    this.head(pen, x, y, color, isChosen, headRadius);
  }

  head(pen, x, y, color, isChosen, radius) {
    this.desk.heads.draw(pen, x, y, color, radius);
    if (!isChosen) return;
    pen.strokeStyle = this.desk.colors.ink;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(x, y, radius + 2.5, 0, 2 * Math.PI);
    pen.stroke();
  }

  bar(pen, area, event, color, isChosen) {
    const [left, right, top] = [area.x(event.time), area.x(eventEnd(event)), area.y(event.intensity)];
    const width = Math.max(right - left, 2);
    pen.fillStyle = this.desk.colors.ofSharpness(event.sharpness, isChosen ? 0.36 : 0.22);
    pen.beginPath();
    const corner = Math.min(5, width / 2, (area.bottom - top) / 2);
    pen.roundRect(left, top, width, area.bottom - top, [corner, corner, 0, 0]);
    pen.fill();
    pen.lineWidth = isChosen ? 2 : 1.5;
    pen.strokeStyle = isChosen ? this.desk.colors.ink : color;
    if (event.isEndless) pen.setLineDash([6, 4]);
    pen.stroke();
    pen.setLineDash([]);
    if (width < 16) return;
    pen.strokeStyle = color;
    pen.lineWidth = 3;
    pen.lineCap = "round";
    pen.beginPath();
    const middle = (top + area.bottom) / 2;
    const half = Math.min(9, (area.bottom - top) / 3);
    pen.moveTo(right - 5, middle - half);
    pen.lineTo(right - 5, middle + half);
    pen.stroke();
    pen.lineCap = "butt";
  }

  mark(pen, area, event, color, isChosen) {
    const [x, y] = [area.x(event.time), area.y(event.sharpness)];
    if (event.kind === "continuous") {
      pen.strokeStyle = color;
      pen.lineWidth = 4;
      pen.lineCap = "round";
      pen.beginPath();
      pen.moveTo(x + 2, y);
      pen.lineTo(Math.max(area.x(eventEnd(event)) - 2, x + 2), y);
      pen.stroke();
      pen.lineCap = "butt";
    }
    this.head(pen, x, y, color, isChosen, 4.5);
  }

  sign(pen, area, event, result) {
    const { colors } = this.desk;
    drawSign(pen, result, area.x(event.time), area.y(event.intensity) - 16, colors[result] ?? colors.warning);
  }

  /** The event at a place: {id, part} with the part `body` or `end`. */
  hit(area, x, y, reach) {
    const events = this.desk.versions.shown.model.events.slice().reverse();
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
