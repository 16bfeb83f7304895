// A version of a pattern: its text, and what the server has computed of it.
import { History } from "./history.js";
import { emptyModel, itemsOf } from "./pattern.js";

/** The text of a new pattern. */
const emptyText = '{\n  "Version": 1.0,\n  "Pattern": [\n  ]\n}\n';

export class Document {
  /** Made of an answer of the server, of another document, or empty. */
  constructor({ text = emptyText, file = null, suggested = "untitled.ahap", version = null, newline = "lf" } = {}) {
    Object.assign(this, { text, file, suggested, version, newline });
    this.savedText = file === null ? null : text;
    this.openedText = text;
    /** The text that the server has read last. */
    this.modelText = null;
    this.history = new History();
    this.chosen = new Set();
    this.findings = [];
    this.plots = [];
    this.isBroken = false;
    /** What a drag would make of it: {edits, model, plots}; null otherwise. */
    this.draft = null;
    this.setModel(emptyModel);
  }

  setModel(model) {
    this.model = model;
    this.items = itemsOf(model);
  }

  /** Takes over an answer of the server. A broken text keeps the former model, so that the picture stays. */
  adopt(answer) {
    this.modelText = this.text;
    this.findings = answer.findings;
    this.isBroken = !answer.model;
    if (this.isBroken) return;
    this.setModel(answer.model);
    this.plots = answer.plots;
    this.choose([...this.chosen]);
  }

  /** Selects the ids that exist. */
  choose(ids) {
    this.chosen = new Set(ids.filter((id) => this.items.has(id)));
  }

  /** The selected items in the order of time. */
  get chosenItems() {
    return [...this.items.values()].filter((each) => this.chosen.has(each.id));
  }

  /** What becomes of an event on each motor; undefined where it has no pulse. */
  fates({ entry }, plots = this.plots) {
    return plots.map((plot) => plot.events.find((each) => each.entry === entry));
  }

  /** What lint says of an event, for each motor. */
  remarks(event, plots) {
    return this.fates(event, plots).map((each) => each?.message).filter(Boolean);
  }

  get name() { return this.file ?? this.suggested; }
  get isChanged() { return this.text !== (this.savedText ?? this.openedText); }
  get shownModel() { return this.draft?.model ?? this.model; }
  get shownPlots() { return this.draft?.plots ?? this.plots; }

  /** A copy with a history of its own, to try something else. */
  copy() {
    return Object.assign(new Document(), this, { history: new History(), chosen: new Set(this.chosen), draft: null });
  }
}
