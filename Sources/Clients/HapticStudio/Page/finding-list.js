// The findings of lint in the file and for the chosen motors, in its words. A press selects the event.
import { button, element } from "./elements.js";
import { icon } from "./icons.js";
import { capitalized, motorName, resultColor } from "./words.js";

const mostShown = 200;

export class FindingList {
  constructor(desk, pane, count) {
    Object.assign(this, { desk, pane, count });
    desk.signals.on(["model", "plots", "versions", "chosen"], (names) => this.update(names));
  }

  update(names) {
    const { findings } = this.desk.document;
    this.count.textContent = findings.length > 0 ? findings.length : "";
    this.count.setAttribute("aria-label", findings.length > 0 ? `, ${findings.length}` : "");
    if (findings === this.shown) return names.has("chosen") ? this.mark() : undefined;
    this.shown = findings;
    if (findings.length === 0) return this.pane.replaceChildren(this.calm());
    const rows = findings.slice(0, mostShown).map((finding) => element("li", {}, this.row(finding)));
    if (findings.length > mostShown) rows.push(element("li", { className: "calm" }, `${findings.length - mostShown} more`));
    this.pane.replaceChildren(element("ul", { className: "findings" }, ...rows));
    this.mark();
  }

  calm() {
    const plots = this.desk.document.plots;
    const motors = plots.map((plot) => motorName(plot.title)).join(" and ");
    const where = plots.length > 0 ? `, and everything is felt as intended on ${motors}` : "";
    return element("p", { className: "calm" }, element("b", {}, "No findings. "), `The file has no mistake${where}.`);
  }

  row(finding) {
    const sign = this.sign(finding);
    const color = finding.severity === "error" ? "var(--error)" : resultColor(sign);
    const place = [finding.line ? `line ${finding.line}` : "", finding.remedy ?? ""].filter(Boolean).join(": ");
    return button({ className: finding.severity, data: { entry: finding.entry ?? "" }, onclick: () => this.go(finding) },
      icon(sign, color), element("span", {}, capitalized(finding.message)), element("small", {}, place));
  }

  /** The sign of what the motor makes of the event, or of the severity. */
  sign(finding) {
    if (finding.motor === undefined) return finding.severity === "error" ? "error" : "warning";
    const plot = this.desk.document.plots.find((each) => each.motor === finding.motor);
    const event = plot?.events.find((each) => each.entry === finding.entry && each.message === finding.message);
    return event?.result ?? this.guess(finding.message);
  }

  /** The sign by lint's words, if another finding of the same event came first. */
  guess(message) {
    if (message.startsWith("felt as one")) return "merged";
    if (message.startsWith("not felt")) return "lost";
    if (/^felt .* late/.test(message)) return "delayed";
    return message.includes("feels the same") ? "alike" : "short";
  }

  go(finding) {
    const { desk } = this;
    if (finding.severity === "error" || finding.entry === undefined) return desk.textPane.show(finding.start ?? 0);
    const { document } = desk;
    const items = [...document.items.values()].filter((each) => each.entry === finding.entry);
    desk.editor.choose(items.map((each) => each.id));
    if (items.length > 0) desk.view.reveal(items[0].time);
    desk.textPane.scrollTo(finding.start ?? 0);
  }

  mark() {
    const entries = new Set(this.desk.document.chosenItems.map((each) => String(each.entry)));
    for (const button of this.pane.querySelectorAll("button")) button.setAttribute("aria-current", entries.has(button.dataset.entry));
  }
}
