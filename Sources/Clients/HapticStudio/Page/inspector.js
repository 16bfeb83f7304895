// The values of the selection as numbers. A value that differs among the selected items is empty; entering it sets all.
import { roundTime, roundValue, setTime, setValue } from "./edits.js";
import { element } from "./elements.js";
import { icon } from "./icons.js";
import { controlRule } from "./pattern.js";
import { capitalized, isTrouble, kindWord, milliseconds, motorName, resultColor, valueWords } from "./words.js";

const eventFields = [
  { key: "time", label: "Time", unit: "ms", scale: 1000, step: 1, most: 3600000 },
  { key: "duration", label: "Length", unit: "ms", scale: 1000, step: 1, most: 3600000, isLong: true },
  { key: "intensity", label: "Intensity", step: 0.01, most: 1 },
  { key: "sharpness", label: "Sharpness", step: 0.01, most: 1 },
  { key: "attack", label: "Attack", step: 0.01, most: 1, isLong: true },
  { key: "decay", label: "Decay", step: 0.01, most: 1, isLong: true },
  { key: "release", label: "Release", step: 0.01, most: 1, isLong: true },
];

export class Inspector {
  constructor(desk, form) {
    Object.assign(this, { desk, form, signature: "" });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", (event) => this.enter(event.target));
    form.addEventListener("keydown", (event) => this.leave(event));
    desk.signals.on(["chosen", "model", "plots", "versions", "colors"], () => this.update());
  }

  focus() {
    this.form.querySelector("input")?.select();
  }

  leave(event) {
    if (event.key !== "Escape") return;
    this.desk.timeline.stage.focus();
    event.preventDefault();
  }

  update() {
    const items = this.desk.versions.shown.chosenItems;
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
    const rules = items.map((each) => controlRule(each.control));
    const value = { key: "value", label: "Value", step: 0.01, least: Math.max(...rules.map((rule) => rule.least)), most: 1 };
    return [eventFields[0], value];
  }

  build(items, fields) {
    if (items.length === 0) {
      const add = element("button", { type: "button", className: "link" }, "add a tap");
      add.addEventListener("click", () => this.desk.commands.addTap());
      const hint = "Nothing is selected. Click an event, or double-click an empty place to ";
      const words = element("p", { className: "empty" }, hint, add, ".");
      return this.form.replaceChildren(element("header", {}, element("h2", {}, "Selection")), words);
    }
    this.title = element("h2", {});
    this.swatch = element("span", { className: "swatch" });
    this.verdicts = element("div", { className: "verdicts" });
    const kind = element("button", { type: "button", className: "link", hidden: !items.every((each) => each.type === "event") }, "");
    kind.addEventListener("click", () => this.desk.commands.changeKind());
    this.kind = kind;
    this.form.replaceChildren(
      element("header", {}, this.swatch, this.title, kind),
      element("div", { className: "fields" }, ...fields.map((field) => this.field(field))), this.verdicts);
  }

  field({ key, label, unit, step, least = 0, most }) {
    const input = element("input", { type: "number", name: key, step: "any", min: least, max: most, data: { step } });
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
      const values = new Set(items.map((each) => this.written(each[field.key], field)));
      input.placeholder = values.size > 1 ? "mixed" : "";
      if (document.activeElement !== input || !input.dataset.isTyped) input.value = values.size > 1 ? "" : [...values][0];
    }
    this.verdicts.replaceChildren(...(items.length === 1 ? this.results(first) : []));
  }

  written(value, { scale }) {
    return scale ? milliseconds(value) : valueWords(value);
  }

  /** How the selected event is felt on each motor. */
  results(item) {
    if (item.type !== "event") return [];
    return this.desk.versions.shown.plots.map((plot) => {
      const event = plot.events.find((each) => each.entry === item.entry);
      return isTrouble(event?.result) ? this.trouble(event) : this.fine(plot);
    });
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
    const field = [...eventFields, { key: "value", least: -1, most: 1 }].find((each) => each.key === input.name);
    if (input.value === "" || !Number.isFinite(value) || !field) return this.update();
    const bounded = Math.min(Math.max(value, Number(input.min)), field.most);
    this.desk.editor.change(`${(field.label ?? "value").toLowerCase()} as a number`, (document) =>
      document.chosenItems.map((item) => this.edit(item, field, bounded)));
  }

  edit(item, field, value) {
    if (field.key === "time") return setTime(item, value / 1000);
    if (field.key === "value") return setValue(item, roundValue(value));
    const rounded = field.scale ? Math.max(roundTime(value / field.scale), 0.001) : roundValue(value);
    return { op: "set", entry: item.entry, key: field.key, value: rounded };
  }
}
