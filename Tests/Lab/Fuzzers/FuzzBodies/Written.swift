import AHAP
import HapticFiles
import HapticPatterns
import TextDiagnostics

/// Checks that written files read back as equal ones.
enum Written {
  /// Checks a file that was AHAP before.
  static func check(_ file: AHAPFile) throws(Flaw) {
    try requireEqual(try rewritten(file), file, "written and read back")
  }

  /// Checks a pattern from another format. Its times may have fractions of nanoseconds; once rounded, it must stay
  /// equal.
  static func check(_ pattern: Pattern) throws(Flaw) {
    // AHAP cannot represent a vibration without duration.
    guard !pattern.events.contains(where: { $0.kind == .continuous(duration: .zero) }) else { return }
    let rounded = try rewritten(AHAPFile(pattern: pattern))
    try requireEqual(rounded.pattern.events.count, pattern.events.count, "as many events")
    try check(rounded)
  }

  /// Checks a pattern in the formats that cannot hold all of it: what is left of it after two writings stays. The second one
  /// drops the silent end of a clip.
  static func checkLosses(of pattern: Pattern) throws(Flaw) {
    for format in PatternFormat.writable where format != .ahap {
      // Nothing of it can be felt, it is too long, or rounded, it is too weak.
      guard let once = try rewritten(pattern, format), let twice = try rewritten(once, format) else { continue }
      try requireEqual(try rewritten(twice, format), twice, "written as \(format.name) and read back")
    }
  }

  /// The pattern after a writing; nil if the format refuses it.
  private static func rewritten(_ pattern: Pattern, _ format: PatternFormat) throws(Flaw) -> Pattern? {
    guard let text = try? WrittenPattern(pattern, as: format) else { return nil }
    return try read(text)
  }

  private static func read(_ text: WrittenPattern) throws(Flaw) -> Pattern {
    do throws(Refused) { return try PatternFile.read(text.bytes, name: "x").pattern } catch {
      throw Flaw(
        "written as \(text.format.name) and then refused: \(error)\n\(String(decoding: text.bytes, as: UTF8.self))")
    }
  }

  private static func rewritten(_ file: AHAPFile) throws(Flaw) -> AHAPFile {
    let bytes = file.write()
    switch Result(catching: { () throws(Refused) in try AHAPFile.read(bytes) }) {
    case .success(let (again, warnings)):
      try require(warnings.isEmpty || isOdd(file), "written with warnings: \(warnings)")
      return again
    case .failure(let refused):
      throw Flaw("written and then refused: \(refused)\n\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// Whether reading the file always gives a warning: an unknown version, or audio without a path.
  private static func isOdd(_ file: AHAPFile) -> Bool {
    file.version != 1
      || file.pattern.audio.contains {
        if case .custom(path: nil, usesVolumeEnvelope: _, isLooping: _) = $0.kind { true } else { false }
      }
  }
}
