// A note beside the pointer: what is there, and how it is felt.
import { element } from "./elements.js";
import { itemWords, timeWords, valueWords } from "./words.js";

export class Tip {
  constructor(desk, note) {
    Object.assign(this, { desk, note });
  }

  /** Explains what the pointer is on. */
  show(hit, place) {
    const { document } = this.desk;
    const item = document.items.get(hit.id);
    if (!item) return this.hide();
    this.write([itemWords(item), ...document.remarks(item, document.shownPlots)], place);
  }

  /** The values of what the pointer holds. */
  follow(hit, place) {
    const [entry, number] = hit.id.split(".").map(Number);
    const { document } = this.desk;
    const model = document.shownModel;
    const event = model.events.find((each) => each.entry === entry);
    if (event) {
      const length = hit.part === "end" ? `, ${timeWords(event.duration)} long` : "";
      const values = `intensity ${valueWords(event.intensity)}, sharpness ${valueWords(event.sharpness)}`;
      return this.write([`${timeWords(event.time)}${length}, ${values}`, ...document.remarks(event, document.shownPlots)], place);
    }
    const curve = model.curves.find((each) => each.entry === entry);
    const point = curve?.points.find((each) => each.point === number) ?? model.parameters.find((each) => each.entry === entry);
    if (point) this.write([`${timeWords(point.time + (curve?.time ?? 0))}, ${valueWords(point.value)}`], place);
  }

  write([first, ...rest], { x, y }) {
    const { note } = this;
    note.replaceChildren(element("b", {}, first), ...rest.map((line) => element("span", { className: "bad" }, line)));
    note.hidden = false;
    const most = this.desk.timeline.width - note.offsetWidth - 8;
    const [left, top] = [Math.max(Math.min(x + 14, most), 4), Math.max(y - note.offsetHeight - 12, 4)];
    note.style.transform = `translate(${left}px, ${top}px)`;
  }

  hide() {
    this.note.hidden = true;
  }
}
