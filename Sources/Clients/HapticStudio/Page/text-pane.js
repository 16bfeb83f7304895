// The AHAP text. Typing changes the graph, and the graph changes the text; the order of the entries stays.
import { button, element } from "./elements.js";

const lineHeight = 18;
const padding = 8;

export class TextPane {
  constructor(desk, pane, showPane) {
    Object.assign(this, { desk, pane, showPane });
    this.area = element("textarea", { spellcheck: false, wrap: "off", autocomplete: "off", ariaLabel: "AHAP text" });
    this.lines = element("pre", { className: "lines", ariaHidden: true });
    this.band = element("div", { className: "band", hidden: true });
    this.mistake = element("div", { className: "mistake", hidden: true });
    this.words = element("p", { role: "status" });
    const onclick = () => desk.editor.change("sorting", () => [{ op: "sort" }], { choose: () => [] });
    const sort = button({ title: "Order the entries by time; otherwise their order stays", onclick }, "Sort by time");
    const editor = element("div", { className: "editor" }, this.band, this.mistake, this.lines, this.area);
    pane.append(editor, element("div", { className: "text-tools" }, this.words, sort));
    this.area.addEventListener("input", () => desk.editor.replaceText(this.area.value, { label: "typing", kind: "typing" }));
    this.area.addEventListener("beforeinput", (event) => this.keepHistory(event));
    this.area.addEventListener("scroll", () => this.place());
    this.area.addEventListener("keyup", (event) => event.key !== "Escape" && this.chooseAtCaret());
    this.area.addEventListener("pointerup", () => this.chooseAtCaret());
    desk.timeline.returnFrom(this.area);
    desk.signals.on(["text", "model", "chosen", "versions", "pane"], () => this.update());
  }

  /** The history of the page has all steps, also those of the graph; the one of the field has not. */
  keepHistory(event) {
    if (event.inputType === "historyUndo") this.desk.editor.undo();
    else if (event.inputType === "historyRedo") this.desk.editor.redo();
    else return;
    event.preventDefault();
  }

  update() {
    if (this.pane.hidden) return;
    const { document } = this.desk;
    if (this.area.value !== document.text) this.write(document.text);
    const count = document.text.split("\n").length;
    if (count !== this.count) this.lines.textContent = Array.from({ length: count }, (_, line) => line + 1).join("\n");
    this.count = count;
    this.mark(document);
    this.place();
  }

  /** Replaces the text of the field and keeps the caret and the place. */
  write(text) {
    const { selectionStart, selectionEnd, scrollTop, scrollLeft } = this.area;
    this.area.value = text;
    this.area.setSelectionRange(Math.min(selectionStart, text.length), Math.min(selectionEnd, text.length));
    [this.area.scrollTop, this.area.scrollLeft] = [scrollTop, scrollLeft];
  }

  mark(document) {
    const error = document.findings.find((each) => each.severity === "error");
    this.words.textContent = error ? `Line ${error.line}: ${error.message}${error.remedy ? `; ${error.remedy}` : ""}` : "";
    this.words.className = error ? "error" : "";
    this.errorLine = error?.line;
    const chosen = document.chosenItems;
    this.chosenLines = document.isBroken || chosen.length === 0 ? null : this.linesOf(document, chosen[0]);
  }

  linesOf(document, item) {
    const entry = item.curve ?? item;
    if (entry.start === undefined) return null;
    return { first: lineAt(document.text, entry.start), last: lineAt(document.text, entry.end) };
  }

  place() {
    const top = padding - this.area.scrollTop;
    this.lines.style.marginTop = `${-this.area.scrollTop}px`;
    this.mistake.hidden = !this.errorLine;
    if (this.errorLine) this.mistake.style.top = `${top + (this.errorLine - 1) * lineHeight}px`;
    this.band.hidden = !this.chosenLines;
    if (!this.chosenLines) return;
    this.band.style.top = `${top + this.chosenLines.first * lineHeight}px`;
    this.band.style.height = `${(this.chosenLines.last - this.chosenLines.first + 1) * lineHeight}px`;
    if (document.activeElement !== this.area && this.chosenLines !== this.revealed) {
      this.revealed = this.chosenLines;
      this.revealLine(this.chosenLines.first);
    }
  }

  revealLine(line) {
    const place = line * lineHeight;
    const { scrollTop, clientHeight } = this.area;
    if (place < scrollTop + 20 || place > scrollTop + clientHeight - 80) this.area.scrollTop = Math.max(place - clientHeight / 3, 0);
  }

  /** The event at the caret is selected. */
  chooseAtCaret() {
    const caret = this.area.selectionStart;
    const { document } = this.desk;
    if (document.isBroken) return;
    const isHere = ({ start, end }) => start <= caret && caret <= end;
    const ids = [...document.items.values()].filter((each) => isHere(each.curve ?? each)).map((each) => each.id);
    if (ids.join() !== [...document.chosen].join()) this.desk.editor.choose(ids);
  }

  /** Shows the pane with the caret at an offset. */
  show(offset) {
    this.showPane("text");
    this.area.focus();
    this.area.setSelectionRange(offset, offset);
    this.scrollTo(offset);
  }

  scrollTo(offset) {
    if (!this.pane.hidden) this.revealLine(lineAt(this.area.value, offset));
  }
}

/** The line of an offset, from 0. */
const lineAt = (text, offset) => text.slice(0, offset).split("\n").length - 1;
