import HapticFiles
import HapticPatterns
import TextDiagnostics

/// Files of other formats: a file that loads becomes a pattern that can be played, and written in each format.
extension Fuzzer {
  static let haptic = Fuzzer("haptic") { (input) throws(Flaw) in
    try checkFile(input, name: "x.haptic", formats: [.haptic])
  }

  static let androidXML = Fuzzer("android-xml") { (input) throws(Flaw) in
    try checkFile(input, name: "x.xml", formats: [.androidXML])
    try checkFile(input, name: "x.xml", feedback: "virtual_key", formats: [.androidXML])
  }

  /// Both formats are plain JSON; the content determines the format.
  static let webAndFeedbackd = Fuzzer("web-and-feedbackd") { (input) throws(Flaw) in
    try checkFile(input, name: "x.json", formats: [.web, .feedbackd])
    try checkFile(input, name: "x.json", feedback: "tap", formats: [.feedbackd])
  }

  private static func checkFile(
    _ input: [UInt8], name: String, feedback: String? = nil, formats: Set<PatternFormat>
  ) throws(Flaw) {
    if let bounded = try readFile(input, name, feedback, limits: Bounds.tight) {
      try Bounds.check(bounded.pattern, limits: Bounds.tight)
    }
    // The other formats have their own fuzzers.
    guard let file = try readFile(input, name, feedback), formats.contains(file.format) else { return }
    try check(file)
  }

  static func readFile(
    _ input: [UInt8], _ name: String, _ feedback: String? = nil, limits: FileLimits = .standard
  ) throws(Flaw) -> PatternFile? {
    let result = Result { () throws(Refused) in
      try PatternFile.read(input, name: name, feedback: feedback, limits: limits)
    }
    try Findings.check(result.map(\.warnings), limits: limits)
    return try? result.get()
  }

  private static func check(_ file: PatternFile) throws(Flaw) {
    try Findings.check(Lint.findings(in: file), are: .warning)
    try Findings.check(Lint.findings(in: file.pattern), are: .warning)
    try Bounds.check(file.pattern)
    if let repetition = file.repetition {
      try require(repetition.lowerBound >= .zero && !repetition.isEmpty, "it repeats \(repetition)")
    }
    try Written.check(file.pattern)
    try Written.checkLosses(of: file.pattern)
    try Playing.check(file.pattern)
  }
}
