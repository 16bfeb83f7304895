import AHAP
import HapticFiles
import HapticPatterns
import TextDiagnostics

extension Fuzzer {
  /// AHAP: a file that loads can be written, read back as an equal file, and played.
  static let ahap = Fuzzer("ahap") { (input) throws(Flaw) in
    if let bounded = try read(input, limits: Bounds.tight) {
      try Bounds.check(bounded.file.pattern, limits: Bounds.tight)
    }
    guard let loaded = try read(input) else { return }
    try Written.check(loaded.file)
    try Written.checkLosses(of: loaded.file.pattern)
    try Bounds.check(loaded.file.pattern)
    try Playing.check(loaded.file.pattern)
    let file = try readFile(input, "x.ahap")
    try requireEqual(file?.pattern, loaded.file.pattern, "read as a file of any format")
    if let file { try Findings.check(Lint.findings(in: file), are: .warning) }
  }

  private static func read(
    _ input: [UInt8], limits: FileLimits = .standard
  ) throws(Flaw) -> (file: AHAPFile, warnings: [Finding])? {
    let result = Result { () throws(Refused) in try AHAPFile.read(input, limits: limits) }
    try Findings.check(result.map(\.warnings), limits: limits)
    return try? result.get()
  }
}
