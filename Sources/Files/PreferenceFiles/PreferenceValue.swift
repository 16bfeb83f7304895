package import HapticPatterns
package import HapticPreferences

/// The value of a key.
package enum PreferenceValue: Hashable, Sendable {
  /// The absence of an optional value: no theme, no quiet hours.
  case nothing
  case boolean(Bool)
  case strength(Intensity)
  case profile(Profile)
  case locality(Locality)
  case name(ShortName)
  case duration(Duration)
  case number(Double)
  /// A count, or minutes since midnight.
  case integer(Int)
  case days(Weekday)
  case categories(CategorySet)
}

/// A type of the properties of preferences that converts to and from values of keys.
protocol PreferenceRepresentable: Sendable {
  /// Nil if the value is of another type.
  init?(_ value: PreferenceValue)
  var preferenceValue: PreferenceValue { get }
}

extension Bool: PreferenceRepresentable {
  init?(_ value: PreferenceValue) {
    guard case .boolean(let flag) = value else { return nil }
    self = flag
  }
  var preferenceValue: PreferenceValue { .boolean(self) }
}

extension Intensity: PreferenceRepresentable {
  init?(_ value: PreferenceValue) {
    guard case .strength(let strength) = value else { return nil }
    self = strength
  }
  var preferenceValue: PreferenceValue { .strength(self) }
}

extension Profile: PreferenceRepresentable {
  init?(_ value: PreferenceValue) {
    guard case .profile(let profile) = value else { return nil }
    self = profile
  }
  var preferenceValue: PreferenceValue { .profile(self) }
}

extension Locality: PreferenceRepresentable {
  init?(_ value: PreferenceValue) {
    guard case .locality(let locality) = value else { return nil }
    self = locality
  }
  var preferenceValue: PreferenceValue { .locality(self) }
}

extension ShortName: PreferenceRepresentable {
  init?(_ value: PreferenceValue) {
    guard case .name(let name) = value else { return nil }
    self = name
  }
  var preferenceValue: PreferenceValue { .name(self) }
}

extension Duration: PreferenceRepresentable {
  init?(_ value: PreferenceValue) {
    guard case .duration(let duration) = value else { return nil }
    self = duration
  }
  var preferenceValue: PreferenceValue { .duration(self) }
}

extension Double: PreferenceRepresentable {
  init?(_ value: PreferenceValue) {
    guard case .number(let number) = value else { return nil }
    self = number
  }
  var preferenceValue: PreferenceValue { .number(self) }
}

extension Int: PreferenceRepresentable {
  init?(_ value: PreferenceValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
  var preferenceValue: PreferenceValue { .integer(self) }
}

extension Weekday: PreferenceRepresentable {
  init?(_ value: PreferenceValue) {
    guard case .days(let days) = value else { return nil }
    self = days
  }
  var preferenceValue: PreferenceValue { .days(self) }
}

extension CategorySet: PreferenceRepresentable {
  init?(_ value: PreferenceValue) {
    guard case .categories(let categories) = value else { return nil }
    self = categories
  }
  var preferenceValue: PreferenceValue { .categories(self) }
}

extension Optional: PreferenceRepresentable where Wrapped: PreferenceRepresentable {
  init?(_ value: PreferenceValue) {
    if value == .nothing {
      self = .none
    } else {
      guard let wrapped = Wrapped(value) else { return nil }
      self = .some(wrapped)
    }
  }
  var preferenceValue: PreferenceValue { self?.preferenceValue ?? .nothing }
}
