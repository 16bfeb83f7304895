// What the parts of the page share: the shown pattern, the view, the cursor and the range.
import { at } from "./elements.js";
import { drawnEnd, extent } from "./pattern.js";

/** The parts of the page for F6. */
const regionNames = [
  "stage", "inspector", "tabs", "pane-table", "pane-text", "pane-findings", "pane-why", "pane-library", "library", "tools", "head",
];
const focusable = "[tabindex='0'], button:not([disabled]):not([tabindex='-1']), input, textarea, select";

export class Desk {
  constructor() {
    this.cursor = 0;
    this.range = null;
    this.width = 800;
  }

  get document() { return this.versions.shown; }
  get end() { return Math.max(drawnEnd(this.document.shownModel), this.sound.shown?.duration ?? 0); }

  /** Says something to the screen reader. */
  say(words) {
    this.live.textContent = words;
  }

  /** Calls the server; null after an error, which is shown. */
  async call(name, body) {
    try {
      return await this.server.call(name, body);
    } catch (error) {
      this.notice.fail(error);
      return null;
    }
  }

  // MARK: View and time

  setCursor(time) {
    this.cursor = Math.max(time, 0);
    this.view.reveal(this.cursor);
    this.signals.emit("cursor");
  }

  setRange(range) {
    this.range = range;
    this.signals.emit("cursor");
  }

  /** Sets the start or the end of the range at the cursor. */
  markRange(side) {
    const range = { from: 0, to: this.end, ...this.range, [side]: this.cursor };
    if (range.to <= range.from) return this.say("The end would be before the start");
    this.setRange(range);
    this.say(`Range of ${Math.round((range.to - range.from) * 1000)} ms`);
  }

  /** Sets the range to the selection, to play or loop it. */
  rangeOfChosen() {
    const items = this.document.chosenItems;
    if (items.length === 0) return this.say("Nothing is selected");
    const { from, to } = extent(items);
    this.setRange({ from, to: Math.max(to, from + 0.02) });
    this.say("Range of the selection");
  }

  zoom(factor, around = this.visibleCenter()) { this.view.zoom(factor, around); }

  /** Shows everything, with what is felt after the end. */
  fit() {
    const felt = this.document.plots.map((plot) => plot.pulses.at(-1)?.feltTime ?? 0);
    this.view.fit(Math.max(this.end, ...felt) + 0.06);
  }

  fitChosen() {
    const items = this.document.chosenItems;
    if (items.length === 0 && !this.range) return this.fit();
    const { from, to } = items.length > 0 ? extent(items) : this.range;
    this.view.show(from, to);
  }

  visibleCenter() {
    const isVisible = this.cursor >= this.view.from && this.cursor <= this.view.to;
    return isVisible ? this.cursor : (this.view.from + this.view.to) / 2;
  }

  switchSnap() {
    this.snap.change({ isOn: !this.snap.isOn });
    this.say(this.snap.isOn ? "Snapping on" : "Snapping off");
  }

  swapVersions() {
    this.versions.swap();
    this.editor.refresh();
    this.say(`Version ${this.versions.letter}`);
  }

  /** Moves the focus to the next part of the page. */
  nextRegion(direction) {
    const regions = regionNames.map(at).filter((each) => each.offsetParent !== null);
    const present = regions.findIndex((each) => each.contains(document.activeElement));
    for (let count = 1; count <= regions.length; count++) {
      const region = regions[(present + direction * count + regions.length * 2) % regions.length];
      const target = region.matches("[tabindex='0']") ? region : region.querySelector(focusable);
      if (target) return target.focus();
    }
  }
}
