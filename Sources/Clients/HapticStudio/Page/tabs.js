// The tabs of the details, by pointer and arrow keys.
import { at, stepFocus } from "./elements.js";

export class Tabs {
  constructor(desk, list) {
    Object.assign(this, { desk, list });
    this.tabs = [...list.querySelectorAll("[role=tab]")];
    for (const tab of this.tabs) tab.addEventListener("click", () => this.show(tab.id.slice(4)));
    list.addEventListener("keydown", (event) => this.key(event));
    this.show("findings");
  }

  show(name) {
    for (const tab of this.tabs) {
      const isShown = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", isShown);
      tab.tabIndex = isShown ? 0 : -1;
      at(tab.getAttribute("aria-controls")).hidden = !isShown;
    }
    this.desk.signals.emit("pane");
  }

  key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) this.show(stepFocus(this.tabs.filter((tab) => tab.offsetParent !== null), step).id.slice(4));
  }
}
