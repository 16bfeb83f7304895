internal import HapticPatterns
internal import HapticProtocol
internal import HapticThemes

extension FeedbackRecord {
  /// A feedback of a theme, as clients list it.
  init(_ themed: ThemedFeedback) {
    self.init(
      themed.feedback.name, patternName: themed.patternName, theme: themed.theme, category: themed.feedback.category,
      isSilent: themed.isSilent, isFallback: themed.isFallback, duration: themed.feedback.pattern.duration)
  }
}
