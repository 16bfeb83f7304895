// Changes that the user asks for by a key or a button.
import { addCurve, addEvent, addPoint, copies, lengthen, move, remove, roundTime } from "./edits.js";
import { controlPieces, controlRule, controlValue, extent } from "./pattern.js";

const usualVibration = 0.15;

export class Commands {
  constructor(desk) {
    this.desk = desk;
    /** A nudge that is not sent yet. */
    this.waiting = null;
  }

  /** Moves the selection by steps of the grid, or its value; without a selection, moves the cursor. */
  nudge({ steps = 0, amount = 0, key = "intensity" }) {
    const { document, editor, snap, versions } = this.desk;
    const seconds = steps * snap.step;
    if (document.chosen.size === 0) {
      if (steps !== 0) this.desk.setCursor(roundTime(this.desk.cursor + seconds));
      return;
    }
    const label = steps !== 0 ? "move" : `change of ${key}`;
    const kind = `${versions.letter}:${label}:${[...document.chosen]}`;
    // Repetitions of a key that arrive before the server has answered become one change.
    if (this.waiting?.kind === kind && !document.isBroken) {
      this.waiting.seconds += seconds;
      this.waiting.amount += amount;
      return;
    }
    const nudge = (this.waiting = { kind, seconds, amount, key });
    editor.change(label, (shown) => this.nudged(nudge, shown), { kind, choose: (_, shown) => this.afterNudge(shown) });
  }

  nudged(nudge, document) {
    if (this.waiting === nudge) this.waiting = null;
    return move(document.chosenItems, nudge);
  }

  afterNudge(document) {
    const item = document.chosenItems[0];
    if (item) {
      this.desk.selection.sayItem(item);
      this.desk.cursor = item.time;
      this.desk.view.reveal(item.time);
    }
    return [...document.chosen];
  }

  lengthen(steps) {
    this.desk.editor.change("change of a length", (document) => lengthen(document.chosenItems, steps * this.desk.snap.step), {
      kind: `length:${[...this.desk.document.chosen]}`, choose: (_, document) => this.afterNudge(document),
    });
  }

  remove() {
    const items = this.desk.document.chosenItems;
    if (items.length === 0) return;
    const { time } = items[0];
    const label = items.length === 1 ? "deletion" : `deletion of ${items.length}`;
    this.desk.editor.change(label, (document) => remove(document.chosenItems), { choose: () => [] });
    this.desk.setCursor(time);
    this.desk.say(`${items.length} deleted`);
  }

  /** Adds what an edit says and selects it. */
  addEdit(edit) { this.addEdits("addition", () => [edit]); }

  addEdits(label, make) {
    this.desk.editor.change(label, make, {
      choose: (added, document) => {
        const items = [...document.items.values()].filter((each) => added.includes(each.entry));
        if (items[0]) this.desk.selection.sayItem(items[0]);
        return items.map((each) => each.id);
      },
    });
  }

  addTap() { this.addAtCursor({ kind: "transient", intensity: 1 }); }

  addVibration() {
    const { cursor, range } = this.desk;
    this.addAtCursor({ kind: "continuous", intensity: 0.7, duration: range?.from === cursor ? range.to - range.from : usualVibration });
  }

  /** New events are like the selected one. */
  addAtCursor(event) {
    const like = this.desk.document.chosenItems.find((each) => each.type === "event");
    const { intensity = event.intensity, sharpness = 0.5 } = like ?? {};
    this.addEdit(addEvent({ ...event, time: this.desk.cursor, intensity, sharpness }));
  }

  /** Adds a curve from the start to the end, which changes nothing yet. */
  addCurve(control) {
    const value = controlRule(control).initial;
    this.addEdit(addCurve(control, [{ time: 0, value }, { time: Math.max(this.desk.end, 0.1), value }]));
    this.desk.selection.lane = control;
  }

  addPoint() {
    const { cursor, editor, selection } = this.desk;
    const { lane } = selection;
    if (!lane) return this.desk.say("Press C to choose a curve first");
    editor.change("point", ({ model }) => {
      const value = controlValue(controlPieces(model, lane), lane, cursor);
      return [addPoint(model, lane, cursor, value)];
    }, { choose: (_, document) => this.pointsAtCursor(document) });
  }

  pointsAtCursor(document) {
    const { cursor, selection } = this.desk;
    const isHere = (each) => each.control === selection.lane && Math.abs(each.time - cursor) < 0.0002;
    return [...document.items.values()].filter(isHere).map((each) => each.id);
  }

  duplicate() {
    const items = this.desk.document.chosenItems;
    if (items.length === 0) return;
    const { from, to } = extent(items);
    const step = Math.max(Math.ceil((to - from) / this.desk.snap.step) * this.desk.snap.step, 0.1);
    this.addEdits("copy", (document) => copies(document.chosenItems, step));
  }

  /** Makes vibrations of taps, and taps of vibrations. */
  changeKind() {
    this.desk.editor.change("change of the kind", (document) =>
      document.chosenItems.filter((each) => each.type === "event").flatMap((each) => otherKind(each)));
  }
}

function otherKind({ entry, kind }) {
  if (kind === "continuous") return [{ op: "set", entry, key: "kind", value: "transient" }];
  return [
    { op: "set", entry, key: "kind", value: "continuous" },
    { op: "set", entry, key: "duration", value: usualVibration },
  ];
}
