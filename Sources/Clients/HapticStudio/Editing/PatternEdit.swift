package import HapticPatterns

/// A change that the page makes to a pattern.
package enum PatternEdit: Equatable, Sendable {
  /// Sets a value of an entry: of an event, a parameter or a curve.
  case set(entry: Int, EntryKey, EditValue)
  /// Sets a value of a point of a curve.
  case setPoint(entry: Int, point: Int, PointKey, Double)
  /// Adds the only event, parameter or curve of a pattern.
  case add(Pattern)
  case addPoint(entry: Int, time: Double, value: Double)
  case remove(entry: Int)
  case removePoint(entry: Int, point: Int)
  /// Sorts the entries by time; those of the same time keep their order.
  case sort
}

/// A value of an entry that can be set.
package enum EntryKey: String, CaseIterable, Sendable {
  case time, duration, intensity, sharpness, attack, decay, release, sustained, kind, control, value
}

package enum PointKey: String, Sendable {
  case time, value
}

/// A value to set: a number, or a name.
package enum EditValue: Equatable, Sendable {
  case number(Double)
  case name(String)
}
