internal import TextDiagnostics

/// Converts an error message of the TOML parser to a finding.
struct SyntaxMistake {
  private let words: String
  private let place: TextPlace

  init(_ words: String, _ place: TextPlace) {
    self.words = words
    self.place = place
  }

  var finding: Finding {
    Finding(.error, place, message: "invalid TOML: " + Quotation.shown(words, upTo: Self.longest), remedy: remedy)
  }

  /// The maximum length of the quoted message; the parser's messages have up to 512 bytes.
  private static let longest = 240

  /// The remedy for the usual mistake behind a message.
  private var remedy: String {
    for (sign, remedy) in Self.remedies where words.utf8.contains(Array(sign.utf8)) { return remedy }
    return "expected a value such as \"60%\", 40, true or [\"alarm\"], see hapticd.toml(5)"
  }

  private static let remedies = [
    ("redefine existing", "set each key once, and keep each table in one place"),
    ("could not determine value type", "put words into quotation marks, except true and false"),
    ("parsing time", "write the time as a string: \"22:00\""),
    ("parsing date", "write the time as a string: \"22:00\""),
    ("expected digit, saw '%'", "write \"60%\" with its quotation marks"),
    ("parsing string", "close the quotation marks on the same line"),
    ("expected a comment or whitespace", "write one key on each line, and words in quotation marks"),
    ("TOML_MAX_NESTED_VALUES", "do not nest arrays"),
  ]
}

extension Collection<UInt8> {
  /// Whether the bytes contain this piece.
  fileprivate func contains(_ piece: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: piece) }
  }
}
