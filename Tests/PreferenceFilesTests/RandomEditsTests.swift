import HapticPatterns
import HapticPreferences
import PreferenceEditing
import Testing
import TextDiagnostics

@testable import PreferenceFiles

/// Random changes of random files.
@Suite struct RandomEditsTests {
  @Test(arguments: 0..<8) func `a random edit changes its key and nothing else`(seed: UInt64) throws {
    var author = Author(seed: seed)
    for _ in 0..<150 {
      let (key, value) = author.assignment()
      let before = author.file()
      let text = try PreferenceText(before)
      let former = text.file
      #expect(!former.isRefused, "\(String(decoding: before, as: UTF8.self))")
      let said = former.assignments.first { $0.key == key }
      do throws(EditRefusal) {
        let after = try text.setting(key, to: value)
        check(after.file, former, key, value)
        let kept = common(before, after.bytes)
        let most = said.map { key.setting.kind.longestText(of: $0.value) } ?? 0
        #expect(kept >= before.count - most, "\(key) in \(String(decoding: before, as: UTF8.self))")
        let reset = try after.removing(key)
        check(reset.file, former, key, nil)
        if said == nil, author.hasNoTable(of: key, in: before) {
          // A last line without an end gets one; where it is the only one, nothing tells which.
          let ends = [[], author.lineEnd, Array("\n".utf8)]
          #expect(ends.contains { reset.bytes == before + $0 }, "\(key)")
        }
      } catch {
        guard case .form = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
  }

  private func check(
    _ file: PreferenceFile, _ former: PreferenceFile, _ key: PreferenceKey, _ value: PreferenceValue?
  ) {
    var expected = Dictionary(former.assignments.map { ($0.key, $0.value) }) { $1 }
    expected[key] = value
    #expect(Dictionary(file.assignments.map { ($0.key, $0.value) }) { $1 } == expected)
    #expect(file.findings.map(\.key) == former.findings.map(\.key))
  }

  /// The number of equal bytes at both ends.
  private func common(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let most = min(left.count, right.count)
    let prefix = (0..<most).first { left[$0] != right[$0] } ?? most
    let (leftEnd, rightEnd) = (left.count - 1, right.count - 1)
    let suffix = (0..<(most - prefix)).first { (index: Int) -> Bool in left[leftEnd - index] != right[rightEnd - index]
    }
    return prefix + (suffix ?? most - prefix)
  }
}

extension PreferenceKind {
  /// As an author writes it, at most: items of lists each on a line of their own.
  fileprivate func longestText(of value: PreferenceValue) -> Int { (text(of: value)?.utf8.count ?? 0) * 2 + 40 }
}

/// Writes files as different people do.
private struct Author {
  private var state: UInt64
  var lineEnd: [UInt8] = Array("\n".utf8)

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func number(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func pick<Element>(_ all: [Element]) -> Element { all[number(all.count)] }

  static let names: [ShortName] = ["org.example.Game", "x", "Ä \"quoted\" \\ name", "a b"]

  mutating func key() -> PreferenceKey {
    switch number(4) {
    case 0: pick(PreferenceKey.all(of: .application, named: pick(Self.names)))
    case 1: pick(PreferenceKey.all(of: .device, named: pick(Self.names)))
    default: pick(PreferenceKey.general)
    }
  }

  mutating func assignment() -> (PreferenceKey, PreferenceValue) {
    let key = key()
    return (key, value(key.setting.kind))
  }

  mutating func value(_ kind: PreferenceKind) -> PreferenceValue {
    switch kind {
    case .boolean: .boolean(number(2) == 0)
    case .automatic: number(3) == 0 ? .nothing : .boolean(number(2) == 0)
    case .strength: .strength(Intensity(Double(number(201)) / 200))
    case .deadband: .strength(Intensity(Double(number(181)) / 200))
    case .profile: .profile(pick(Profile.allCases))
    case .locality: .locality(pick(Locality.allCases))
    case .theme: .name(pick(Self.names.filter(\.isFolderName)))
    case .duration(let limits):
      .duration(limits.lowerBound + .microseconds(number(limits.microseconds)))
    case .rate: .number(Double(1 + number(4000)) / 4)
    case .count: .integer(1 + number(1000))
    case .timeOfDay: number(5) == 0 ? .nothing : .integer(number(1440))
    case .days: .days(Weekday(rawValue: UInt8(number(128))))
    case .categories: .categories(CategorySet(rawValue: UInt8(number(128))))
    }
  }

  /// A file with some keys, comments, keys that are not known, tables in several forms and orders.
  mutating func file() -> [UInt8] {
    lineEnd = Array((number(4) == 0 ? "\r\n" : "\n").utf8)
    var said: [PreferenceKey: PreferenceValue] = [:]
    for _ in 0..<number(12) {
      let (key, value) = assignment()
      said[key] = value
    }
    var lines = number(2) == 0 ? ["# words of mine = [x]"] : []
    let top = said.keys.filter { $0.setting.table == .general }
    for key in top { lines += line(key.setting.name, key, said[key]!) }
    if number(4) == 0 { lines.append("unknown.thing = { a = [1, \"#\"], b = \"] ä\" }") }
    var tables: [String: [PreferenceKey]] = [:]
    for key in said.keys where key.setting.table != .general { tables[header(key), default: []].append(key) }
    for (header, keys) in tables.sorted(by: { $0.key < $1.key }) {
      lines += table(header, keys, said, isAtTop: !lines.contains { $0.hasPrefix("[") })
    }
    if number(3) == 0 { lines += ["", "[odd.table]", "touch = 5 # not that", "strength = \"x\""] }
    var text: [UInt8] = number(8) == 0 ? [0xef, 0xbb, 0xbf] : []
    text += lines.map { Array($0.utf8) }.joined(separator: lineEnd)
    if number(4) > 0 { text += lineEnd }
    return text
  }

  private mutating func table(
    _ header: String, _ keys: [PreferenceKey], _ said: [PreferenceKey: PreferenceValue], isAtTop: Bool
  ) -> [String] {
    if isAtTop, number(3) == 0 { return keys.flatMap { line("\(header).\($0.setting.name)", $0, said[$0]!) } }
    if isAtTop, number(4) == 0 {
      let pairs = keys.map { "\($0.setting.name) = \($0.setting.kind.text(of: said[$0]!)!)" }
      return ["\(header) = { \(pairs.joined(separator: ", ")) }"]
    }
    var lines = (number(2) == 0 ? [""] : []) + (number(4) == 0 ? ["# about \(header)"] : [])
    lines.append("[\(header)]" + (number(5) == 0 ? "  # here" : ""))
    for key in keys { lines += line(key.setting.name, key, said[key]!) }
    if number(6) == 0 { lines.append("\t# the end") }
    return lines
  }

  private func header(_ key: PreferenceKey) -> String {
    guard key.setting.table.isNamed else { return key.setting.table.name }
    return "\(key.setting.table.name).\(TOMLText.quoted(String(decoding: key.name.utf8, as: UTF8.self)))"
  }

  private mutating func line(_ name: String, _ key: PreferenceKey, _ value: PreferenceValue) -> [String] {
    var text = key.setting.kind.text(of: value)!
    if text.hasPrefix("["), number(3) == 0 {
      let newline = String(decoding: lineEnd, as: UTF8.self)
      text = "[\(newline)  " + text.dropFirst().split(separator: ", ").joined(separator: ",\(newline)  ")
    }
    let comment = number(4) == 0 ? " # ä \"x\"" : ""
    return [pick(["", "", "  ", "\t"]) + name + pick([" = ", "=", "\t=  "]) + text + comment]
      + (number(6) == 0 ? ["# a comment"] : []) + (number(8) == 0 ? [""] : [])
  }

  /// Whether a table must be made for the key.
  func hasNoTable(of key: PreferenceKey, in file: [UInt8]) -> Bool {
    key.setting.table != .general && !String(decoding: file, as: UTF8.self).contains(header(key))
  }
}

extension ClosedRange<Duration> {
  fileprivate var microseconds: Int { Int((upperBound - lowerBound) / .microseconds(1)) }
}
