// Export: other formats with what is lost, a picture, and a read-only page for reviews.
import { button, dialog, download, element } from "./elements.js";

const formats = [
  { key: "ahap", name: "AHAP", words: "Apple's format: everything, as saved" },
  { key: "haptic", name: ".haptic", words: "clips of Meta and Lofelt" },
  { key: "android", name: "Android vibration XML", words: "a waveform for every phone", type: "application/xml" },
  { key: "web", name: "Web vibration", words: "the argument of navigator.vibrate" },
  { key: "picture", name: "Picture", words: "SVG of intended, sent and felt, for light and dark", type: "image/svg+xml" },
  { key: "review", name: "Page for reviews", words: "one read-only HTML file: picture, events, findings, text", type: "text/html" },
];

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
    const save = () => {
      download(this.result.name, this.result.text, formats.find((each) => each.key === this.format).type);
      box.close();
      this.desk.say(`Exported ${this.result.name}`);
    };
    this.saveButton = button({ className: "main", disabled: true, onclick: save }, "Download");
    const cancel = button({ onclick: () => box.close() }, "Cancel");
    const fields = element("fieldset", {}, element("legend", { className: "unseen" }, "Format"), ...choices);
    const row = element("div", { className: "row" }, cancel, this.saveButton);
    const box = dialog(`Export ${this.desk.document.name}`, [fields, this.report, row]);
    fields.addEventListener("change", (event) => this.choose(event.target.value));
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
    const { text, name } = this.desk.document;
    if (format === "ahap") return { text, name };
    const { server, motors } = this.desk;
    if (format !== "picture" && format !== "review") return server.call("export", { text, name, format });
    const made = await server.call(format, { text, name, motors: motors.chosen, intensity: 1 });
    return { text: made.svg ?? made.html, name: made.name };
  }

  show(losses) {
    this.report.className = losses.length > 0 ? "losses" : "losses none";
    if (losses.length === 0) return this.report.replaceChildren("Nothing is lost.");
    this.report.replaceChildren("This is lost:", element("ul", {}, ...losses.map((words) => element("li", {}, words))));
  }
}
