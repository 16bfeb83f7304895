// The list of keys.
import { keyboard } from "./keys.js";
import { button, dialog, element } from "./elements.js";

export class HelpDialog {
  open() {
    const tables = keyboard.map((group) => this.table(group));
    const close = button({ className: "main", onclick: () => box.close() }, "Close");
    const box = dialog("Keyboard", [
      element("p", {}, "On the time line. A step is the grid, or 1 ms without it. Hold Alt while dragging to leave the grid."),
      element("div", { className: "keys" }, ...tables),
      element("div", { className: "row" }, close),
    ]);
    box.classList.add("wide");
    box.querySelector("h2").tabIndex = -1;
    box.querySelector("h2").focus();
  }

  table({ title, rows }) {
    const lines = rows.map((row) => element("tr", {}, this.keys(row.keys[0]), element("td", {}, row.words)));
    return element("table", {}, element("caption", {}, title), element("tbody", {}, ...lines));
  }

  keys(combination) {
    const parts = combination === "+" ? ["+"] : combination.split("+");
    return element("td", {}, ...parts.flatMap((part, index) => [...(index > 0 ? [" "] : []), element("kbd", {}, words[part] ?? part)]));
  }
}

const words = { Left: "←", Right: "→", Up: "↑", Down: "↓" };
