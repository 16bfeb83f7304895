// The picture of a pattern over time: lanes from top to bottom on one canvas.
import { Area } from "./area.js";
import { ControlLane } from "./control-lane.js";
import { shape, through } from "./drawing.js";
import { EventLane } from "./event-lane.js";
import { FeltLane, MotorTitleLane, PeriodLane, SentLane } from "./motor-lanes.js";
import { usedControls } from "./pattern.js";
import { RulerLane } from "./ruler-lane.js";
import { SoundLane } from "./sound-lane.js";

/** Below this width, the titles of lanes are above them. */
const narrowWidth = 620;

export class Timeline {
  constructor(desk, stage, canvas) {
    Object.assign(this, { desk, stage, canvas, lanes: [], playhead: null, band: null });
    this.pen = canvas.getContext("2d");
    new ResizeObserver(() => this.resize()).observe(stage);
    desk.signals.on(["model", "plots", "draft", "chosen", "view", "cursor", "versions", "sound", "colors"], () => this.draw());
  }

  /** Makes Escape in another part of the page return to the time line. */
  returnFrom(part) {
    part.addEventListener("keydown", (event) => event.key === "Escape" && this.stage.focus());
  }

  /** Follows the width of the page; the server then computes as many values as there are pixels. */
  resize() {
    if (this.stage.clientWidth === this.width) return this.draw();
    this.width = this.stage.clientWidth;
    const gutter = this.gutter();
    this.desk.width = Math.max(this.width - gutter.left - gutter.right, 50);
    this.desk.signals.emit("view");
  }

  gutter() {
    return this.width < narrowWidth ? { left: 34, right: 12 } : { left: 118, right: 20 };
  }

  /** The lanes of the shown version. */
  list() {
    const { desk } = this;
    const { document } = desk;
    const lanes = [new RulerLane(desk)];
    if (desk.sound.shown) lanes.push(new SoundLane(desk));
    lanes.push(new EventLane(desk, "intensity"), new EventLane(desk, "sharpness"));
    for (const control of usedControls(document.shownModel)) lanes.push(new ControlLane(desk, control));
    desk.motors.chosen.forEach((_, index) => lanes.push(...this.motor(document.shownPlots[index])));
    return lanes;
  }

  motor(plot) {
    const { desk } = this;
    const lanes = [new MotorTitleLane(desk, plot), new SentLane(desk, plot, "strong")];
    if (plot?.weak) lanes.push(new SentLane(desk, plot, "weak"));
    if (plot?.steps.some((step) => step.periodMilliseconds)) lanes.push(new PeriodLane(desk, plot));
    return [...lanes, new FeltLane(desk, plot)];
  }

  /** Gives each lane its area. The lanes share the space that is left. */
  layout() {
    const lanes = this.list();
    const gutter = this.gutter();
    const below = 12;
    // The titles above the lanes of a narrow screen need their space.
    if (this.width < narrowWidth) for (const lane of lanes) if (lane.above > 6) lane.above = Math.max(lane.above, 24);
    const needed = lanes.reduce((sum, lane) => sum + lane.above + lane.least, below);
    const isFlowing = getComputedStyle(this.stage).overflowY === "visible";
    const free = isFlowing ? 0 : Math.max(this.stage.clientHeight - needed, 0);
    const room = lanes.reduce((sum, lane) => sum + lane.most - lane.least, 0);
    const share = room > 0 ? Math.min(free / room, 1) : 0;
    let top = 0;
    for (const lane of lanes) {
      top += lane.above;
      const bottom = top + Math.round(lane.least + (lane.most - lane.least) * share);
      const { least, most } = lane.rule ?? {};
      lane.area = new Area(this.desk.view, { left: gutter.left, right: this.width - gutter.right, top, bottom, least, most });
      top = bottom;
    }
    this.lanes = lanes;
    return Math.max(top + below, isFlowing ? 0 : this.stage.clientHeight);
  }

  /** Draws with the next picture of the screen, after the request that is made now. */
  drawSoon() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.draw();
    });
  }

  draw() {
    if (!this.width) return;
    const height = this.layout();
    this.fitCanvas(height);
    const { pen } = this;
    const { colors } = this.desk;
    pen.fillStyle = colors.surface;
    pen.fillRect(0, 0, this.width, height);
    this.grid(height);
    for (const lane of this.lanes) lane.draw(pen, lane.area);
    this.overlay(height);
  }

  fitCanvas(height) {
    const scale = devicePixelRatio || 1;
    const [width, rows] = [Math.round(this.width * scale), Math.round(height * scale)];
    if (this.canvas.width !== width || this.canvas.height !== rows) {
      this.canvas.width = width;
      this.canvas.height = rows;
      this.canvas.style.height = `${height}px`;
    }
    this.pen.setTransform(scale, 0, 0, scale, 0, 0);
  }

  grid(height) {
    const { pen } = this;
    const area = this.lanes[0].area;
    shape(pen, { line: this.desk.colors.grid }, () => {
      for (const time of RulerLane.ticks(area).times) {
        const x = Math.round(area.x(time)) + 0.5;
        if (x >= area.left) through(pen, [x, area.bottom], [x, height]);
      }
    });
  }

  /** The range, the cursor, the playhead and the rubber band. */
  overlay(height) {
    const { pen } = this;
    const { colors, cursor, range } = this.desk;
    const area = this.lanes[0].area;
    pen.save();
    pen.beginPath();
    pen.rect(area.left, 0, area.width + 1, height);
    pen.clip();
    if (range) {
      pen.fillStyle = colors.range;
      pen.fillRect(area.x(range.from), area.bottom, area.x(range.to) - area.x(range.from), height);
    }
    this.vertical(area.x(cursor), colors.accent, height, true);
    if (this.playhead !== null) this.vertical(area.x(this.playhead), colors.playhead, height, false);
    if (this.band) {
      const { x, y, width, height: tall } = this.band;
      pen.fillStyle = colors.range;
      pen.fillRect(x, y, width, tall);
      shape(pen, { line: colors.accent }, () => pen.rect(x + 0.5, y + 0.5, width, tall));
    }
    pen.restore();
  }

  vertical(x, color, height, hasHead) {
    const { pen } = this;
    const place = Math.round(x) + 0.5;
    shape(pen, { line: color }, () => through(pen, [place, hasHead ? 20 : 0], [place, height]));
    if (!hasHead) return;
    const [left, right] = [place - 5, place + 5];
    shape(pen, { fill: color }, () => through(pen, [left, 14], [right, 14], [right, 19], [place, 25], [left, 19]));
  }

  /** What is at a place: {lane, id, part}; `id` is undefined for the background of a lane, with the space above it. */
  hit(x, y, reach) {
    const lane = this.lanes.find(({ area, above }) => y >= area.top - above && y < area.bottom + 4);
    return lane ? { lane, ...lane.hit?.(lane.area, x, y, reach) } : null;
  }
}
