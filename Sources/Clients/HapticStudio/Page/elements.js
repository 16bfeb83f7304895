// Elements of the page, made from a script.

export const at = (id) => document.getElementById(id);

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

/** A button that does not send a form. */
export function button(properties, ...contents) {
  return element("button", { type: "button", ...properties }, ...contents);
}

/** Moves the focus among elements by a step, from the last one to the first one; gives the next one. */
export function stepFocus(elements, step) {
  const next = elements[(elements.indexOf(document.activeElement) + step + elements.length) % elements.length];
  next.focus();
  return next;
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

/** Waits for the end of a dialog; gives the text with which it was closed, or null. */
export function result(box) {
  return new Promise((resolve) => box.addEventListener("close", () => resolve(box.returnValue || null)));
}

/** Asks a question; gives the key of the pressed button, or null. */
export function ask(title, message, answers) {
  const buttons = answers.map(({ key, words, isMain }) =>
    button({ className: isMain ? "main" : "", onclick: () => box.close(key) }, words));
  const box = dialog(title, [element("p", {}, message), element("div", { className: "row" }, ...buttons)]);
  return result(box);
}

/** Lets the browser save a text as a file. */
export function download(name, text, type = "application/json") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
