// Opening and saving: files of the folder, feedbacks of the theme, and files of this computer, also by drag and drop.
import { Document } from "./document.js";
import { ask, button, dialog, download, element, result } from "./elements.js";

const soundNames = /\.(wav|ogg|oga|flac|mp3|opus|aiff?)$/i;

export class Files {
  constructor(desk, { input, name, state, drop }) {
    Object.assign(this, { desk, input, name, state, drop, source: null });
    input.addEventListener("change", () => this.take(input.files[0]));
    name.addEventListener("dragstart", (event) => this.dragOut(event));
    for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) document.addEventListener(kind, (event) => this.drag(event));
    addEventListener("beforeunload", (event) => desk.versions.isChanged && event.preventDefault());
    desk.signals.on(["text", "files", "versions"], () => this.update());
  }

  update() {
    const shown = this.desk.document;
    this.name.textContent = shown.name;
    const words = shown.isChanged ? "changed" : shown.file ? "saved" : "not saved";
    if (this.state.textContent !== words) this.state.textContent = words;
    this.state.classList.toggle("changed", shown.isChanged);
    document.title = `${shown.isChanged ? "● " : ""}${shown.name} – Haptic Studio`;
  }

  // MARK: Opening

  /** Whether the shown pattern may be replaced; asks if it has changes. */
  async mayReplace() {
    if (!this.desk.versions.isChanged) return true;
    const answer = await ask("Save the changes?", `${this.desk.document.name} has changes that are not saved.`, [
      { key: "discard", words: "Discard" }, { key: "cancel", words: "Cancel" }, { key: "save", words: "Save", isMain: true },
    ]);
    return answer === "discard" || (answer === "save" && (await this.save()));
  }

  /** Opens {file} or {feedback} of the server. */
  async open(subject) {
    if (!(await this.mayReplace())) return;
    await this.load("open", subject, subject.feedback ? `feedback:${subject.feedback}` : null);
  }

  /** Begins a new pattern, whose file does not exist yet. */
  async create(suggested) {
    if (await this.mayReplace()) this.show(new Document({ suggested }), null);
  }

  /** Opens a file of this computer. */
  choose() {
    this.input.value = "";
    this.input.click();
  }

  async take(file) {
    if (!file) return;
    if (soundNames.test(file.name) || file.type.startsWith("audio/")) return this.desk.sound.take(file);
    if (!(await this.mayReplace())) return;
    await this.load("import", { name: file.name, text: await file.text() }, null);
  }

  async load(call, body, source) {
    const opened = await this.desk.call(call, body);
    if (opened) this.show(new Document(opened), source);
  }

  show(document, source) {
    const { desk } = this;
    this.source = source;
    desk.notice.hide();
    desk.player.playback && desk.player.stop();
    desk.sound.close();
    desk.setRange(null);
    desk.setCursor(0);
    desk.versions.replace(document);
    desk.signals.emit("files");
    desk.editor.refresh(() => desk.fit());
  }

  // MARK: Saving

  /** Saves the shown version; gives whether it is saved. */
  async save() {
    const shown = this.desk.document;
    const file = shown.file ?? (await this.askName(shown.suggested));
    return file ? this.write(shown, file, false) : false;
  }

  async write(shown, file, replace) {
    const { text } = shown;
    try {
      const version = file === shown.file ? shown.version : null;
      const saved = await this.desk.server.call("save", { file, text, version, replace, newline: shown.newline });
      const state = { file: saved.file, version: saved.version, savedText: text };
      for (const each of this.desk.versions.documents) if (each) Object.assign(each, state);
      this.desk.signals.emit("files");
      this.desk.notice.hide("save");
      this.desk.say(`Saved ${saved.file}`);
      this.desk.library.read();
      return true;
    } catch (error) {
      return this.writeFailed(error, shown, file);
    }
  }

  async writeFailed(error, shown, file) {
    if (error.code === "changed" || error.code === "exists") {
      const answer = await ask("Replace the file?", `${error.message} ${error.remedy ?? ""}`, [
        { key: "cancel", words: "Cancel" }, { key: "other", words: "Other name" }, { key: "replace", words: "Replace", isMain: true },
      ]);
      if (answer === "replace") return this.write(shown, file, true);
      const name = answer === "other" ? await this.askName(file) : null;
      return name ? this.write(shown, name, false) : false;
    }
    this.desk.notice.show(error, { key: "save", actions: [{ words: "Download", run: () => download(shown.name, shown.text) }] });
    return false;
  }

  /** Asks for the name of a new file in the folder. */
  askName(suggested) {
    const input = element("input", { type: "text", value: suggested, ariaLabel: "Name", required: true, pattern: "[^\\/]+\\.ahap" });
    const save = element("button", { className: "main" }, "Save");
    const cancel = button({ onclick: () => box.close() }, "Cancel");
    const words = element("p", {}, "A name that ends in .ahap, in the opened folder.");
    const form = element("form", {}, words, input, element("div", { className: "row" }, cancel, save));
    const box = dialog("Save as", [form]);
    input.setSelectionRange(0, suggested.lastIndexOf("."));
    input.focus();
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      box.close(input.value);
    });
    return result(box);
  }

  // MARK: Drag and drop, other programs

  drag(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.drop.hidden = event.type === "drop" || event.type === "dragleave";
    if (event.type === "drop") this.take(event.dataTransfer.files[0]);
  }

  /** The name of the file can be dragged to a folder or another program. */
  dragOut(event) {
    const { text, name } = this.desk.document;
    event.dataTransfer.setData("text/plain", text);
    event.dataTransfer.setData("DownloadURL", `application/json:${name}:data:application/json,${encodeURIComponent(text)}`);
    event.dataTransfer.effectAllowed = "copy";
  }

  /** Another program has changed a file of the folder. */
  async changedOnDisk(file) {
    const shown = this.desk.document;
    this.desk.library.read();
    if (file !== shown.file) return;
    const opened = await this.desk.call("open", { file });
    if (!opened || opened.version === shown.version || opened.text === shown.savedText) return;
    const load = () => this.reload(opened);
    if (!shown.isChanged) return load();
    this.desk.notice.show(
      { message: `Another program has changed ${file}.`, remedy: "Your changes are still here." },
      { key: "disk", actions: [{ words: "Take the file; undo brings yours back", run: load }] });
  }

  reload(opened) {
    const shown = this.desk.document;
    Object.assign(shown, { version: opened.version, savedText: opened.text });
    this.desk.editor.replaceText(opened.text, { label: "change by another program" });
    this.desk.signals.emit("files");
    this.desk.notice.hide("disk");
    this.desk.say(`${opened.file} was changed by another program`);
  }
}
