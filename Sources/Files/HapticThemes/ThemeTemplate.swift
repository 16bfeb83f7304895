internal import AHAP
package import HapticPatterns
internal import TextDiagnostics

/// The files of a new theme: a table, and a pattern file for each feedback with which it begins.
package struct ThemeTemplate: Sendable {
  /// The files with their names in the folder of the theme; the table first.
  package let files: [(name: String, bytes: [UInt8])]

  /// - Parameters:
  ///   - name: the name of the theme, which is that of its folder.
  ///   - parent: the theme from which it inherits; nil for a built-in theme, which keeps its parent.
  ///   - feedbacks: the feedbacks to copy, with their patterns.
  package init(_ name: ShortName, parent: ShortName?, copying feedbacks: [ThemedFeedback]) {
    var entries: [String] = []
    var files: [(name: String, bytes: [UInt8])] = []
    for themed in feedbacks {
      let feedback = JSONText.quoted(themed.feedback.name.description)
      if themed.isSilent {
        entries.append(#"{ "Name": \#(feedback), "Silent": true }"#)
      } else {
        let file = Self.fileName(of: themed.feedback.name, besides: files.map(\.name))
        entries.append(#"{ "Name": \#(feedback), "Pattern": \#(JSONText.quoted(file)) }"#)
        files.append((file, AHAPFile(pattern: themed.feedback.pattern).write()))
      }
    }
    let members = [
      #""Name": \#(JSONText.quoted(name.description))"#,
      parent.map { #""Parent": \#(JSONText.quoted($0.description))"# },
      #""Feedbacks": [\#(JSONText.lines(entries, indentation: 4))]"#,
    ].compactMap(\.self)
    let table = "{\n  \(members.joined(separator: ",\n  "))\n}\n"
    self.files = [(ThemeTable.fileName, Array(table.utf8))] + files
  }

  /// Returns the name of a feedback as that of a visible file in one folder, with a number if another file has that name.
  private static func fileName(of feedback: ShortName, besides taken: [String]) -> String {
    let parts = feedback.description.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "-")
    let name = parts.hasPrefix(".") ? "-" + parts.dropFirst() : parts
    var file = name + ".ahap"
    var number = 1
    while taken.contains(file) {
      number += 1
      file = "\(name)-\(number).ahap"
    }
    return file
  }
}
