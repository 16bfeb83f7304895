// Selecting by the keyboard: through the events, or through the points of a control.
import { controlRule, usedControls } from "./pattern.js";
import { itemWords } from "./words.js";

export class Selection {
  constructor(desk) {
    this.desk = desk;
    /** The control whose points the keyboard selects; null for the events. */
    this.lane = null;
  }

  /** The items that the keyboard moves through. */
  laneItems() {
    return [...this.desk.document.items.values()].filter((each) => (this.lane ? each.control === this.lane : each.type === "event"));
  }

  /** Selects the next item in time, from the selection or from the cursor. */
  step(direction, isAdding) {
    const items = this.laneItems();
    if (items.length === 0) return this.desk.say(this.lane ? "No points" : "No events");
    const places = items.map((each, index) => (this.desk.document.chosen.has(each.id) ? index : -1)).filter((index) => index >= 0);
    const place = places.length > 0 ? (direction > 0 ? places.at(-1) : places[0]) + direction : this.placeAtCursor(items, direction);
    const item = items[Math.min(Math.max(place, 0), items.length - 1)];
    this.desk.editor.choose(isAdding ? [...this.desk.document.chosen, item.id] : [item.id]);
    this.desk.setCursor(item.time);
    this.sayItem(item);
  }

  placeAtCursor(items, direction) {
    if (direction < 0) return items.findLastIndex((each) => each.time <= this.desk.cursor);
    const next = items.findIndex((each) => each.time >= this.desk.cursor);
    return next < 0 ? items.length - 1 : next;
  }

  sayItem(item) {
    const items = this.laneItems();
    const words = itemWords(item, items.findIndex((each) => each.id === item.id) + 1, items.length);
    this.desk.say([words, ...this.desk.document.remarks(item)].join("; "));
  }

  /** Goes from the events to each control and back. */
  nextLane() {
    const lanes = [null, ...usedControls(this.desk.document.model)];
    this.lane = lanes[(lanes.indexOf(this.lane) + 1) % lanes.length];
    this.desk.editor.choose([]);
    this.desk.say(this.lane ? `Curve of ${controlRule(this.lane).name}` : "Events");
  }

  chooseAll() {
    this.desk.editor.choose(this.laneItems().map((each) => each.id));
    this.desk.say(`${this.desk.document.chosen.size} selected`);
  }

  clear() {
    if (this.desk.document.chosen.size > 0) this.desk.editor.choose([]);
    else this.desk.setRange(null);
  }
}
