public import PreferenceFiles
internal import TextDiagnostics

/// A file of preferences as its owner wrote it, for changing one thing: all else stays as it is, byte for byte.
///
/// Each change is read back before it counts: the key says what it should, and everything else says what it said.
public struct PreferenceText: Equatable, Sendable {
  public let bytes: [UInt8]
  private let document: TOMLDocument

  /// - Throws: `.broken` where it is no TOML.
  public init(_ bytes: [UInt8]) throws(EditRefusal) {
    self.bytes = bytes
    do throws(Refused) { document = try TOMLDocument.read(bytes) } catch { throw .broken(error.finding) }
  }

  public static func == (left: PreferenceText, right: PreferenceText) -> Bool { left.bytes == right.bytes }

  /// What it says.
  public var file: PreferenceFile { PreferenceFile(document) }

  /// The text with a key set, in its place where it is said already, else at the end of its table, else at the end in a
  /// table of its own.
  ///
  /// - Throws: `.form` for a value with comments inside, a table in braces, and one of dotted keys; `.broken` where the
  ///   file has another mistake.
  public func setting(_ key: PreferenceKey, to value: PreferenceValue) throws(EditRefusal) -> PreferenceText {
    guard let text = key.setting.kind.text(of: value) else {
      throw .form(key, line: nil, reason: "no file can set this value")
    }
    let lines = TextLines(bytes)
    let place = Whereabouts(of: key, in: document)
    let edit: TextEdit
    if let node = place.node {
      edit = try TextEdit.replacing(node, by: text, lines, key)
    } else {
      edit = try TextEdit.inserting("\(key.setting.name) = \(text)", at: place, in: document, lines, key)
    }
    return try changed(by: edit, key, at: place, to: value)
  }

  /// The text without a key, which may not be there. A comment behind it stays; a table that has nothing else goes.
  ///
  /// - Throws: as for setting.
  public func removing(_ key: PreferenceKey) throws(EditRefusal) -> PreferenceText {
    let place = Whereabouts(of: key, in: document)
    guard let node = place.node else { return self }
    if place.isInBraces { throw .form(key, line: node.place.line, reason: "it is part of an inline table") }
    let edit = try TextEdit.removing(node, of: place.table, TextLines(bytes), key)
    return try changed(by: edit, key, at: place, to: nil)
  }

  /// The text without anything that is known: comments, and keys that mean nothing, stay.
  public func removingAll() throws(EditRefusal) -> PreferenceText { try removing { _ in true } }

  /// The text without the keys below a table, none of which may be there. Those that mean nothing stay.
  ///
  /// - Throws: as for setting; the first key that cannot be removed.
  public func removing(_ branch: PreferenceBranch) throws(EditRefusal) -> PreferenceText {
    try removing(where: branch.contains)
  }

  private func removing(where isMeant: (PreferenceKey) -> Bool) throws(EditRefusal) -> PreferenceText {
    let file = file
    if let error = file.findings.first(where: { $0.severity == .error }) { throw .broken(error) }
    var text = self
    for assignment in file.assignments where isMeant(assignment.key) {
      do throws(EditRefusal) { text = try text.removing(assignment.key) } catch {
        // Its line in this text; in the one that others were removed from it is another.
        guard case .form(let key, _, let reason) = error else { throw error }
        throw .form(key, line: assignment.line, reason: reason)
      }
    }
    return text
  }

  // MARK: Reading back

  private func changed(
    by edit: TextEdit, _ key: PreferenceKey, at place: Whereabouts, to value: PreferenceValue?
  ) throws(EditRefusal) -> PreferenceText {
    let changed: PreferenceText
    do throws(EditRefusal) { changed = try PreferenceText(edit.applied(to: bytes)) } catch {
      throw .form(
        key, line: place.node?.place.line, reason: "its table is written in a form that this command does not edit")
    }
    let file = changed.file
    if let error = file.findings.first(where: { $0.severity == .error }) { throw .broken(error) }
    let path = place.path + [key.setting.name]
    guard file.assignments.last(where: { $0.key == key })?.value == value,
      changed.document.leaves(without: path) == document.leaves(without: path)
    else { throw .form(key, line: place.node?.place.line, reason: "the edit would change other settings") }
    return changed
  }
}

extension TOMLDocument {
  /// Everything that it says but for one key: ways to values. Tables without any say nothing.
  fileprivate func leaves(without path: [String]) -> [[String]: TOMLLeaf] {
    var leaves: [[String]: TOMLLeaf] = [:]
    for node in root { node.addLeaves(to: &leaves, below: []) }
    leaves[path] = nil
    return leaves
  }
}

/// A value without its place.
private indirect enum TOMLLeaf: Equatable {
  case value(TOMLValue)
  /// Floats that are no number are equal to nothing.
  case notANumber
  case array([[[String]: TOMLLeaf]])
}

extension TOMLNode {
  fileprivate func addLeaves(to leaves: inout [[String]: TOMLLeaf], below path: [String]) {
    let path = path + [key]
    switch value {
    case .table(let children, _): for child in children { child.addLeaves(to: &leaves, below: path) }
    case .array(let items):
      leaves[path] = .array(
        items.map { item in
          var leaves: [[String]: TOMLLeaf] = [:]
          item.addLeaves(to: &leaves, below: [])
          return leaves
        })
    case .float(let number) where number.isNaN: leaves[path] = .notANumber
    default: leaves[path] = .value(value)
    }
  }
}
