package import HapticPatterns
package import HapticPreferences

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

  /// What the case contains; nil for `nothing`.
  fileprivate var content: (any Sendable)? {
    switch self {
    case .nothing: nil
    case .boolean(let flag): flag
    case .strength(let strength): strength
    case .profile(let profile): profile
    case .locality(let locality): locality
    case .name(let name): name
    case .duration(let duration): duration
    case .number(let number): number
    case .integer(let number): number
    case .days(let days): days
    case .categories(let categories): categories
    }
  }
}

/// A type of the properties of preferences that converts to and from values of keys.
protocol PreferenceRepresentable: Sendable {
  /// Nil if the value is of another type.
  init?(_ value: PreferenceValue)
  var preferenceValue: PreferenceValue { get }
}

extension PreferenceRepresentable {
  init?(_ value: PreferenceValue) {
    guard let content = value.content as? Self else { return nil }
    self = content
  }
}

extension Bool: PreferenceRepresentable { var preferenceValue: PreferenceValue { .boolean(self) } }
extension Intensity: PreferenceRepresentable { var preferenceValue: PreferenceValue { .strength(self) } }
extension Profile: PreferenceRepresentable { var preferenceValue: PreferenceValue { .profile(self) } }
extension Locality: PreferenceRepresentable { var preferenceValue: PreferenceValue { .locality(self) } }
extension ShortName: PreferenceRepresentable { var preferenceValue: PreferenceValue { .name(self) } }
extension Duration: PreferenceRepresentable { var preferenceValue: PreferenceValue { .duration(self) } }
extension Double: PreferenceRepresentable { var preferenceValue: PreferenceValue { .number(self) } }
extension Int: PreferenceRepresentable { var preferenceValue: PreferenceValue { .integer(self) } }
extension Weekday: PreferenceRepresentable { var preferenceValue: PreferenceValue { .days(self) } }
extension CategorySet: PreferenceRepresentable { var preferenceValue: PreferenceValue { .categories(self) } }

extension Optional: PreferenceRepresentable where Wrapped: PreferenceRepresentable {
  init?(_ value: PreferenceValue) {
    let wrapped = Wrapped(value)
    guard wrapped != nil || value == .nothing else { return nil }
    self = wrapped
  }
  var preferenceValue: PreferenceValue { self?.preferenceValue ?? .nothing }
}
