// The model as it will be after edits, so that what the pointer holds follows it before the server has answered.

/** A copy of the model with edits of the op `set`, and added events at the end. */
export function modelAfter(model, edits) {
  const result = {
    ...model,
    events: model.events.slice(), parameters: model.parameters.slice(),
    curves: model.curves.map((curve) => ({ ...curve, points: curve.points.slice() })),
  };
  for (const edit of edits) {
    if (edit.op === "set") set(result, edit);
    else if (edit.op === "add" && edit.intensity !== undefined) result.events.push({ ...edit, duration: edit.duration ?? 0.03, entry: -1 });
  }
  return result;
}

function set(model, { entry, point, key, value }) {
  if (point !== undefined) {
    const curve = model.curves.find((each) => each.entry === entry);
    if (curve) replace(curve.points, (each) => each.point === point, key, value);
    return;
  }
  const isEntry = (each) => each.entry === entry;
  replace(model.events, isEntry, key, value);
  replace(model.parameters, isEntry, key, value);
  replace(model.curves, isEntry, key, value);
}

function replace(list, isSought, key, value) {
  const index = list.findIndex(isSought);
  if (index < 0) return;
  list[index] = { ...list[index], [key]: value };
  if (key === "duration") list[index].isEndless = false;
}
