// Says which parts of the state have changed. Listeners run once after all changes of a turn.

/** The names are text, model, plots, draft, chosen, view, cursor, motors, files, sound, snap, versions, pane and colors. */
export class Signals {
  constructor() {
    this.listeners = [];
    this.pending = new Set();
  }

  /** Calls `listener(names)` when one of `names` has changed. */
  on(names, listener) {
    this.listeners.push({ names, listener });
  }

  emit(...names) {
    if (this.pending.size === 0) queueMicrotask(() => this.deliver());
    for (const name of names) this.pending.add(name);
  }

  deliver() {
    const changed = this.pending;
    this.pending = new Set();
    for (const { names, listener } of this.listeners) {
      if (names.some((name) => changed.has(name))) listener(changed);
    }
  }
}
