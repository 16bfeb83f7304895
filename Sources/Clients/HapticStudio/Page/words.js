// Numbers and results as words.

/** A time in milliseconds, with at most one decimal. */
export function milliseconds(seconds) {
  return String(Math.round(seconds * 10000) / 10);
}

export function timeWords(seconds) {
  return `${milliseconds(seconds)} ms`;
}

/** A value with two decimals. */
export function valueWords(value) {
  return String(Math.round(value * 1000) / 1000);
}

export function kindWord(item) {
  if (item.type === "event") return item.kind === "transient" ? "tap" : "vibration";
  return item.type === "point" ? "point" : "parameter";
}

/** The name of a motor in few words: `gpio-vibrator` of `device 1, gpio-vibrator`, `lra` of a typical one. */
export function motorName(title) {
  return title.replace(/^device \d+, /, "").split(",")[0];
}

/** The result of an event on a motor in one or two words. */
export const resultWords = {
  kept: "in time", gradual: "gradual", delayed: "late", merged: "merged", lost: "not felt", short: "too short", alike: "feels alike",
};

/** Results that a user should look at. */
export const isTrouble = (result) => ["delayed", "merged", "lost", "short", "alike"].includes(result);

/** The color of a result. */
export const resultColor = (result) => (["lost", "merged", "delayed"].includes(result) ? `var(--${result})` : "var(--warning)");

/** A sentence or a part of one, with a capital letter. */
export const capitalized = (words) => words[0].toUpperCase() + words.slice(1);

/** An item in a sentence, for the screen reader. */
export function itemWords(item, place, count) {
  const where = `${kindWord(item)}${place ? ` ${place} of ${count}` : ""} at ${timeWords(item.time)}`;
  if (item.type !== "event") return `${where}, value ${valueWords(item.value)}`;
  const length = item.kind === "continuous" ? (item.isEndless ? ", without an end" : `, ${timeWords(item.duration)} long`) : "";
  return `${where}${length}, intensity ${valueWords(item.intensity)}, sharpness ${valueWords(item.sharpness)}`;
}
