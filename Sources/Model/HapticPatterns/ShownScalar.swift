extension Unicode.Scalar {
  /// Whether the character may be displayed unchanged. An invisible character may move a terminal's cursor, change the
  /// direction of the following text, forge a line in a log, or make two names look the same.
  package var isShown: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
