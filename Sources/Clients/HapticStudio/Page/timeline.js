// The picture of a pattern over time: lanes from top to bottom on one canvas.
import { Area } from "./area.js";
import { ControlLane } from "./control-lane.js";
import { EventLane } from "./event-lane.js";
import { FeltLane, MotorTitleLane, PeriodLane, SentLane } from "./motor-lanes.js";
import { usedControls } from "./pattern.js";
import { RulerLane } from "./ruler-lane.js";
import { SoundLane } from "./sound-lane.js";

/** Below this width, the titles of lanes are above them. */
const narrowWidth = 620;

export class Timeline {
  constructor(desk, stage, canvas) {
    Object.assign(this, { desk, stage, canvas, lanes: [], playhead: null, band: null, focus: null });
    this.pen = canvas.getContext("2d");
    new ResizeObserver(() => this.resize()).observe(stage);
    desk.signals.on(["model", "plots", "draft", "chosen", "view", "cursor", "versions", "sound", "colors"], () => this.draw());
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
    const document = desk.versions.shown;
    const lanes = [new RulerLane(desk)];
    if (desk.sound.shown) lanes.push(new SoundLane(desk));
    lanes.push(new EventLane(desk, "intensity"), new EventLane(desk, "sharpness"));
    for (const control of usedControls(document.shownModel)) lanes.push(new ControlLane(desk, control));
    desk.motors.chosen.forEach((_, index) => lanes.push(...this.motor(index, document.shownPlots[index])));
    return lanes;
  }

  motor(index, plot) {
    const { desk } = this;
    const lanes = [new MotorTitleLane(desk, index), new SentLane(desk, index, "strong")];
    if (plot?.weak) lanes.push(new SentLane(desk, index, "weak"));
    if (plot?.steps.some((step) => step.periodMilliseconds)) lanes.push(new PeriodLane(desk, index));
    return [...lanes, new FeltLane(desk, index)];
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
      const height = Math.round(lane.least + (lane.most - lane.least) * share);
      lane.area = new Area(this.desk.view, gutter.left, this.width - gutter.right, top, top + height);
      top += height;
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
    pen.strokeStyle = this.desk.colors.grid;
    pen.lineWidth = 1;
    pen.beginPath();
    for (const time of RulerLane.ticks(area).times) {
      const x = Math.round(area.x(time)) + 0.5;
      if (x < area.left) continue;
      pen.moveTo(x, area.bottom);
      pen.lineTo(x, height);
    }
    pen.stroke();
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
      pen.fillStyle = colors.range;
      pen.strokeStyle = colors.accent;
      pen.lineWidth = 1;
      const { x, y, width, height: tall } = this.band;
      pen.fillRect(x, y, width, tall);
      pen.strokeRect(x + 0.5, y + 0.5, width, tall);
    }
    pen.restore();
  }

  vertical(x, color, height, hasHead) {
    const { pen } = this;
    const place = Math.round(x) + 0.5;
    pen.strokeStyle = color;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(place, hasHead ? 20 : 0);
    pen.lineTo(place, height);
    pen.stroke();
    if (!hasHead) return;
    pen.fillStyle = color;
    pen.beginPath();
    pen.moveTo(place - 5, 14);
    pen.lineTo(place + 5, 14);
    pen.lineTo(place + 5, 19);
    pen.lineTo(place, 25);
    pen.lineTo(place - 5, 19);
    pen.fill();
  }

  /** The lane at a height, with the space above it. */
  laneAt(y) {
    return this.lanes.find((lane) => y >= lane.area.top - lane.above && y < lane.area.bottom + 4) ?? null;
  }

  /** What is at a place: {lane, id, part}; `id` is undefined for the background of a lane. */
  hit(x, y, reach) {
    const lane = this.laneAt(y);
    return lane ? { lane, ...lane.hit(lane.area, x, y, reach) } : null;
  }
}
