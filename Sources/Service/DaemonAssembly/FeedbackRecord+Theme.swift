internal import HapticPatterns
internal import HapticProtocol
internal import HapticThemes

extension FeedbackRecord {
  /// The record of a feedback for clients.
  init(_ themed: ThemedFeedback) {
    self.init(
      themed.feedback.name, patternName: themed.patternName, theme: themed.theme, category: themed.feedback.category,
      isSilent: themed.isSilent, isFallback: themed.isFallback, duration: themed.feedback.pattern.duration)
  }
}
