// The icons of buttons, as paths of 16 × 16.
const paths = {
  new: "M4 1.5h5l3 3V14.5H4zM8 7v5M5.5 9.5h5",
  open: "M1.5 13V3.5h4.5l1.5 2h7V13z",
  save: "M2.5 2.5h9l2 2v9h-11zM5 2.5v4h5.5v-4M5 13.5V9.5h6v4",
  share: "M8 10V1.5M5 4.5l3-3 3 3M3 8v6h10V8",
  undo: "M6 3L2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H6",
  redo: "M10 3l3.5 3.5L10 10M13 6.5H6.5a4 4 0 0 0 0 8H10",
  appearance: "M8 1.5a6.5 6.5 0 1 0 0 13zM8 1.5a6.5 6.5 0 0 1 0 13",
  help: "M1.5 4.5h13v8h-13zM4 7h.1M6.7 7h.1M9.3 7h.1M12 7h.1M5 10h6",
  play: "M4 2.5v11l9.5-5.5z",
  stop: "M3.5 3.5h9v9h-9z",
  loop: "M4 5h7a3 3 0 0 1 3 3M12 11H5a3 3 0 0 1-3-3M9.5 2.5L12 5 9.5 7.5M6.5 8.5L4 11l2.5 2.5",
  tap: "M8 13.5V6M8 6a2 2 0 1 0 0-.1M3 13.5h10",
  vibration: "M3 13.5v-6a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v6M1.5 13.5h13",
  delete: "M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9.5h6.6l.7-9.5M6.7 7v4.5M9.3 7v4.5",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  fit: "M2 5V2.5h3M14 5V2.5h-3M2 11v2.5h3M14 11v2.5h-3M4.5 8h7",
  motor: "M5.5 2.5h5v11h-5zM3 5v6M13 5v6M1 6.5v3M15 6.5v3",
  close: "M4 4l8 8M12 4l-8 8",
  lost: "M4 4l8 8M12 4l-8 8",
  merged: "M3.5 3.5v4a4.5 4.5 0 0 0 9 0v-4",
  delayed: "M2 8h11M9.5 4.5L13 8l-3.5 3.5",
  warning: "M8 2L15 14H1zM8 6.5v3.5M8 12v.1",
  error: "M8 1.5a6.5 6.5 0 1 0 .1 0M8 4.5V9M8 11.5v.1",
  fine: "M3 8.5l3.5 3.5L13.5 4.5",
  alike: "M3 6h10M3 10h10",
  short: "M8 3v10M4.5 8h-3M14.5 8h-3",
  sound: "M2 8h1M5 5v6M8 2v12M11 5v6M14 7.5v1",
  file: "M4 1.5h5l3 3V14.5H4z",
};

/** An icon as an SVG element. Icons have no name of their own: the button has one. */
export function icon(name, color) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", paths[name] ?? "");
  path.setAttribute("fill", name === "play" || name === "stop" ? "currentColor" : "none");
  path.setAttribute("stroke", color ?? "currentColor");
  path.setAttribute("stroke-width", "1.5");
  path.setAttribute("stroke-linecap", "round");
  path.setAttribute("stroke-linejoin", "round");
  svg.append(path);
  return svg;
}

/** Puts the icons of `data-icon` into the buttons of the page. */
export function drawIcons() {
  for (const element of document.querySelectorAll("[data-icon]")) element.prepend(icon(element.dataset.icon));
}
