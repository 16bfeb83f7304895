// Why the selected event is felt as it is, on each motor: the pulse, the levels sent for it, and the remedy.
import { element } from "./elements.js";
import { capitalized, itemWords, isTrouble, resultWords, timeWords, valueWords } from "./words.js";

const mostSteps = 12;

export class WhyPane {
  constructor(desk, pane) {
    Object.assign(this, { desk, pane });
    desk.signals.on(["model", "plots", "chosen", "versions", "pane"], () => this.update());
  }

  update() {
    if (this.pane.hidden) return;
    const { document } = this.desk;
    const item = document.chosenItems.find((each) => each.type === "event");
    const parts = item ? document.plots.map((plot) => this.motor(plot, item, document)) : document.plots.map((plot) => this.summary(plot));
    const intro = item ? itemWords(item) : "Select an event to see what each motor makes of it.";
    this.pane.replaceChildren(element("div", { className: "why" }, element("p", {}, capitalized(intro)), ...parts));
  }

  summary(plot) {
    const signs = plot.signs.map((sign) => element("li", {}, sign.words));
    const words = [plot.words, plot.summary].map((each) => element("p", {}, each));
    return element("section", {}, element("h3", {}, plot.title), ...words, element("ul", {}, ...signs));
  }

  motor(plot, item, document) {
    const event = plot.events.find((each) => each.entry === item.entry);
    const isBad = isTrouble(event?.result);
    const head = element("p", { className: isBad ? "bad" : "fine" }, event?.message ?? resultWords[event?.result] ?? "no pulse of its own");
    const remedy = event?.remedy ? element("p", {}, event.remedy) : null;
    const facts = this.facts(plot, item, document);
    return element("section", {}, element("h3", {}, plot.title), element("p", {}, plot.words), head, remedy, facts);
  }

  facts(plot, item, document) {
    const next = [...document.items.values()].find((each) => each.type === "event" && each.time > item.time)?.time ?? Infinity;
    const pulse = plot.pulses.find((each) => each.entry === item.entry);
    const rows = [["intended", `at ${timeWords(item.time)}, ${valueWords(pulse?.intensity ?? item.intensity)}`]];
    const end = Math.min(Math.max(item.time + item.duration, item.time + 0.03), next);
    const steps = plot.steps.filter((step, index) => (plot.steps[index + 1]?.time ?? Infinity) > item.time - 0.001 && step.time < end);
    for (const step of steps.slice(0, mostSteps)) rows.push(["sent", this.level(step, plot)]);
    if (steps.length > mostSteps) rows.push(["", `${steps.length - mostSteps} more levels`]);
    if (Number.isFinite(pulse?.feltTime)) {
      const delay = timeWords(pulse.feltTime - pulse.time);
      rows.push(["felt", `at ${timeWords(pulse.feltTime)}, ${delay} after its start, ${valueWords(pulse.feltStrength)}`]);
    }
    return element("dl", {}, ...rows.flatMap(([name, words]) => [element("dt", {}, name), element("dd", {}, words)]));
  }

  level(step, plot) {
    const strong = `${Math.round(step.strong * 100)} %`;
    const weak = plot.weak ? `, weak motor ${Math.round(step.weak * 100)} %` : "";
    const period = step.periodMilliseconds ? `, period ${step.periodMilliseconds} ms` : "";
    return `from ${timeWords(step.time)}: ${strong}${weak}${period}`;
  }
}
