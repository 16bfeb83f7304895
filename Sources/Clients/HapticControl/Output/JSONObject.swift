/// An object in JSON, with each key beside its value; hapticctl-json(7) has the keys. Keys without a value are omitted.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  typealias Value = (any Encodable)?

  private var members: [String: any Encodable] = [:]

  init(dictionaryLiteral members: (String, (any Encodable)?)...) {
    for (key, value) in members { self[key] = value }
  }

  subscript(key: String) -> (any Encodable)? {
    get { members[key] }
    set { members[key] = newValue }
  }

  /// Adds the keys of another object.
  func with(_ others: JSONObject) -> JSONObject {
    var all = self
    all.members.merge(others.members) { _, new in new }
    return all
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (key, value) in members { try container.encode(value, forKey: Name(stringValue: key)) }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension JSONObject {
  /// A timestamp with the two keys `nameMonotonicNanoseconds` and `nameTime`; empty for nil.
  static func moment(_ name: String, _ monotonicNanoseconds: Int64?, _ clock: WallClock) -> JSONObject {
    guard let monotonicNanoseconds else { return [:] }
    return [
      "\(name)MonotonicNanoseconds": monotonicNanoseconds,
      "\(name)Time": clock.dateAndTime(monotonicNanoseconds: monotonicNanoseconds),
    ]
  }
}

extension Numeric {
  /// The number; nil for zero.
  var nonZero: Self? { self == .zero ? nil : self }
}
