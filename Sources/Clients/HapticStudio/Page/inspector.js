// The values of the selection as numbers. A value that differs among the selected items is empty; entering it sets all.
import { button, element } from "./elements.js";
import { eventFields, pointFields, setField, shownValue } from "./fields.js";
import { icon } from "./icons.js";
import { controlRule } from "./pattern.js";
import { capitalized, isTrouble, kindWord, motorName, resultColor } from "./words.js";

export class Inspector {
  constructor(desk, form) {
    Object.assign(this, { desk, form, signature: "" });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", (event) => this.enter(event.target));
    desk.timeline.returnFrom(form);
    desk.signals.on(["chosen", "model", "plots", "versions", "colors"], () => this.update());
  }

  focus() {
    this.form.querySelector("input")?.select();
  }

  update() {
    const items = this.desk.document.chosenItems;
    const fields = this.fields(items);
    const signature = `${items.length > 0}:${fields.map((each) => each.key)}`;
    if (signature !== this.signature) this.build(items, fields);
    this.signature = signature;
    if (items.length > 0) this.fill(items, fields);
  }

  /** The fields that all selected items have. */
  fields(items) {
    if (items.length === 0) return [];
    if (items.every((each) => each.type === "event")) {
      const areLong = items.every((each) => each.kind === "continuous");
      return eventFields.filter((field) => areLong || !field.isLong);
    }
    if (items.some((each) => each.type === "event")) return [eventFields[0]];
    const [time, value] = pointFields;
    return [time, { ...value, least: Math.max(...items.map((each) => controlRule(each.control).least)) }];
  }

  build(items, fields) {
    if (items.length === 0) {
      const add = button({ className: "link", onclick: () => this.desk.commands.addTap() }, "add a tap");
      const hint = "Nothing is selected. Click an event, or double-click an empty place to ";
      const words = element("p", { className: "empty" }, hint, add, ".");
      return this.form.replaceChildren(element("header", {}, element("h2", {}, "Selection")), words);
    }
    this.title = element("h2", {});
    this.swatch = element("span", { className: "swatch" });
    this.verdicts = element("div", { className: "verdicts" });
    const areEvents = items.every((each) => each.type === "event");
    this.kind = button({ className: "link", hidden: !areEvents, onclick: () => this.desk.commands.changeKind() });
    this.form.replaceChildren(
      element("header", {}, this.swatch, this.title, this.kind),
      element("div", { className: "fields" }, ...fields.map((field) => this.field(field))), this.verdicts);
  }

  field({ key, label, unit, least = 0, most }) {
    const input = element("input", { type: "number", name: key, step: "any", min: least, max: most });
    return element("label", { className: "field" }, element("span", {}, label), input, element("span", { className: "unit" }, unit ?? ""));
  }

  fill(items, fields) {
    const first = items[0];
    const words = items.every((each) => kindWord(each) === kindWord(first)) ? kindWord(first) : "item";
    this.title.textContent = items.length === 1 ? capitalized(words) : `${items.length} ${words}s`;
    if (first.type === "event" && first.isEndless) this.title.textContent += ", without an end";
    this.swatch.style.background = first.type === "event" ? this.desk.colors.ofSharpness(first.sharpness) : "var(--accent)";
    this.kind.textContent = first.kind === "transient" ? "make it a vibration" : "make it a tap";
    for (const field of fields) {
      const input = this.form.elements[field.key];
      const values = new Set(items.map((each) => shownValue(each, field)));
      input.placeholder = values.size > 1 ? "mixed" : "";
      input.value = values.size > 1 ? "" : [...values][0];
    }
    this.verdicts.replaceChildren(...(items.length === 1 ? this.results(first) : []));
  }

  /** How the selected event is felt on each motor. */
  results(item) {
    if (item.type !== "event") return [];
    const { document } = this.desk;
    return document.fates(item).map((event, index) => (isTrouble(event?.result) ? this.trouble(event) : this.fine(document.plots[index])));
  }

  trouble({ result, message, remedy }) {
    const words = remedy ? `${message}. ${capitalized(remedy)}.` : message;
    return element("p", { className: "verdict" }, icon(result, resultColor(result)), element("span", {}, words));
  }

  fine(plot) {
    return element("p", { className: "verdict fine" }, icon("fine"), element("span", {}, `Felt as intended on ${motorName(plot.title)}`));
  }

  enter(input) {
    const value = Number(input.value);
    const field = [...eventFields, ...pointFields].find((each) => each.key === input.name);
    if (input.value === "" || !Number.isFinite(value) || !field) return this.update();
    const bounded = Math.min(Math.max(value, Number(input.min)), field.most);
    this.desk.editor.change(`${field.label.toLowerCase()} as a number`, (document) =>
      document.chosenItems.map((item) => setField(item, field, bounded)));
  }
}
