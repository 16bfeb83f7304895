// Dark or light: as the system, or as chosen.

const choices = ["system", "light", "dark"];
const words = { system: "as the system", light: "light", dark: "dark" };
const key = "hapticd-studio-colors";

export class Appearance {
  constructor(button, changed) {
    this.button = button;
    this.changed = changed;
    this.apply(choices.includes(localStorage.getItem(key)) ? localStorage.getItem(key) : "system");
    button.addEventListener("click", () => this.apply(choices[(choices.indexOf(this.choice) + 1) % choices.length]));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.changed());
  }

  apply(choice) {
    this.choice = choice;
    if (choice === "system") delete document.documentElement.dataset.colors;
    else document.documentElement.dataset.colors = choice;
    localStorage.setItem(key, choice);
    this.button.setAttribute("aria-label", `Colors: ${words[choice]}`);
    this.button.title = `Colors: ${words[choice]}`;
    this.changed();
  }
}
