// A sound below the events: its waveform and onsets, and the events that an analysis makes of it.
import { Document } from "./document.js";
import { mergeEdits } from "./merge.js";

export class Sound {
  constructor(desk, { tools, name, sensitivity, analyze, close, onsets }) {
    Object.assign(this, { desk, tools, name, sensitivity, onsetsButton: onsets, shown: null, request: null, base: null });
    analyze.addEventListener("click", () => this.analyze());
    sensitivity.addEventListener("change", () => this.analyze());
    close.addEventListener("click", () => this.close());
  }

  /** Opens a sound file of this computer. */
  async take(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const chunks = [];
    for (let at = 0; at < bytes.length; at += 32768) chunks.push(String.fromCharCode(...bytes.subarray(at, at + 32768)));
    await this.open({ name: file.name, base64: btoa(chunks.join("")) });
  }

  /** Opens {file} of the folder or {name, base64}. An empty pattern becomes the analysis; another one stays. */
  async open(request) {
    const answer = await this.call(request);
    if (!answer) return;
    const isEmpty = this.desk.document.items.size === 0 && !this.desk.versions.isChanged;
    if (isEmpty) this.desk.files.show(new Document({ suggested: answer.name.replace(/\.\w+$/, ".ahap") }), null);
    this.request = request;
    this.show(answer);
    if (isEmpty) await this.merge(answer);
    this.desk.fit();
  }

  call(request) {
    return this.desk.call("sound", { ...request, sensitivity: Number(this.sensitivity.value) });
  }

  /** Analyzes again; what was edited by hand stays. */
  async analyze() {
    const answer = await this.call(this.request);
    if (!answer) return;
    this.show(answer);
    await this.merge(answer);
  }

  async merge(answer) {
    const { desk } = this;
    const { model } = await desk.server.call("compute", { text: answer.text, file: answer.name, motors: [], id: 0 });
    const base = this.base ?? { events: [], curves: [] };
    this.base = model;
    desk.editor.change("analysis of the sound", (document) => mergeEdits(base, document.model, model), { choose: () => [] });
  }

  show(answer) {
    const { desk } = this;
    this.shown = answer;
    desk.snap.onsets = answer.onsets;
    this.tools.hidden = this.onsetsButton.hidden = false;
    this.name.textContent = `${answer.name}: ${answer.onsets.length} onsets in ${answer.duration.toFixed(1)} s`;
    desk.signals.emit("sound");
  }

  /** Removes the sound; the events stay. */
  close() {
    if (!this.shown) return;
    Object.assign(this, { shown: null, request: null, base: null });
    this.desk.snap.onsets = [];
    this.tools.hidden = this.onsetsButton.hidden = true;
    this.desk.signals.emit("sound");
  }
}
