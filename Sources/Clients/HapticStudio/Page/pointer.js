// Mouse, pen and fingers on the time line. Each gesture is an object with `move` and `end`.
import { AddGesture } from "./add-gesture.js";
import { MoveGesture } from "./move-gesture.js";
import { BandGesture, PanGesture, RangeGesture } from "./view-gestures.js";

const doubleMilliseconds = 350;
const reaches = { mouse: 9, pen: 12, touch: 20 };

export class Pointer {
  constructor(desk) {
    this.desk = desk;
    this.gesture = null;
    this.fingers = new Map();
    this.last = { time: 0, x: 0, y: 0 };
    const { canvas } = desk.timeline;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    // Where the browser has it, a movement arrives at once, and not with the next picture of the screen.
    canvas.addEventListener("pointerrawupdate", (event) => this.gesture && this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => this.up(event));
    canvas.addEventListener("pointerleave", () => desk.tip.hide());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // A finger on an event moves it; elsewhere it scrolls the page.
    canvas.addEventListener("touchstart", (event) => this.keepTouch(event), { passive: false });
  }

  place(event) {
    const box = this.desk.timeline.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  hit(event) {
    const { x, y } = this.place(event);
    return this.desk.timeline.hit(x, y, reaches[event.pointerType] ?? reaches.mouse);
  }

  keepTouch(event) {
    const touch = event.touches[0];
    const hit = this.hit({ clientX: touch.clientX, clientY: touch.clientY, pointerType: "touch" });
    if (hit?.id !== undefined || hit?.lane.role === "ruler" || event.touches.length > 1) event.preventDefault();
  }

  down(event) {
    if (event.button !== 0) return;
    const { stage, canvas } = this.desk.timeline;
    stage.focus({ preventScroll: true });
    this.desk.tip.hide();
    if (event.pointerType === "touch" && this.pinches(event)) return;
    canvas.setPointerCapture(event.pointerId);
    const place = this.place(event);
    const isDouble = event.timeStamp - this.last.time < doubleMilliseconds && Math.hypot(place.x - this.last.x, place.y - this.last.y) < 8;
    this.last = { time: isDouble ? 0 : event.timeStamp, ...place };
    this.gesture = this.begin(event, place, this.hit(event), isDouble);
  }

  begin(event, place, hit, isDouble) {
    const { desk } = this;
    if (!hit) return null;
    if (hit.lane.role === "ruler") return new RangeGesture(desk, hit.lane.area, place);
    if (hit.part === "sign") return void desk.editor.choose([hit.id]);
    if (hit.id !== undefined) return new MoveGesture(desk, hit, place, event);
    if (isDouble && (hit.lane.role === "events" || hit.lane.role === "control")) return new AddGesture(desk, hit.lane, place);
    if (event.pointerType === "touch") return new PanGesture(desk, hit.lane.area, place);
    return new BandGesture(desk, hit.lane.area, place, event.shiftKey || event.ctrlKey);
  }

  move(event) {
    if (this.fingers.has(event.pointerId) && this.fingers.size === 2) return this.pinch(event);
    if (this.gesture) return "onpointerrawupdate" in window ? undefined : this.drag(event);
    if (event.pointerType === "mouse") this.hover(event);
  }

  drag(event) {
    this.gesture.move(this.place(event), event);
  }

  hover(event) {
    const hit = this.hit(event);
    const { canvas } = this.desk.timeline;
    canvas.style.cursor = hit?.part === "end" ? "ew-resize" : hit?.id !== undefined ? "grab" : hit?.lane.role === "ruler" ? "text" : "";
    if (hit?.id !== undefined) this.desk.tip.show(hit, this.place(event));
    else this.desk.tip.hide();
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    const gesture = this.gesture;
    this.gesture = null;
    if (!gesture) return;
    if (event.type === "pointercancel") gesture.cancel?.();
    else gesture.end(this.place(event), event);
  }

  wheel(event) {
    const { desk } = this;
    const area = desk.timeline.lanes[0].area;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      desk.zoom(Math.exp(-event.deltaY / 240), area.time(this.place(event).x));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      desk.view.pan((event.deltaX || event.deltaY) * area.perPixel);
    }
  }

  /** Two fingers zoom. */
  pinches(event) {
    this.fingers.set(event.pointerId, this.place(event));
    if (this.fingers.size !== 2) return false;
    this.gesture?.cancel?.();
    this.gesture = null;
    return true;
  }

  pinch(event) {
    const [one, other] = [...this.fingers.values()];
    const before = Math.abs(one.x - other.x);
    this.fingers.set(event.pointerId, this.place(event));
    const [first, second] = [...this.fingers.values()];
    const after = Math.abs(first.x - second.x);
    const area = this.desk.timeline.lanes[0].area;
    if (before > 8 && after > 8) this.desk.zoom(after / before, area.time((first.x + second.x) / 2));
  }
}
