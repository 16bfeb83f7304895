// The events and points as tables, with the same contents as the time line. Every value is a field.
import { button, element } from "./elements.js";
import { eventFields, pointFields, setField, shownValue } from "./fields.js";
import { isTrouble, kindWord, resultWords } from "./words.js";

/** More rows would make the page slow; the others are in the text. */
const mostRows = 600;

/** Without the envelope. */
const eventColumns = eventFields.slice(0, 4);

export class EventTable {
  constructor(desk, pane) {
    Object.assign(this, { desk, pane, rows: new Map() });
    pane.addEventListener("change", (event) => this.enter(event.target));
    pane.addEventListener("focusin", (event) => this.follow(event.target));
    pane.addEventListener("click", (event) => this.press(event));
    pane.addEventListener("keydown", (event) => this.key(event));
    desk.signals.on(["model", "plots", "chosen", "versions", "pane", "colors"], () => this.update());
  }

  update() {
    if (this.pane.hidden) return;
    const items = [...this.desk.document.items.values()];
    const events = items.filter((each) => each.type === "event");
    const points = items.filter((each) => each.type !== "event");
    const signature = [events.length, points.length].join();
    if (signature !== this.signature) this.build(events, points);
    this.signature = signature;
    events.slice(0, mostRows).forEach((item, index) => this.fill(this.eventRows[index], item, index));
    points.slice(0, mostRows).forEach((item, index) => this.fill(this.pointRows[index], item, index));
  }

  build(events, points) {
    this.eventRows = events.slice(0, mostRows).map(() => this.row(eventColumns));
    this.pointRows = points.slice(0, mostRows).map(() => this.row(pointFields));
    const tables = [this.table("Events", ["Event", ...eventColumns.map(heading), "Felt"], this.eventRows, events.length)];
    const headings = ["Control", ...pointFields.map(heading), "Kind"];
    if (points.length > 0) tables.push(this.table("Curves and parameters", headings, this.pointRows, points.length));
    this.pane.replaceChildren(...tables);
  }

  table(caption, headings, rows, count) {
    if (count === 0) return element("p", { className: "calm" }, "No events yet. T on the time line adds a tap, V a vibration.");
    const head = element("tr", {}, ...headings.map((words) => element("th", { scope: "col" }, words)));
    const words = count > mostRows ? `${caption}: the first ${mostRows} of ${count}` : `${caption}: ${count}`;
    const body = element("tbody", {}, ...rows.map((row) => row.line));
    return element("table", { className: "events" }, element("caption", {}, words), element("thead", {}, head), body);
  }

  row(columns) {
    const dot = element("span", { className: "dot" });
    const name = element("span", {});
    const kind = button({ className: "kind" }, dot, name);
    const inputs = columns.map(({ key }) => element("input", { type: "number", step: "any", data: { key } }));
    const word = element("span", { className: "word" });
    const line = element("tr", {}, ...[kind, ...inputs, word].map((each) => element("td", {}, each)));
    return { line, dot, name, kind, inputs, word };
  }

  fill(row, item, index) {
    const { desk } = this;
    const isEvent = item.type === "event";
    const words = isEvent ? `${index + 1} ${kindWord(item)}` : `${item.control.replace(/^Haptic|Control$/g, "")}`;
    row.line.dataset.id = item.id;
    const isChosen = desk.document.chosen.has(item.id);
    row.line.className = isChosen ? "chosen" : "";
    row.kind.setAttribute("aria-pressed", isChosen);
    row.name.textContent = words;
    row.dot.className = isEvent && item.kind === "continuous" ? "dot long" : "dot";
    row.dot.style.background = isEvent ? desk.colors.ofSharpness(item.sharpness) : "var(--accent)";
    for (const input of row.inputs) this.fillField(input, item, words);
    const { word, isBad } = this.result(item);
    row.word.textContent = word;
    row.word.classList.toggle("bad", isBad);
  }

  fillField(input, item, words) {
    const field = fieldOf(input);
    const isTap = field.isLong && item.kind === "transient";
    input.disabled = isTap;
    if (document.activeElement !== input) input.value = isTap ? "" : shownValue(item, field);
    input.setAttribute("aria-label", `${words}, ${field.key}`);
  }

  result(item) {
    if (item.type !== "event") return { word: item.type === "point" ? "point" : "parameter", isBad: false };
    const results = this.desk.document.fates(item).map((each) => each?.result);
    const worst = results.find(isTrouble) ?? results[0];
    return { word: resultWords[worst] ?? "–", isBad: isTrouble(worst) };
  }

  item(target) {
    return this.desk.document.items.get(target.closest("tr")?.dataset.id);
  }

  /** A row with the focus is selected in the time line. */
  follow(target) {
    const item = this.item(target);
    if (item && !this.desk.document.chosen.has(item.id)) this.desk.editor.choose([item.id]);
  }

  press(event) {
    const item = event.target.closest(".kind") && this.item(event.target);
    if (!item) return;
    const { chosen } = this.desk.document;
    this.desk.editor.choose(event.shiftKey || event.ctrlKey ? [...chosen, item.id] : [item.id]);
    this.desk.view.reveal(item.time);
  }

  key(event) {
    if (event.key === "Delete" && event.target.matches(".kind")) {
      event.preventDefault();
      this.desk.commands.remove();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const lines = [...this.pane.querySelectorAll("tbody tr")];
    const line = event.target.closest("tr");
    const place = [...line.querySelectorAll("button, input")].indexOf(event.target);
    const next = lines[lines.indexOf(line) + step]?.querySelectorAll("button, input")[place];
    if (next?.disabled) next.closest("tr").querySelector("input").focus();
    else next?.focus();
  }

  enter(input) {
    const item = this.item(input);
    const value = Number(input.value);
    if (!item || input.value === "" || !Number.isFinite(value)) return this.update();
    const field = fieldOf(input);
    this.desk.editor.change(`${field.key} in the table`, () => [setField(item, field, value)]);
  }
}

const fieldOf = (input) => [...eventColumns, ...pointFields].find((each) => each.key === input.dataset.key);

const heading = ({ label, unit }) => (unit ? `${label}, ${unit}` : label);
