// Every change of a text, for undo without limit. A step keeps only the characters that it replaced.

/** Changes of the same kind within this time are one step, such as the repetitions of a key. */
const joiningMilliseconds = 900;

/** The shortest replacement that makes `after` of `before`; null if they are equal. */
function difference(before, after) {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let rest = 0;
  while (rest < most - start && before.charCodeAt(before.length - 1 - rest) === after.charCodeAt(after.length - 1 - rest)) rest++;
  return { start, removed: before.slice(start, before.length - rest), inserted: after.slice(start, after.length - rest) };
}

export class History {
  constructor() {
    this.steps = [];
    this.at = 0;
  }

  get canUndo() { return this.at > 0; }
  get canRedo() { return this.at < this.steps.length; }
  get undoLabel() { return this.steps[this.at - 1]?.label; }
  get redoLabel() { return this.steps[this.at]?.label; }

  /** Records a change. `kind` joins repeated changes; without it each is a step of its own. */
  record({ label, kind, before, after, chosenBefore, chosenAfter }) {
    const last = this.steps[this.at - 1];
    const now = performance.now();
    const isJoined = kind && last?.kind === kind && this.at === this.steps.length && now - last.moment < joiningMilliseconds;
    const origin = isJoined ? restored(before, last) : before;
    const change = difference(origin, after);
    this.steps.length = isJoined ? this.at - 1 : this.at;
    if (change) {
      this.steps.push({
        ...change, label, kind, moment: now, chosenBefore: isJoined ? last.chosenBefore : chosenBefore, chosenAfter,
      });
    }
    this.at = this.steps.length;
  }

  /** The text and the selection before the last step; null at the beginning. */
  undo(text) {
    if (!this.canUndo) return null;
    const step = this.steps[--this.at];
    return { text: restored(text, step), chosen: step.chosenBefore, label: step.label };
  }

  /** The text and the selection after the next step; null at the end. */
  redo(text) {
    if (!this.canRedo) return null;
    const step = this.steps[this.at++];
    const rest = text.slice(step.start + step.removed.length);
    return { text: text.slice(0, step.start) + step.inserted + rest, chosen: step.chosenAfter, label: step.label };
  }
}

function restored(text, step) {
  return text.slice(0, step.start) + step.removed + text.slice(step.start + step.inserted.length);
}
