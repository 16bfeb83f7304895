// The motors to compute for: the one at hand and typical ones, up to three side by side.
import { element, stepFocus } from "./elements.js";
import { motorName } from "./words.js";

const most = 3;

export class Motors {
  constructor() {
    this.list = [];
    this.chosen = ["lra"];
    this.present = null;
  }

  /** Takes over the list of the server; the motor at hand is chosen at first. */
  adopt({ motors, present, message }) {
    const isFirst = this.list.length === 0;
    Object.assign(this, { list: motors, present, message });
    this.chosen = this.chosen.filter((key) => motors.some((each) => each.key === key));
    if (isFirst || this.chosen.length === 0) this.chosen = [present];
  }

  /** Adds or removes a motor; the first of too many goes. */
  toggle(key) {
    if (this.chosen.includes(key)) this.chosen = this.chosen.filter((each) => each !== key);
    else this.chosen = [...this.chosen, key].slice(-most);
    const places = this.list.map((each) => each.key);
    this.chosen.sort((one, other) => places.indexOf(one) - places.indexOf(other));
  }

  /** The device to play on: the first chosen one, else the daemon's choice. */
  get device() {
    return this.chosen.find((key) => this.list.find((each) => each.key === key)?.isDevice) ?? null;
  }
}

export class MotorMenu {
  constructor(desk, button, menu) {
    Object.assign(this, { desk, button, menu });
    button.addEventListener("click", () => this.toggle());
    menu.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointerdown", (event) => !menu.parentElement.contains(event.target) && this.close());
    desk.signals.on(["motors"], () => this.update());
  }

  toggle() { return this.menu.hidden ? this.open() : this.close(); }

  open() {
    this.menu.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.menu.querySelector("input:checked, input")?.focus();
  }

  close() {
    if (this.menu.hidden) return;
    this.menu.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
  }

  key(event) {
    if (event.key === "Escape") {
      this.close();
      this.desk.timeline.stage.focus();
      event.preventDefault();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    stepFocus([...this.menu.querySelectorAll("input")], step);
  }

  update() {
    const { motors } = this.desk;
    const focused = document.activeElement?.dataset?.key;
    const names = motors.list.filter((each) => motors.chosen.includes(each.key)).map((each) => motorName(each.title));
    this.button.lastChild.textContent = names.join(" · ") || "No motor";
    this.button.setAttribute("aria-label", `Motors: ${names.join(", ") || "none"}`);
    const rows = motors.list.map((motor) => this.row(motor));
    const note = element("p", {}, motors.message ?? "Up to three, side by side. A device plays; a typical motor is computed only.");
    this.menu.replaceChildren(...rows, note);
    if (focused) this.menu.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  row(motor) {
    const { motors } = this.desk;
    const input = element("input", { type: "checkbox", checked: motors.chosen.includes(motor.key), data: { key: motor.key } });
    input.addEventListener("change", () => {
      motors.toggle(motor.key);
      this.desk.signals.emit("motors");
      this.desk.editor.refresh();
    });
    const title = motor.title + (motor.isDevice && motor.key === motors.present ? " (at hand)" : "");
    return element("label", {}, input, element("span", {}, title), element("small", {}, motor.words));
  }
}
