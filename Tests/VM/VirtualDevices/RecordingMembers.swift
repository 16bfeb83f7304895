internal import CEvdev
internal import DeviceRecordings
package import HapticSystem
internal import TextDiagnostics

/// The members of an object that has exactly the known ones.
struct Members {
  private let node: JSONNode
  private let names: [String]
  private var taken: [String] = []

  init(_ node: JSONNode) throws(Remark) {
    self.node = node
    names = try node.members().map(\.key)
  }

  mutating func take(_ key: String) throws(Remark) -> JSONNode {
    guard let member = takeIfPresent(key) else {
      throw node.remark("no \"\(key)\"", remedy: "add it, or \(Recording.remedy)")
    }
    return member
  }

  mutating func takeIfPresent(_ key: String) -> JSONNode? {
    taken.append(key)
    return node[key]
  }

  mutating func text(_ key: String) throws(Remark) -> String { try take(key).text() }

  /// - Throws: a remark about the first unknown member.
  func finish() throws(Remark) {
    for name in names where !taken.contains(name) {
      throw Remark(
        "\(Quotation.quoted(name)) is unknown", at: .key(.member(of: node.path, name)),
        remedy: Spelling.nearest(to: name, among: taken).map { "did you mean \"\($0)\"?" } ?? "remove it")
    }
  }
}

// The values of a recording; each other value is a mistake.
extension JSONNode {
  /// The members of an object, sorted by their keys.
  func members() throws(Remark) -> [(key: String, value: JSONNode)] {
    guard case .object(let members) = value else { throw mistake("an object", "{ ... }") }
    return members.sorted { $0.key < $1.key }.map { ($0, JSONNode($1, at: .member(of: path, $0))) }
  }

  func list() throws(Remark) -> [JSONNode] {
    guard let elements else { throw mistake("an array", "[ ... ]") }
    return elements
  }

  func text() throws(Remark) -> String {
    guard case .string(let text) = value else { throw mistake("a text", "\"...\"") }
    return text
  }

  func integer(in range: ClosedRange<Int>) throws(Remark) -> Int {
    guard case .number(let number) = value, let integer = Int(exactly: number), range.contains(integer) else {
      throw remark(
        "expected a whole number from \(range.lowerBound) to \(range.upperBound)", remedy: "write such a number")
    }
    return integer
  }

  /// An id of the kernel.
  func id() throws(Remark) -> UInt16 {
    guard case .string(let text) = value, let id = UInt16(hexadecimal: text) else {
      throw mistake("an id", "four hexadecimal digits, such as \"0x054c\"")
    }
    return id
  }

  /// - Throws: a remark if there is no such code, or if it is in `others`.
  func code(
    named name: String, _ family: CodeFamily, at place: Remark.Place, notIn others: [UInt16]
  ) throws(Remark) -> UInt16 {
    guard let code = family.code(named: name) else {
      throw Remark(
        "\(Quotation.quoted(name)) is no code of \(family.rawValue)", at: place,
        remedy: "write a name of linux/input-event-codes.h, or a number such as \"0x1\"")
    }
    if others.contains(code) {
      throw Remark("\(Quotation.quoted(name)) is there twice", at: place, remedy: "remove one")
    }
    return code
  }

  private func mistake(_ wanted: String, _ example: String) -> Remark {
    remark("found \(value.kind); expected \(wanted)", remedy: "write \(example)")
  }
}

extension CodeFamily {
  /// The code with this name or number, or nil if there is none.
  func code(named name: String) -> UInt16? {
    if name.hasPrefix("0x") { return UInt16(hexadecimal: name).flatMap { $0 <= last ? $0 : nil } }
    let code =
      switch self {
      case .event: unsafe libevdev_event_type_from_name(name)
      case .property: unsafe libevdev_property_from_name(name)
      case .key, .axis, .effect: unsafe libevdev_event_code_from_name(type, name)
      }
    return UInt16(exactly: code)
  }

  private var last: Int32 {
    switch self {
    case .event: EV_MAX
    case .key: KEY_MAX
    case .axis: ABS_MAX
    case .effect: FF_MAX
    case .property: INPUT_PROP_MAX
    }
  }
}

extension UInt16 {
  /// The number of a text such as `0x1f`, without a sign; nil for another text.
  init?(hexadecimal text: String) {
    guard text.hasPrefix("0x"), !text.contains("+"), !text.contains("-") else { return nil }
    self.init(text.dropFirst(2), radix: 16)
  }
}

extension UploadAnswer {
  init?(_ text: String) {
    switch text {
    case "accepted": self = .accepted
    case "not tried": self = .notTried
    default:
      guard let error = Errno(symbol: text) else { return nil }
      self = .refused(error)
    }
  }
}

extension Errno {
  package init?(symbol: String) {
    guard let number = (1...4095).first(where: { Errno(rawValue: $0).symbol == symbol }) else { return nil }
    self.init(rawValue: number)
  }
}
