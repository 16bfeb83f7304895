/// Hours of the day in which only some categories play.
public struct QuietHours: Equatable, Sendable {
  /// The start and the end, in minutes since midnight of local time, 0..<1440; nil without quiet hours. An end before
  /// the start is on the next day; an end equal to the start is a day later.
  public var start: Int?
  public var end: Int?
  /// The days on which quiet hours start.
  public var days = Weekday.everyDay
  /// The categories that play: reactions to touch, and alarms, which the user has set on purpose.
  public var allowed: CategorySet = [.touch, .keyboard, .alarm, .accessibility]

  /// No quiet hours.
  public init() {}

  /// Quiet hours on all days, with the default categories. Both times are in minutes since midnight, 0..<1440.
  public init(from start: Int, to end: Int) {
    self.start = start
    self.end = end
  }

  /// Whether quiet hours include a time of day.
  ///
  /// - Parameter minute: the minutes since midnight, 0..<1440.
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

  /// The names in the order of `tm_wday` in C.
  public static let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  /// The day with this number, 0...6 from Sunday, as in `tm_wday`; larger numbers count modulo 7.
  public init(number: Int) { rawValue = 1 << UInt8(number % 7) }

  /// The previous day; valid for single days.
  var previous: Weekday { self == .sunday ? .saturday : Weekday(rawValue: rawValue >> 1) }
}
