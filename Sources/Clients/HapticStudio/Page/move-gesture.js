// Moves what is selected, or the end of a vibration.
import { earliest, lengthen, move } from "./edits.js";
import { eventEnd } from "./pattern.js";

/** A pointer that moves less than this selects only. */
const slackPixels = 3;

export class MoveGesture {
  constructor(desk, hit, place, event) {
    Object.assign(this, { desk, hit, start: place, isMoved: false });
    const { document } = desk;
    this.isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
    this.wasChosen = document.chosen.has(hit.id);
    if (!this.wasChosen) desk.editor.choose(this.isAdding ? [...document.chosen, hit.id] : [hit.id]);
    this.items = document.chosenItems;
    this.grabbed = document.items.get(hit.id);
    this.moving = new Set(this.items.map((each) => each.entry));
  }

  move(place, event) {
    const [dx, dy] = [place.x - this.start.x, place.y - this.start.y];
    if (!this.isMoved && Math.hypot(dx, dy) < slackPixels) return;
    this.isMoved = true;
    const isAcross = event.shiftKey && Math.abs(dx) < Math.abs(dy);
    const isAlong = event.shiftKey && !isAcross;
    const edits = this.hit.part === "end" ? this.lengthened(place, event) : this.moved(isAcross ? 0 : dx, isAlong ? 0 : dy, event);
    this.desk.editor.preview(edits, event.timeStamp);
    this.desk.tip.follow(this.hit, place);
  }

  moved(dx, dy, event) {
    const { lane } = this.hit;
    const { area } = lane;
    let seconds = dx * area.perPixel;
    if (dx !== 0) seconds = this.snapped(this.grabbed.time + seconds, event) - this.grabbed.time;
    seconds = Math.max(seconds, -earliest(this.items));
    const amount = Math.round(-dy / area.height * (area.most - area.least) * 100) / 100;
    const items = lane.rule ? this.items : this.items.filter((each) => each.type === "event");
    const timed = move(this.items, { seconds });
    return [...timed, ...move(items, { amount, key: lane.key ?? "intensity" })];
  }

  lengthened(place, event) {
    const { area } = this.hit.lane;
    const end = eventEnd(this.grabbed);
    const time = this.snapped(end + (place.x - this.start.x) * area.perPixel, event);
    return lengthen(this.items, time - end);
  }

  snapped(time, event) {
    const { desk, hit, moving } = this;
    return desk.snap.time(time, { moving, perPixel: hit.lane.area.perPixel, isFree: event.altKey });
  }

  end() {
    const { desk, hit } = this;
    desk.tip.hide();
    if (this.isMoved) return desk.editor.commit(hit.part === "end" ? "change of a length" : "move");
    const { document } = desk;
    if (this.isAdding && this.wasChosen) desk.editor.choose([...document.chosen].filter((id) => id !== hit.id));
    else if (!this.isAdding) desk.editor.choose([hit.id]);
    desk.setCursor(this.grabbed.time);
  }

  cancel() {
    this.desk.tip.hide();
    this.desk.editor.drop();
  }
}
