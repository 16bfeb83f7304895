// The buttons and fields of the head and of the tool bar.
import { at, element } from "./elements.js";
import { controls } from "./pattern.js";
import { milliseconds, timeWords } from "./words.js";

export class Tools {
  constructor(desk) {
    this.desk = desk;
    const presses = {
      new: () => desk.files.create(), open: () => desk.files.choose(), save: () => desk.files.save(), share: () => desk.exports.open(),
      undo: () => desk.editor.undo(), redo: () => desk.editor.redo(), help: () => desk.help.open(),
      "version-a": () => this.version(0), "version-b": () => this.version(1),
      "add-tap": () => desk.commands.addTap(), "add-vibration": () => desk.commands.addVibration(), delete: () => desk.commands.remove(),
      "zoom-in": () => desk.zoom(1.5), "zoom-out": () => desk.zoom(1 / 1.5), "zoom-fit": () => desk.fit(),
      "snap-events": () => desk.snap.change({ toEvents: !desk.snap.toEvents }),
      "snap-onsets": () => desk.snap.change({ toOnsets: !desk.snap.toOnsets }),
    };
    for (const [id, run] of Object.entries(presses)) at(id).addEventListener("click", run);
    at("grid").addEventListener("change", (event) => desk.snap.change({ grid: Number(event.target.value), isOn: true }));
    at("add-curve").append(...Object.entries(controls).map(([value, { name }]) => element("option", { value }, `of ${name}`)));
    at("add-curve").addEventListener("change", (event) => this.addCurve(event.target));
    desk.signals.on(["text", "versions", "chosen", "snap"], () => this.update());
    desk.signals.on(["cursor", "chosen", "model", "view"], () => this.position());
    desk.signals.on(["view"], () => desk.editor.refresh());
    desk.signals.on(["colors"], () => this.ramp());
    this.update();
  }

  version(index) {
    this.desk.versions.show(index);
    this.desk.editor.refresh();
  }

  addCurve(field) {
    if (field.value) this.desk.commands.addCurve(field.value);
    field.value = "";
    this.desk.timeline.stage.focus();
  }

  update() {
    const { versions, snap } = this.desk;
    const { history, chosen } = versions.shown;
    at("undo").disabled = !history.canUndo;
    at("redo").disabled = !history.canRedo;
    at("undo").title = history.canUndo ? `Undo: ${history.undoLabel} (Ctrl+Z)` : "Undo (Ctrl+Z)";
    at("redo").title = history.canRedo ? `Redo: ${history.redoLabel} (Ctrl+Shift+Z)` : "Redo (Ctrl+Shift+Z)";
    at("delete").disabled = chosen.size === 0;
    at("version-a").setAttribute("aria-pressed", versions.index === 0);
    at("version-b").setAttribute("aria-pressed", versions.index === 1);
    at("snap-events").setAttribute("aria-pressed", snap.isOn && snap.toEvents);
    at("snap-onsets").setAttribute("aria-pressed", snap.isOn && snap.toOnsets);
    at("grid").value = snap.isOn ? String(snap.grid) : "0";
  }

  position() {
    const { cursor, range, document } = this.desk;
    at("cursor-words").textContent = `Cursor ${timeWords(cursor)}`;
    const parts = [];
    if (range) parts.push(`range ${milliseconds(range.from)}–${milliseconds(range.to)} ms`);
    if (document.chosen.size > 1) parts.push(`${document.chosen.size} selected`);
    at("range-words").textContent = parts.join(", ");
  }

  /** The scale of the colors of sharpness. */
  ramp() {
    const canvas = at("ramp-canvas");
    const pen = canvas.getContext("2d");
    for (let x = 0; x < canvas.width; x++) {
      pen.fillStyle = this.desk.colors.ofSharpness(x / canvas.width);
      pen.fillRect(x, 0, 1, canvas.height);
    }
  }
}
