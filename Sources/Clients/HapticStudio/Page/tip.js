// A note beside the pointer: what is there, and how it is felt.
import { itemWords, timeWords, valueWords } from "./words.js";

export class Tip {
  constructor(desk, element) {
    Object.assign(this, { desk, element });
  }

  /** Explains what the pointer is on. */
  show(hit, place) {
    const document = this.desk.versions.shown;
    const item = document.items.get(hit.id);
    if (!item) return this.hide();
    this.write([itemWords(item), ...this.results(document, item.entry)], place);
  }

  /** What lint says of an event, for each motor. */
  results(document, entry) {
    const events = document.shownPlots.map((plot) => plot.events.find((each) => each.entry === entry));
    return events.map((event) => event?.message).filter(Boolean);
  }

  /** The values of what the pointer holds. */
  follow(document, hit, place) {
    const id = hit.id.split(".").map(Number);
    const model = document.shownModel;
    const event = model.events.find((each) => each.entry === id[0]);
    if (event) {
      const length = hit.part === "end" ? `, ${timeWords(event.duration)} long` : "";
      const values = `intensity ${valueWords(event.intensity)}, sharpness ${valueWords(event.sharpness)}`;
      return this.write([`${timeWords(event.time)}${length}, ${values}`, ...this.results(document, id[0])], place);
    }
    const curve = model.curves.find((each) => each.entry === id[0]);
    const point = curve?.points.find((each) => each.point === id[1]) ?? model.parameters.find((each) => each.entry === id[0]);
    if (point) this.write([`${timeWords(point.time + (curve?.time ?? 0))}, ${valueWords(point.value)}`], place);
  }

  write(lines, { x, y }) {
    const [first, ...rest] = lines;
    this.element.replaceChildren(...[["b", first, ""], ...rest.map((line) => ["span", line, "bad"])].map(([tag, text, style]) => {
      const part = document.createElement(tag);
      part.textContent = text;
      part.className = style;
      return part;
    }));
    this.element.hidden = false;
    const most = this.desk.timeline.width - this.element.offsetWidth - 8;
    const [left, top] = [Math.max(Math.min(x + 14, most), 4), Math.max(y - this.element.offsetHeight - 12, 4)];
    this.element.style.transform = `translate(${left}px, ${top}px)`;
  }

  hide() {
    this.element.hidden = true;
  }
}
