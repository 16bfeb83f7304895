// The line below the head: errors of the server, and what the user should know. Everything else stays usable.
import { element } from "./elements.js";
import { icon } from "./icons.js";

export class Notice {
  constructor(place) {
    this.place = place;
    this.key = null;
  }

  /** Shows {message, remedy}; `actions` are {words, run}. `key` names a notice that something else ends. */
  show({ message, remedy }, { actions = [], key = null, isNote = false } = {}) {
    this.key = key;
    const close = element("button", { type: "button", className: "bare", ariaLabel: "Close" }, icon("close"));
    close.addEventListener("click", () => this.hide());
    const buttons = actions.map(({ words, run }) => {
      const button = element("button", { type: "button" }, words);
      button.addEventListener("click", run);
      return button;
    });
    const text = element("p", {}, element("b", {}, message), remedy ? ` ${remedy}` : "");
    this.place.replaceChildren(text, ...buttons, close);
    this.place.classList.toggle("note", isNote);
    this.place.hidden = false;
  }

  /** Hides the notice; with a key, only the one with that key. */
  hide(key = null) {
    if (key !== null && key !== this.key) return;
    this.place.hidden = true;
  }
}
