// The values of events and points as numbers, in the inspector and in the table.
import { roundTime, roundValue, setTime, setValue } from "./edits.js";
import { milliseconds, valueWords } from "./words.js";

/** What has a unit is in milliseconds, and in seconds in the pattern. `isLong`: only vibrations have it. */
const time = { key: "time", label: "Time", unit: "ms", most: 3600000 };
export const eventFields = [
  time,
  { key: "duration", label: "Length", unit: "ms", most: 3600000, isLong: true },
  { key: "intensity", label: "Intensity", most: 1 },
  { key: "sharpness", label: "Sharpness", most: 1 },
  { key: "attack", label: "Attack", most: 1, isLong: true },
  { key: "decay", label: "Decay", most: 1, isLong: true },
  { key: "release", label: "Release", most: 1, isLong: true },
];
export const pointFields = [time, { key: "value", label: "Value", least: -1, most: 1 }];

/** The value of an item as a number to show. */
export function shownValue(item, { key, unit }) {
  return unit ? milliseconds(item[key]) : valueWords(item[key]);
}

/** The edit that sets a value of an item to a number as it is shown. */
export function setField(item, { key }, number) {
  if (key === "time") return setTime(item, number / 1000);
  if (key === "value") return setValue(item, roundValue(number));
  const value = key === "duration" ? Math.max(roundTime(number / 1000), 0.001) : roundValue(Math.min(Math.max(number, 0), 1));
  return { op: "set", entry: item.entry, key, value };
}
