// Adds at a double click: a tap, or a vibration if the pointer is drawn along; in a lane of a control, a point.
import { addEvent, addPoint, roundValue } from "./edits.js";

const slackPixels = 6;

export class AddGesture {
  constructor(desk, lane, place) {
    Object.assign(this, { desk, lane, start: place, place });
    this.preview(place, {});
  }

  time(x, event) {
    const { desk, lane } = this;
    return desk.snap.time(lane.area.time(x), { perPixel: lane.area.perPixel, isFree: event.altKey });
  }

  edit(event) {
    const { lane, start, place, desk } = this;
    if (lane.role === "control") {
      const value = roundValue(lane.area.value(place.y));
      return addPoint(desk.document.model, lane.control, this.time(place.x, event), value);
    }
    const value = Math.round(lane.area.value(place.y) * 100) / 100;
    const values = { intensity: 1, sharpness: 0.5, [lane.key]: value };
    const from = this.time(Math.min(start.x, place.x), event);
    if (Math.abs(place.x - start.x) < slackPixels) return addEvent({ kind: "transient", time: from, ...values });
    const to = this.time(Math.max(start.x, place.x), event);
    return addEvent({ kind: "continuous", time: from, duration: Math.max(to - from, 0.005), ...values });
  }

  preview(place, event) {
    if (this.lane.role === "events") this.desk.editor.preview([this.edit(event)], performance.now());
  }

  move(place, event) {
    this.place = place;
    this.preview(place, event);
  }

  end(place, event) {
    this.place = place;
    this.desk.commands.addEdit(this.edit(event));
  }

  cancel() {
    this.desk.editor.drop();
  }
}
