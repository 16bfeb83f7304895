// The keyboard: one table for the keys and for the help.

/** A step, or ten with Shift. */
const by = (event, step) => (event.shiftKey ? 10 * step : step);

/** Groups of {keys, words, run(desk, event)}. `keys` are as `combination` writes them; the first one is shown. */
export const keyboard = [
  {
    title: "Selection",
    rows: [
      { keys: [",", "Ctrl+Left"], words: "previous event or point; with Shift, adds it",
        run: (desk, event) => desk.selection.step(-1, event.shiftKey) },
      { keys: [".", "Ctrl+Right"], words: "next event or point; with Shift, adds it",
        run: (desk, event) => desk.selection.step(1, event.shiftKey) },
      { keys: ["C"], words: "go from the events to the curves, and back", run: (desk) => desk.selection.nextLane() },
      { keys: ["Ctrl+A"], words: "select everything", run: (desk) => desk.selection.chooseAll() },
      { keys: ["Escape"], words: "select nothing; then, play everything", run: (desk) => desk.selection.clear() },
      { keys: ["Enter"], words: "edit the values of the selection as numbers", run: (desk) => desk.inspector.focus() },
    ],
  },
  {
    title: "Change",
    rows: [
      { keys: ["Left"], words: "earlier by a step; with Shift, ten", run: (desk, event) => desk.commands.nudge({ steps: by(event, -1) }) },
      { keys: ["Right"], words: "later by a step; with Shift, ten", run: (desk, event) => desk.commands.nudge({ steps: by(event, 1) }) },
      { keys: ["Up"], words: "stronger by 0.01; with Shift, 0.1", run: (desk, event) => desk.commands.nudge({ amount: by(event, 0.01) }) },
      { keys: ["Down"], words: "weaker by 0.01; with Shift, 0.1", run: (desk, event) => desk.commands.nudge({ amount: by(event, -0.01) }) },
      { keys: ["Alt+Right"], words: "longer by a step; with Shift, ten", run: (desk, event) => desk.commands.lengthen(by(event, 1)) },
      { keys: ["Alt+Left"], words: "shorter by a step; with Shift, ten", run: (desk, event) => desk.commands.lengthen(by(event, -1)) },
      { keys: ["Alt+Up"], words: "sharper by 0.01; with Shift, 0.1", run: (desk, event) => desk.commands.nudge({ amount: by(event, 0.01), key: "sharpness" }) },
      { keys: ["Alt+Down"], words: "duller by 0.01; with Shift, 0.1", run: (desk, event) => desk.commands.nudge({ amount: by(event, -0.01), key: "sharpness" }) },
      { keys: ["Delete", "Backspace"], words: "delete the selection", run: (desk) => desk.commands.remove() },
    ],
  },
  {
    title: "Add, at the cursor",
    rows: [
      { keys: ["T"], words: "a tap", run: (desk) => desk.commands.addTap() },
      { keys: ["V"], words: "a vibration", run: (desk) => desk.commands.addVibration() },
      { keys: ["P"], words: "a point of the curve that C has chosen", run: (desk) => desk.commands.addPoint() },
      { keys: ["Ctrl+D"], words: "a copy of the selection after it", run: (desk) => desk.commands.duplicate() },
      { keys: ["Ctrl+C"], words: "copy; Ctrl+X cuts, Ctrl+V pastes at the cursor", run: null },
    ],
  },
  {
    title: "Time",
    rows: [
      { keys: ["Left"], words: "without a selection: move the cursor", run: null },
      { keys: ["Home"], words: "cursor to the start", run: (desk) => desk.setCursor(0) },
      { keys: ["End"], words: "cursor to the end", run: (desk) => desk.setCursor(desk.end) },
      { keys: ["I"], words: "start of the range to play, at the cursor", run: (desk) => desk.markRange("from") },
      { keys: ["O"], words: "end of the range to play, at the cursor", run: (desk) => desk.markRange("to") },
      { keys: ["S"], words: "range to play of the selection", run: (desk) => desk.rangeOfChosen() },
      { keys: ["G"], words: "switch snapping on or off", run: (desk) => desk.switchSnap() },
      { keys: ["+", "="], words: "zoom in", run: (desk) => desk.zoom(1.5) },
      { keys: ["-"], words: "zoom out", run: (desk) => desk.zoom(1 / 1.5) },
      { keys: ["0"], words: "show everything", run: (desk) => desk.fit() },
      { keys: ["Z"], words: "show the selection or the range", run: (desk) => desk.fitChosen() },
    ],
  },
  {
    title: "Play and compare",
    rows: [
      { keys: ["Space"], words: "play, or stop; the range if there is one", run: (desk) => desk.player.toggle() },
      { keys: ["L"], words: "loop on or off", run: (desk) => desk.player.switchLoop() },
      { keys: ["R"], words: "next rate of playing", run: (desk) => desk.player.nextRate() },
      { keys: ["B"], words: "the other version; the first time, a copy of this one", run: (desk) => desk.swapVersions() },
      { keys: ["M"], words: "choose motors", run: (desk) => desk.motorMenu.open() },
    ],
  },
  {
    title: "Everywhere",
    isGlobal: true,
    rows: [
      { keys: ["Ctrl+Z"], words: "undo", run: (desk) => desk.editor.undo() },
      { keys: ["Ctrl+Shift+Z", "Ctrl+Y"], words: "redo", run: (desk) => desk.editor.redo() },
      { keys: ["Ctrl+S"], words: "save", run: (desk) => desk.files.save() },
      { keys: ["Ctrl+O"], words: "open a file of this computer", run: (desk) => desk.files.choose() },
      { keys: ["Ctrl+E"], words: "export", run: (desk) => desk.exports.open() },
      { keys: ["F6"], words: "next part of the page; with Shift, the previous one", run: (desk, event) => desk.nextRegion(event.shiftKey ? -1 : 1) },
      { keys: ["?", "F1"], words: "this list", run: (desk) => desk.help.open() },
    ],
  },
];

const names = { ArrowLeft: "Left", ArrowRight: "Right", ArrowUp: "Up", ArrowDown: "Down", " ": "Space" };
/** Keys in which Shift means a larger step, and is not a part of the combination. */
const steps = ["Left", "Right", "Up", "Down", ",", "."];

/** A key with its modifiers, such as `Ctrl+Shift+Z`. */
function combination(event) {
  const physical = { Comma: ",", Period: "." }[event.code];
  const key = physical ?? names[event.key] ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key);
  const isLetter = /^[A-Z]$/.test(key);
  const hasShift = event.shiftKey && (isLetter || key.length > 1) && !steps.includes(key) && key !== "F6";
  return [event.ctrlKey || event.metaKey ? "Ctrl+" : "", event.altKey ? "Alt+" : "", hasShift ? "Shift+" : "", key].join("");
}

const isField = (element) => element.matches?.("input, select, textarea") ?? false;

export class Keys {
  constructor(desk, stage) {
    this.desk = desk;
    stage.addEventListener("keydown", (event) => this.press(event, keyboard.filter((group) => !group.isGlobal)));
    document.addEventListener("keydown", (event) => this.press(event, keyboard.filter((group) => group.isGlobal)));
    // Firefox sends these to the body, whatever has the focus, if no text is selected.
    for (const action of ["copy", "cut", "paste"]) {
      document.addEventListener(action, (event) => {
        if (stage.contains(document.activeElement)) desk.clipboard[action](event);
      });
    }
  }

  press(event, groups) {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const key = combination(event);
    if (isField(event.target) && ["?", "Space"].includes(key)) return;
    for (const row of groups.flatMap((group) => group.rows)) {
      if (!row.run || !row.keys.includes(key)) continue;
      event.preventDefault();
      row.run(this.desk, event);
      return;
    }
  }
}
