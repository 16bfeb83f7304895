/// Hours of the day in which only some categories play.
public struct QuietHours: Equatable, Sendable {
  /// Minutes since midnight, local time, 0..<1440; nil where there are no quiet hours. An end before the start is on the
  /// next day; an end at the start is a whole day later.
  public var start: Int?
  public var end: Int?
  /// The days on which quiet hours start.
  public var days = Weekday.everyDay
  /// What plays all the same: what a finger causes, and alarms, which were set for a reason.
  public var allowed: CategorySet = [.touch, .keyboard, .alarm, .accessibility]

  /// None.
  public init() {}

  public init(from start: Int, to end: Int) {
    self.start = start
    self.end = end
  }

  /// Whether a moment of local time is within them.
  ///
  /// - Parameter minute: since midnight, 0..<1440.
  public func contains(_ day: Weekday, minute: Int) -> Bool {
    guard let start, let end else { return false }
    let isOvernight = end <= start
    if days.contains(day), minute >= start, isOvernight || minute < end { return true }
    return isOvernight && days.contains(day.previous) && minute < end
  }
}

/// Days of the week.
public struct Weekday: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let sunday = Weekday(rawValue: 1)
  public static let monday = Weekday(rawValue: 2)
  public static let tuesday = Weekday(rawValue: 4)
  public static let wednesday = Weekday(rawValue: 8)
  public static let thursday = Weekday(rawValue: 16)
  public static let friday = Weekday(rawValue: 32)
  public static let saturday = Weekday(rawValue: 64)
  public static let everyDay = Weekday(rawValue: 127)

  /// In the order of the week in C, `tm_wday`.
  public static let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  /// The day with this number, 0...6 from Sunday, as `tm_wday` counts.
  public init(number: Int) { rawValue = 1 << UInt8(number % 7) }

  /// The day before; for single days.
  var previous: Weekday { self == .sunday ? .saturday : Weekday(rawValue: rawValue >> 1) }
}
