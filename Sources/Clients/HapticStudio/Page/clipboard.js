// Copy, cut and paste of events and points, as JSON text, also between two pages.
import { copies } from "./edits.js";

const type = "hapticd-studio";

export class Clipboard {
  constructor(desk) {
    this.desk = desk;
  }

  copy(event) {
    const items = this.desk.document.chosenItems;
    if (items.length === 0) return false;
    const plain = items.map(({ curve, ...item }) => item);
    event.clipboardData.setData("text/plain", JSON.stringify({ type, items: plain }));
    event.preventDefault();
    this.desk.say(`${items.length} copied`);
    return true;
  }

  cut(event) {
    if (this.copy(event)) this.desk.commands.remove();
  }

  paste(event) {
    event.preventDefault();
    const items = this.items(event.clipboardData.getData("text/plain"));
    if (!items) return this.desk.say("The clipboard has no events");
    const first = Math.min(...items.map((each) => each.time));
    this.desk.commands.addEdits("paste", () => copies(items, this.desk.cursor - first));
  }

  /** The items of a text of `copy`; null for another text. */
  items(text) {
    try {
      const contents = JSON.parse(text);
      const isItem = (each) => typeof each.time === "number" && ["event", "point", "parameter"].includes(each.type);
      return contents.type === type && contents.items.length > 0 && contents.items.every(isItem) ? contents.items : null;
    } catch {
      return null;
    }
  }
}
