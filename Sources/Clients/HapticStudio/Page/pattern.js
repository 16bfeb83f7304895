// The entries of a pattern as things to select. An id is the number of an entry, or `entry.point` of a point of a curve.

/** The controls, with their ranges and the value that changes nothing. */
export const controls = {
  HapticIntensityControl: { name: "intensity", initial: 1, least: 0, most: 1 },
  HapticSharpnessControl: { name: "sharpness", initial: 0, least: -1, most: 1 },
  HapticAttackTimeControl: { name: "attack", initial: 0, least: -1, most: 1 },
  HapticDecayTimeControl: { name: "decay", initial: 0, least: -1, most: 1 },
  HapticReleaseTimeControl: { name: "release", initial: 0, least: -1, most: 1 },
};

/** A control's range; of a control of sound, 0 to 1. */
export function controlRule(control) {
  return controls[control] ?? { name: control.replace(/Control$/, ""), initial: 0, least: 0, most: 1 };
}

export const emptyModel = { duration: 0, isEndless: false, events: [], parameters: [], curves: [], sounds: [] };

/**
 * Everything that can be selected, by its id, in the order of time.
 * Each has `type` (event, parameter, point), `time` in seconds of the pattern, and what the model says of it.
 */
export function itemsOf(model) {
  const items = [];
  for (const event of model.events) items.push({ ...event, id: String(event.entry), type: "event" });
  for (const each of model.parameters) items.push({ ...each, id: String(each.entry), type: "parameter" });
  for (const curve of model.curves) {
    const { entry, control } = curve;
    for (const point of pointsOf(curve)) items.push({ ...point, type: "point", entry, curve, control });
  }
  items.sort((one, other) => one.time - other.time);
  return new Map(items.map((each) => [each.id, each]));
}

/** The points of a curve, with their ids and the times of the pattern. */
export function pointsOf({ entry, time, points }) {
  return points.map((each) => ({ id: `${entry}.${each.point}`, point: each.point, time: time + each.time, value: each.value }));
}

/** The end of an event in seconds, as it is drawn: one without an end lasts a second. */
export function eventEnd(event) {
  return event.time + (event.isEndless ? 1 : event.duration);
}

/** The time from the start of the first item to the end of the last one. */
export function extent(items) {
  return { from: items[0].time, to: Math.max(...items.map((each) => (each.type === "event" ? eventEnd(each) : each.time))) };
}

/** The end of everything that is drawn, in seconds. */
export function drawnEnd(model) {
  const items = [...itemsOf(model).values()];
  return items.length > 0 ? extent(items).to : 0;
}

/** The controls that the pattern uses, in a fixed order. */
export function usedControls(model) {
  const used = new Set([...model.curves, ...model.parameters].map((each) => each.control));
  return [...Object.keys(controls).filter((each) => used.delete(each)), ...used];
}

/**
 * A control over time as pieces: each curve or parameter is in force until the next one starts.
 * Each is {entry, from, points: [{id, time, value}]} with times of the pattern.
 */
export function controlPieces(model, control) {
  const pieces = model.curves.filter((each) => each.control === control).map((curve) => (
    { entry: curve.entry, from: curve.time, curve, points: pointsOf(curve) }));
  for (const each of model.parameters.filter((one) => one.control === control)) {
    pieces.push({ entry: each.entry, from: each.time, points: [{ id: String(each.entry), time: each.time, value: each.value }] });
  }
  return pieces.sort((one, other) => one.from - other.from);
}

/** The value of a control at a time. */
export function controlValue(pieces, control, time) {
  const piece = pieces.findLast((each) => each.from <= time);
  if (!piece || piece.points.length === 0) return controlRule(control).initial;
  const next = piece.points.findIndex((point) => point.time > time);
  if (next === 0) return piece.points[0].value;
  if (next < 0) return piece.points.at(-1).value;
  const [one, other] = [piece.points[next - 1], piece.points[next]];
  return one.value + (other.value - one.value) * (time - one.time) / (other.time - one.time);
}
