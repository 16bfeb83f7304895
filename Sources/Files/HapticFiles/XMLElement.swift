internal import TextDiagnostics

struct XMLElement {
  let name: String
  /// The offset in the text, in bytes.
  let offset: Int
  let attributes: [(name: String, value: String)]
  var children: [XMLElement] = []
  /// The offset of text in the element that is not whitespace; nil if there is none.
  var text: Int?
  /// The path from the root: `vibration-effect.waveform-effect.waveform-entry[3]`.
  let key: String

  var place: Remark.Place { .byte(offset, key: key) }

  func remark(_ message: String, remedy: String) -> Remark { Remark(message, at: place, remedy: remedy) }

  subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

  /// Warns about attributes that are not in `known`, and about text.
  func warnOfMore(than known: [String], _ report: inout DiagnosticReport) {
    for attribute in attributes where !known.contains(attribute.name) {
      report.warn(
        "\(Quotation.quoted(attribute.name)) is unknown; ignored", at: place,
        remedy: Spelling.remedy(for: attribute.name, among: known))
    }
    if let text {
      report.warn("unexpected text; ignored", at: .byte(text, key: key), remedy: "remove it")
    }
  }
}
