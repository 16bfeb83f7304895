// Takes over a new analysis of a sound without losing what was edited by hand: a three-way merge of events and curves.
import { addCurve, addEvent } from "./edits.js";
import { pointsOf } from "./pattern.js";

/** A new event this near to one made or deleted by hand is left out, in seconds. */
const nearSeconds = 0.01;

const eventKeys = ["kind", "time", "duration", "intensity", "sharpness", "attack", "decay", "release"];
// The text has fewer digits than an analysis: compared are milliseconds and thousandths.
const plain = (value) => (typeof value === "number" ? value.toFixed(3) : value);
const eventKey = (each) => eventKeys.map((key) => plain(each[key])).join();
const curveKey = (each) => [each.control, each.time, ...each.points.flatMap((point) => [point.time, point.value])].map(plain).join();

/**
 * The edits that take `mine` to the new analysis.
 *
 * `base` is the model of the former analysis, `mine` the present model, `theirs` that of the new analysis. What is in
 * `mine` as in `base` is replaced; what differs was edited by hand and stays; what is missing was deleted by hand.
 */
export function mergeEdits(base, mine, theirs) {
  const events = merged(base.events, mine.events, theirs.events, eventKey);
  const curves = merged(base.curves, mine.curves, theirs.curves, curveKey);
  const taken = [...events.byHand, ...events.deleted].map((each) => each.time);
  const added = events.added.filter((each) => !taken.some((time) => Math.abs(time - each.time) < nearSeconds));
  const handControls = new Set([...curves.byHand, ...curves.deleted].map((each) => each.control));
  const addedCurves = curves.added.filter((each) => !handControls.has(each.control));
  const removed = [...events.obsolete, ...curves.obsolete.filter((each) => !handControls.has(each.control))].map((each) => each.entry);
  return [
    ...removed.sort((one, other) => other - one).map((entry) => ({ op: "remove", entry })),
    ...added.map((each) => addEvent(each)),
    ...addedCurves.map((each) => addCurve(each.control, pointsOf(each))),
  ];
}

function merged(base, mine, theirs, key) {
  const [baseKeys, myKeys, theirKeys] = [base, mine, theirs].map((list) => new Set(list.map(key)));
  return {
    byHand: mine.filter((each) => !baseKeys.has(key(each))),
    deleted: base.filter((each) => !myKeys.has(key(each))),
    obsolete: mine.filter((each) => baseKeys.has(key(each)) && !theirKeys.has(key(each))),
    added: theirs.filter((each) => !baseKeys.has(key(each)) && !myKeys.has(key(each))),
  };
}
