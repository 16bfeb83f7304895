// Lists of edits for the server, made of what the user does with a selection.
import { controlPieces, controlRule } from "./pattern.js";

/** Times are written in tenths of a millisecond, values in thousandths. */
export const roundTime = (value) => Math.round(value * 10000) / 10000;
export const roundValue = (value) => Math.round(value * 1000) / 1000;
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

/** Moves the items by `seconds`, and their value by `amount`: the intensity of events or what `key` names. */
export function move(items, { seconds = 0, amount = 0, key = "intensity" }) {
  const edits = [];
  if (seconds !== 0) edits.push(...moveTimes(items, Math.max(seconds, -earliest(items))));
  if (amount !== 0) for (const item of items) edits.push(...moveValue(item, amount, key));
  return edits;
}

/** The time of the first item. */
export function earliest(items) {
  return Math.min(...items.map((each) => each.time));
}

function moveTimes(items, seconds) {
  const edits = [];
  const points = items.filter((each) => each.type === "point");
  const whole = wholeCurves(points);
  const wholeEntries = new Set(whole.map((each) => each.entry));
  for (const { entry, time } of whole) edits.push({ op: "set", entry, key: "time", value: roundTime(Math.max(time + seconds, 0)) });
  for (const item of items) {
    if (item.type !== "point") edits.push({ op: "set", entry: item.entry, key: "time", value: roundTime(item.time + seconds) });
    else if (!wholeEntries.has(item.entry)) edits.push(movePoint(item, seconds, points));
  }
  return edits;
}

/** The curves of which all points are among `points`. */
function wholeCurves(points) {
  const groups = [...Map.groupBy(points, (each) => each.entry).values()];
  return groups.filter((group) => group.length === group[0].curve.points.length).map((group) => group[0].curve);
}

/** A point stays between its neighbors. */
function movePoint(item, seconds, moving) {
  const isMoving = (point) => moving.some((each) => each.entry === item.entry && each.point === point.point);
  const others = item.curve.points.filter((point) => !isMoving(point));
  const own = item.curve.points.find((point) => point.point === item.point).time;
  const before = Math.max(0, ...others.filter((point) => point.time <= own && point.point < item.point).map((point) => point.time));
  const after = Math.min(3600, ...others.filter((point) => point.time >= own && point.point > item.point).map((point) => point.time));
  return { op: "set", entry: item.entry, point: item.point, key: "time", value: roundTime(clamp(own + seconds, before, after)) };
}

function moveValue(item, amount, key) {
  if (item.type === "event") {
    const value = roundValue(clamp(item[key] + amount, 0, 1));
    return value === item[key] ? [] : [{ op: "set", entry: item.entry, key, value }];
  }
  const rule = controlRule(item.control);
  return [setValue(item, roundValue(clamp(item.value + amount, rule.least, rule.most)))];
}

/** Sets the value of a point or a parameter. */
export function setValue(item, value) {
  const edit = { op: "set", entry: item.entry, key: "value", value };
  return item.type === "point" ? { ...edit, point: item.point } : edit;
}

/** Sets the time of an item, in seconds of the pattern. */
export function setTime(item, time) {
  if (item.type !== "point") return { op: "set", entry: item.entry, key: "time", value: roundTime(Math.max(time, 0)) };
  return movePoint(item, time - item.time, [item]);
}

/** Makes the vibrations of the items longer by `seconds`. */
export function lengthen(items, seconds) {
  return items.filter((each) => each.kind === "continuous").map((each) => ({
    op: "set", entry: each.entry, key: "duration", value: roundTime(Math.max((each.isEndless ? 1 : each.duration) + seconds, 0.001)),
  }));
}

/** Removes the items, the last ones first, so that the numbers of the others stay. A curve without points goes as well. */
export function remove(items) {
  const entries = new Set(items.filter((each) => each.type !== "point").map((each) => each.entry));
  const points = items.filter((each) => each.type === "point");
  for (const { entry } of wholeCurves(points)) entries.add(entry);
  const rest = points.filter((each) => !entries.has(each.entry)).sort((one, other) => other.point - one.point);
  return [
    ...rest.map((each) => ({ op: "remove", entry: each.entry, point: each.point })),
    ...[...entries].sort((one, other) => other - one).map((entry) => ({ op: "remove", entry })),
  ];
}

/** Adds an event. */
export function addEvent({ kind, time, duration, intensity, sharpness, attack, decay, release }) {
  const edit = { op: "add", kind, time: roundTime(time), intensity: roundValue(intensity), sharpness: roundValue(sharpness) };
  if (kind === "continuous") edit.duration = roundTime(duration);
  for (const [key, value] of Object.entries({ attack, decay, release })) if (value) edit[key] = value;
  return edit;
}

/** Adds a point to the curve in force at `time`, or a parameter after a parameter, or a first curve. */
export function addPoint(model, control, time, value) {
  const piece = controlPieces(model, control).findLast((each) => each.from <= time);
  if (piece?.curve) return { op: "add", entry: piece.entry, point: true, time: roundTime(time - piece.from), value: roundValue(value) };
  if (piece) return { op: "add", kind: "parameter", control, time: roundTime(time), value: roundValue(value) };
  return addCurve(control, [{ time, value }]);
}

/** Adds a curve; the times of the points are those of the pattern. */
export function addCurve(control, points) {
  const start = points[0].time;
  return {
    op: "add", kind: "curve", control, time: roundTime(start),
    points: points.map((each) => ({ time: roundTime(each.time - start), value: roundValue(each.value) })),
  };
}

/** What `addEvent` and `addCurve` need to add the items again, `seconds` later. Points become curves of their own. */
export function copies(items, seconds) {
  const edits = items.filter((each) => each.type === "event").map((each) => addEvent({ ...each, time: Math.max(each.time + seconds, 0) }));
  for (const each of items.filter((one) => one.type === "parameter")) {
    const time = roundTime(Math.max(each.time + seconds, 0));
    edits.push({ op: "add", kind: "parameter", control: each.control, time, value: each.value });
  }
  const points = Map.groupBy(items.filter((each) => each.type === "point"), (each) => each.entry);
  for (const group of points.values()) {
    edits.push(addCurve(group[0].control, group.map((each) => ({ time: Math.max(each.time + seconds, 0), value: each.value }))));
  }
  return edits;
}
