// Elements of the page, made from a script.

/** An element with properties, `data` attributes and ARIA attributes, and contents. */
export function element(tag, properties = {}, ...contents) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith("aria") || key === "role") made.setAttribute(key.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`), value);
    else if (key === "data") Object.assign(made.dataset, value);
    else made[key] = value;
  }
  made.append(...contents.filter((each) => each !== null && each !== undefined));
  return made;
}

/** Opens a dialog, which is removed when it closes. */
export function dialog(title, contents) {
  const heading = element("h2", { id: "dialog-title" }, title);
  const box = element("dialog", { ariaLabelledby: "dialog-title" }, element("div", {}, heading, ...contents));
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/** Asks a question; gives the key of the pressed button, or null. */
export function ask(title, message, answers) {
  return new Promise((resolve) => {
    const buttons = answers.map(({ key, words, isMain }) =>
      element("button", { type: "button", className: isMain ? "main" : "", data: { key } }, words));
    const box = dialog(title, [element("p", {}, message), element("div", { className: "row" }, ...buttons)]);
    let answer = null;
    for (const button of buttons) {
      button.addEventListener("click", () => {
        answer = button.dataset.key;
        box.close();
      });
    }
    box.addEventListener("close", () => resolve(answer));
  });
}

/** Lets the browser save a text as a file. */
export function download(name, text, type = "application/json") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
