// Export: other formats with what is lost, a picture, and a read-only page for reviews.
import { dialog, download, element } from "./elements.js";

const formats = [
  { key: "ahap", name: "AHAP", words: "Apple's format: everything, as saved" },
  { key: "haptic", name: ".haptic", words: "clips of Meta and Lofelt" },
  { key: "android", name: "Android vibration XML", words: "a waveform for every phone" },
  { key: "web", name: "Web vibration", words: "the argument of navigator.vibrate" },
  { key: "picture", name: "Picture", words: "SVG of intended, sent and felt, for light and dark" },
  { key: "review", name: "Page for reviews", words: "one read-only HTML file: picture, events, findings, text" },
];
const types = { picture: "image/svg+xml", review: "text/html", android: "application/xml" };

export class Exports {
  constructor(desk) {
    this.desk = desk;
  }

  open() {
    const choices = formats.map(({ key, name, words }, index) => {
      const input = element("input", { type: "radio", name: "format", value: key, checked: index === 0 });
      return element("label", {}, input, element("span", {}, name), element("small", {}, words));
    });
    this.report = element("div", { className: "losses none", role: "status" });
    this.saveButton = element("button", { type: "button", className: "main", disabled: true }, "Download");
    const cancel = element("button", { type: "button" }, "Cancel");
    const fields = element("fieldset", {}, element("legend", { className: "unseen" }, "Format"), ...choices);
    const row = element("div", { className: "row" }, cancel, this.saveButton);
    const box = dialog(`Export ${this.desk.versions.shown.name}`, [fields, this.report, row]);
    fields.addEventListener("change", (event) => this.choose(event.target.value));
    cancel.addEventListener("click", () => box.close());
    this.saveButton.addEventListener("click", () => {
      download(this.result.name, this.result.text, types[this.format] ?? "application/json");
      box.close();
      this.desk.say(`Exported ${this.result.name}`);
    });
    this.choose("ahap");
  }

  /** Makes the export, so that its losses are shown before it is saved. */
  async choose(format) {
    this.format = format;
    this.saveButton.disabled = true;
    this.report.textContent = "…";
    try {
      const result = await this.make(format);
      if (this.format !== format) return;
      this.result = result;
      this.saveButton.disabled = false;
      this.show(result.losses ?? []);
    } catch (error) {
      this.report.className = "losses";
      this.report.textContent = [error.message, error.remedy].filter(Boolean).join(" ");
    }
  }

  async make(format) {
    const { text, name } = this.desk.versions.shown;
    const { server, motors } = this.desk;
    const body = { text, name, motors: motors.chosen, intensity: 1 };
    if (format === "ahap") return { text, name };
    if (format === "picture") return server.call("picture", body).then((made) => ({ text: made.svg, name: made.name }));
    if (format === "review") return server.call("review", body).then((made) => ({ text: made.html, name: made.name }));
    return server.call("export", { text, name, format });
  }

  show(losses) {
    this.report.className = losses.length > 0 ? "losses" : "losses none";
    if (losses.length === 0) return this.report.replaceChildren("Nothing is lost.");
    this.report.replaceChildren("This is lost:", element("ul", {}, ...losses.map((words) => element("li", {}, words))));
  }
}
