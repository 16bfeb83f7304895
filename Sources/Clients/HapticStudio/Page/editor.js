// Changes of the shown version: edits of the graph and the table, text, undo. The server applies each edit to the text.
import { modelAfter } from "./draft.js";

export class Editor {
  constructor(desk) {
    this.desk = desk;
  }

  /** The parts of a request that do not depend on edits. */
  body({ text, name }) {
    const { view, motors, width } = this.desk;
    const samples = Math.min(Math.max(Math.round(width), 10), 4000);
    return { text, file: name, motors: motors.chosen, intensity: 1, from: view.from, to: view.to, samples };
  }

  /**
   * Applies edits.
   *
   * `make(document)` gives the edits when the ones before are done. `kind` joins repetitions to one step of the history.
   * `choose(added, document)` gives the ids to select afterwards; without it the selection stays.
   */
  change(label, make, { kind, choose, document = this.desk.document } = {}) {
    let before;
    this.desk.computation.edit({
      body: () => {
        before = { text: document.text, chosen: [...document.chosen] };
        if (document.isBroken) return this.refuse(document);
        const edits = make(document);
        return edits.length === 0 ? null : { ...this.body(document), edits };
      },
      done: (answer) => {
        // Text was typed meanwhile: the edit is made again, on it.
        if (document.text !== before.text) return this.change(label, make, { kind, choose, document });
        document.draft = null;
        document.text = answer.text;
        document.adopt(answer);
        if (choose) document.choose(choose(answer.added ?? [], document));
        document.history.record({
          label, kind, before: before.text, after: answer.text, chosenBefore: before.chosen, chosenAfter: [...document.chosen],
        });
        this.desk.signals.emit("text", "model", "plots", "chosen", "draft");
      },
      failed: (error) => this.fail(document, error),
    });
  }

  refuse(document) {
    const mistake = document.findings.find((each) => each.severity === "error");
    this.desk.notice.show({
      message: "The text has a mistake, so that the graph cannot be changed.",
      remedy: mistake ? `Line ${mistake.line}: ${mistake.message}` : "Undo the last change of the text.",
    });
    this.drop(document);
    return null;
  }

  fail(document, error) {
    this.drop(document);
    this.desk.notice.fail(error);
  }

  drop(document = this.desk.document) {
    document.draft = null;
    this.desk.signals.emit("draft");
  }

  /** Shows edits without applying them. `moment` is the time of the pointer, for the measurement of drags. */
  preview(edits, moment) {
    const { document } = this.desk;
    const { text } = document;
    document.draft = { edits, model: modelAfter(document.model, edits), plots: document.draft?.plots };
    this.desk.timeline.drawSoon();
    this.desk.computation.preview({
      body: () => {
        if (!document.draft) return null;
        const body = this.body(document);
        // Every second value is enough for a preview.
        return { ...body, text, samples: Math.max(Math.round(body.samples / 2), 10), preview: true, edits };
      },
      done: (answer) => {
        if (!document.draft || answer.plots.length === 0) return;
        document.draft.plots = answer.plots;
        this.desk.timeline.draw();
        performance.measure("drag", { start: moment, end: performance.now() });
      },
      failed: (error) => this.fail(document, error),
    });
  }

  /** Applies the edits of the last preview. */
  commit(label) {
    const edits = this.desk.document.draft?.edits ?? [];
    if (edits.length === 0) return this.drop();
    this.change(label, () => edits);
  }

  /** Replaces the text, as typing does. */
  replaceText(text, { label = "text", kind } = {}) {
    const { document } = this.desk;
    if (text === document.text) return;
    const chosen = [...document.chosen];
    document.history.record({ label, kind, before: document.text, after: text, chosenBefore: chosen, chosenAfter: chosen });
    document.text = text;
    this.desk.signals.emit("text");
    this.refresh();
  }

  undo() { this.travel("undo", "Undone"); }
  redo() { this.travel("redo", "Done again"); }

  /** Its turn comes after the edits that wait, so that the text is that of the step. */
  travel(direction, word) {
    const { document } = this.desk;
    let state;
    this.desk.computation.edit({
      body: () => {
        state = document.history[direction](document.text);
        this.desk.say(state ? `${word}: ${state.label}` : "No further step");
        if (!state) return null;
        document.text = state.text;
        document.draft = null;
        this.desk.signals.emit("text");
        return this.body(document);
      },
      done: (answer) => this.adopt(document, state.text, answer, () => document.choose(state.chosen)),
      failed: (error) => this.fail(document, error),
    });
  }

  /** Computes the shown version again, for another text, view or motor. */
  refresh(then) {
    const { document } = this.desk;
    let text;
    this.desk.computation.preview({
      body: () => {
        text = document.text;
        return this.body(document);
      },
      done: (answer) => this.adopt(document, text, answer, then),
      failed: (error) => this.fail(document, error),
      isNeeded: () => document.text !== document.modelText,
    });
  }

  /** Takes over the answer for a text, unless the text has changed since. */
  adopt(document, text, answer, then) {
    if (document.text !== text) return;
    document.adopt(answer);
    then?.();
    this.desk.signals.emit("model", "plots", "chosen");
  }

  /** Selects items by their ids. */
  choose(ids) {
    this.desk.document.choose(ids);
    this.desk.signals.emit("chosen");
  }
}
