internal import TextDiagnostics

/// The values of a call, which must have the right types and be within their ranges.
package struct CallFields {
  private let members: [String: JSONValue]

  /// Reads the body of a call.
  package init(body: [UInt8], upTo limit: Int) throws(StudioError) {
    let document: JSONDocument
    do throws(Refused) {
      document = try JSONDocument(body, limits: FileLimits(maximumBytes: limit))
    } catch {
      throw .badRequest("the call is not JSON: \(error.finding.message)")
    }
    try self.init(document.root.value)
  }

  init(_ value: JSONValue) throws(StudioError) {
    guard case .object(let members) = value else { throw .badRequest("found \(value.kind); expected an object") }
    self.members = members
  }

  /// Whether there is a value other than null.
  func has(_ key: String) -> Bool { members[key].map { $0 != .null } ?? false }

  func value(_ key: String) throws(StudioError) -> JSONValue {
    guard let value = members[key], value != .null else { throw .badRequest("\(key) is missing") }
    return value
  }

  func text(_ key: String) throws(StudioError) -> String {
    guard case .string(let text) = try value(key) else { throw wrong(key, "a text") }
    return text
  }

  func optionalText(_ key: String) throws(StudioError) -> String? { has(key) ? try text(key) : nil }

  func number(_ key: String, in range: ClosedRange<Double>) throws(StudioError) -> Double {
    guard case .number(let number) = try value(key), range.contains(number) else {
      throw wrong(key, "a number from \(Quotation.number(range.lowerBound)) to \(Quotation.number(range.upperBound))")
    }
    return number
  }

  func optionalNumber(_ key: String, in range: ClosedRange<Double>) throws(StudioError) -> Double? {
    has(key) ? try number(key, in: range) : nil
  }

  /// Returns a whole number from 0.
  func index(_ key: String) throws(StudioError) -> Int {
    let number = try number(key, in: 0...Double(Int32.max))
    guard number == number.rounded() else { throw wrong(key, "a whole number") }
    return Int(number)
  }

  func flag(_ key: String) throws(StudioError) -> Bool {
    guard case .bool(let flag) = try value(key) else { throw wrong(key, "true or false") }
    return flag
  }

  func flag(_ key: String, default usual: Bool) throws(StudioError) -> Bool { has(key) ? try flag(key) : usual }

  /// Returns the elements of an array; none for a missing one.
  func list(_ key: String, atMost limit: Int) throws(StudioError) -> [JSONValue] {
    guard has(key) else { return [] }
    guard case .array(let elements) = try value(key) else { throw wrong(key, "a list") }
    guard elements.count <= limit else { throw .badRequest("\(key) has more than \(limit) elements") }
    return elements
  }

  /// Returns the texts of an array; none for a missing one.
  func texts(_ key: String, atMost limit: Int) throws(StudioError) -> [String] {
    try list(key, atMost: limit).map { value throws(StudioError) in
      guard case .string(let text) = value else { throw wrong(key, "a list of texts") }
      return text
    }
  }

  private func wrong(_ key: String, _ wanted: String) -> StudioError { .badRequest("\(key): expected \(wanted)") }
}
