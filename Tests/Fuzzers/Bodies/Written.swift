import AHAP
import HapticPatterns

/// What is written as AHAP must be read back equal.
enum Written {
  /// Of a file that was AHAP before.
  static func check(_ file: AHAPFile) throws(Flaw) {
    try requireEqual(try rewritten(file), file, "written and read back")
  }

  /// Of a pattern from elsewhere, whose times need not be whole nanoseconds: when they have become so, it stays equal.
  static func check(_ pattern: Pattern) throws(Flaw) {
    // AHAP cannot say that a vibration lasts no time at all.
    guard !pattern.events.contains(where: { $0.kind == .continuous(duration: .zero) }) else { return }
    let rounded = try rewritten(AHAPFile(pattern: pattern))
    try requireEqual(rounded.pattern.events.count, pattern.events.count, "as many events")
    try check(rounded)
  }

  private static func rewritten(_ file: AHAPFile) throws(Flaw) -> AHAPFile {
    let bytes = file.write()
    switch Result(catching: { () throws(Refused) in try AHAPFile.read(bytes, strict: !isOdd(file)) }) {
    case .success(let (again, _)): return again
    case .failure(let refused):
      throw Flaw("written and then refused: \(refused)\n\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// Whether it is warned of whenever it is read: a version that nobody knows, a sound without a file.
  private static func isOdd(_ file: AHAPFile) -> Bool {
    file.version != 1
      || file.pattern.audio.contains {
        if case .custom(path: nil, usesVolumeEnvelope: _, isLooping: _) = $0.kind { true } else { false }
      }
  }
}
