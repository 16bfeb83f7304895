package import PreferenceFiles
package import TextDiagnostics

/// The reason why a file is not changed.
package enum EditRefusal: Error, Hashable, Sendable {
  /// The file has an error, before or after the edit.
  case broken(Finding)
  /// The key is written in a form that cannot be edited.
  case form(PreferenceKey, line: Int?, reason: String)
}

/// The text of a settings file. An edit changes one setting and keeps all other bytes.
///
/// Each edit is checked by reading the result: the key must have the new value, and all other settings must be
/// unchanged.
package struct PreferenceText: Equatable, Sendable {
  package let bytes: [UInt8]
  private let document: TOMLDocument

  /// - Throws: `.broken` if the text is not TOML.
  package init(_ bytes: [UInt8]) throws(EditRefusal) {
    self.bytes = bytes
    do throws(Refused) { document = try TOMLDocument.read(bytes) } catch { throw .broken(error.finding) }
  }

  package static func == (left: PreferenceText, right: PreferenceText) -> Bool { left.bytes == right.bytes }

  /// The settings in the text.
  package var file: PreferenceFile { PreferenceFile(document) }

  /// The text with a changed setting: at its place if it is already set, otherwise at the end of its table, otherwise
  /// in a new table at the end.
  ///
  /// - Throws: `.form` for a value with comments in it, for an inline table, and for a table of dotted keys below a
  ///   header; `.broken` if the file has another error.
  package func setting(_ key: PreferenceKey, to value: PreferenceValue) throws(EditRefusal) -> PreferenceText {
    guard let text = key.setting.kind.text(of: value) else {
      throw .form(key, line: nil, reason: "no file can set this value")
    }
    let lines = TextLines(bytes)
    let place = KeyPosition(of: key, in: document)
    let edit: TextEdit
    if let node = place.node {
      edit = try TextEdit.replacing(node, by: text, lines, key)
    } else {
      edit = try TextEdit.inserting("\(key.setting.name) = \(text)", at: place, in: document, lines, key)
    }
    return try changed(by: edit, key, at: place, to: value)
  }

  /// The text without a key. Keeps a comment in its line; removes a table that becomes empty. A key that is not set
  /// is not an error.
  ///
  /// - Throws: as for `setting`.
  package func removing(_ key: PreferenceKey) throws(EditRefusal) -> PreferenceText {
    let place = KeyPosition(of: key, in: document)
    guard let node = place.node else { return self }
    if place.isInBraces { throw .form(key, line: node.place.line, reason: "it is part of an inline table") }
    let edit = try TextEdit.removing(node, of: place.table, TextLines(bytes), key)
    return try changed(by: edit, key, at: place, to: nil)
  }

  /// The text without all known keys. Comments and unknown keys stay.
  package func removingAll() throws(EditRefusal) -> PreferenceText { try removing { _ in true } }

  /// The text without the keys of a table. Unknown keys stay. Keys that are not set are not an error.
  ///
  /// - Throws: as for `setting`, for the first key that cannot be removed.
  package func removing(_ branch: PreferenceBranch) throws(EditRefusal) -> PreferenceText {
    try removing(where: branch.contains)
  }

  private func removing(where isMeant: (PreferenceKey) -> Bool) throws(EditRefusal) -> PreferenceText {
    let file = file
    if let error = file.findings.first(where: { $0.severity == .error }) { throw .broken(error) }
    var text = self
    for assignment in file.assignments where isMeant(assignment.key) {
      do throws(EditRefusal) { text = try text.removing(assignment.key) } catch {
        // Reports the line in this text; it differs in the text from which other keys are already removed.
        guard case .form(let key, _, let reason) = error else { throw error }
        throw .form(key, line: assignment.place.line, reason: reason)
      }
    }
    return text
  }

  // MARK: Verification

  private func changed(
    by edit: TextEdit, _ key: PreferenceKey, at place: KeyPosition, to value: PreferenceValue?
  ) throws(EditRefusal) -> PreferenceText {
    let changed: PreferenceText
    var edited = bytes
    edited.apply([edit])
    do throws(EditRefusal) { changed = try PreferenceText(edited) } catch {
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
  /// All values except that of one key, by their paths. Empty tables are ignored.
  fileprivate func leaves(without path: [String]) -> [[String]: TOMLLeaf] {
    var leaves: [[String]: TOMLLeaf] = [:]
    for node in root { node.addLeaves(to: &leaves, below: []) }
    leaves[path] = nil
    return leaves
  }
}

/// A value without its position.
private indirect enum TOMLLeaf: Equatable {
  case value(TOMLValue)
  /// NaN, which is not equal to itself.
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
