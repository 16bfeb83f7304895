// Gestures on the background: a rubber band, a range of time, and moving the view by a finger.

/** Sets the cursor to the time of a place, in whole milliseconds. */
function setCursor(desk, area, place) {
  desk.setCursor(Math.round(Math.max(area.time(place.x), 0) * 1000) / 1000);
}

/** Selects what is in a rectangle; a click sets the cursor. */
export class BandGesture {
  constructor(desk, area, place, isAdding) {
    Object.assign(this, { desk, area, start: place, kept: isAdding ? [...desk.document.chosen] : [] });
  }

  rectangle(place) {
    const { start } = this;
    return {
      x: Math.min(start.x, place.x), y: Math.min(start.y, place.y), width: Math.abs(place.x - start.x), height: Math.abs(place.y - start.y),
    };
  }

  move(place) {
    const { timeline } = this.desk;
    timeline.band = this.rectangle(place);
    this.desk.editor.choose([...this.kept, ...this.inside(timeline.band)]);
  }

  /** The ids of the events and points in a rectangle, by their drawn places. */
  inside(band) {
    const { timeline, document } = this.desk;
    const isInside = (x, y) => x >= band.x && x <= band.x + band.width && y >= band.y && y <= band.y + band.height;
    const ids = [];
    for (const lane of timeline.lanes) {
      for (const item of document.items.values()) {
        const isShown = lane.role === "control" ? item.control === lane.control : lane.role === "events" && item.type === "event";
        if (!isShown) continue;
        const y = lane.area.y(lane.role === "control" ? item.value : item[lane.key]);
        if (isInside(lane.area.x(item.time), y) || this.crosses(lane, item, band, y)) ids.push(item.id);
      }
    }
    return ids;
  }

  crosses(lane, item, band, y) {
    if (item.kind !== "continuous" || lane.key !== "intensity") return false;
    const [left, right] = [lane.area.x(item.time), lane.area.x(item.time + item.duration)];
    return left < band.x + band.width && right > band.x && band.y + band.height > y && band.y < lane.area.bottom;
  }

  end(place) {
    this.cancel();
    const { width, height } = this.rectangle(place);
    if (width + height >= 4) return;
    this.desk.editor.choose(this.kept);
    setCursor(this.desk, this.area, place);
  }

  cancel() {
    this.desk.timeline.band = null;
    this.desk.signals.emit("cursor");
  }
}

/** Sets the range to play; a click sets the cursor and removes the range. */
export class RangeGesture {
  constructor(desk, area, place) {
    Object.assign(this, { desk, area, start: place });
  }

  move(place) {
    if (Math.abs(place.x - this.start.x) < 3) return;
    const times = [this.start.x, place.x].map((x) => this.snapped(x)).sort((one, other) => one - other);
    this.desk.setRange(times[1] - times[0] < 0.002 ? null : { from: times[0], to: times[1] });
  }

  snapped(x) {
    return this.desk.snap.time(this.area.time(x), { perPixel: this.area.perPixel });
  }

  end(place) {
    if (Math.abs(place.x - this.start.x) >= 3) return;
    this.desk.setRange(null);
    this.desk.setCursor(this.snapped(place.x));
  }
}

/** Moves the view by a finger; a touch sets the cursor. */
export class PanGesture {
  constructor(desk, area, place) {
    Object.assign(this, { desk, area, start: place, last: place.x });
  }

  move(place) {
    this.desk.view.pan((this.last - place.x) * this.area.perPixel);
    this.last = place.x;
  }

  end(place) {
    if (Math.hypot(place.x - this.start.x, place.y - this.start.y) > 6) return;
    this.desk.editor.choose([]);
    setCursor(this.desk, this.area, place);
  }
}
