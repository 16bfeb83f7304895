extension Unicode.Scalar {
  /// Whether it may be shown as it is. What cannot be seen may move a terminal's cursor, turn the direction of what
  /// follows, forge a line in a log, or make two names look the same.
  package var isShown: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
