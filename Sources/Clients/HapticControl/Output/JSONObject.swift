internal import JSONEncoding

/// An object in JSON, with each key beside its value; hapticctl-json(7) has the keys. Keys without a value are omitted, the
/// others keep their order.
package struct JSONObject: Encodable, Sendable, ExpressibleByDictionaryLiteral {
  package typealias Value = (any Encodable & Sendable)?

  private var members: [(key: String, value: any Encodable & Sendable)] = []

  package init(dictionaryLiteral members: (String, Value)...) {
    self.members = members.compactMap { key, value in value.map { (key, $0) } }
  }

  package subscript(key: String) -> Value {
    get { members.first { $0.key == key }?.value }
    set {
      members.removeAll { $0.key == key }
      if let newValue { members.append((key, newValue)) }
    }
  }

  package func with(_ others: JSONObject) -> JSONObject {
    var all = self
    for (key, value) in others.members { all[key] = value }
    return all
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONKey.self)
    for (key, value) in members { try container.encode(value, forKey: JSONKey(key)) }
  }
}

extension JSONObject {
  /// Adds timestamps of CLOCK_MONOTONIC in nanoseconds, with the two keys `nameMonotonicNanoseconds` and `nameTime`;
  /// none for nil.
  func with(moments: KeyValuePairs<String, Int64?>, _ clock: WallClock) -> JSONObject {
    var all = self
    for (name, moment) in moments {
      all["\(name)MonotonicNanoseconds"] = moment
      all["\(name)Time"] = moment.map { clock.dateAndTime(monotonicNanoseconds: $0) }
    }
    return all
  }
}

extension Numeric {
  /// The number; nil for zero.
  package var nonZero: Self? { self == .zero ? nil : self }
}
