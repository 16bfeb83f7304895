// The line below the head: errors of the server, and what the user should know. Everything else stays usable.
import { button, element } from "./elements.js";
import { icon } from "./icons.js";

export class Notice {
  constructor(place) {
    this.place = place;
    this.key = null;
  }

  /** Shows {message, remedy}; `actions` are {words, run}. `key` names a notice that something else ends. */
  show({ message, remedy }, { actions = [], key = null } = {}) {
    this.key = key;
    const close = button({ className: "bare", ariaLabel: "Close", onclick: () => this.hide() }, icon("close"));
    const buttons = actions.map(({ words, run }) => button({ onclick: run }, words));
    const text = element("p", {}, element("b", {}, message), remedy ? ` ${remedy}` : "");
    this.place.replaceChildren(text, ...buttons, close);
    this.place.hidden = false;
  }

  /** Shows an error of a call. That the studio is gone has a notice of its own. */
  fail(error) {
    if (error.code !== "gone") this.show(error);
  }

  /** Hides the notice; with a key, only the one with that key. */
  hide(key = null) {
    if (key !== null && key !== this.key) return;
    this.place.hidden = true;
  }
}
