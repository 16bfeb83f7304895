import AHAP
import HapticFiles
import HapticPatterns
import TextDiagnostics

extension Fuzzer {
  /// AHAP: a file that loads can be written, read back as an equal file, and played.
  static let ahap = Fuzzer("ahap") { (input) throws(Flaw) in
    if let bounded = try read(input, strict: false, limits: Bounds.tight) {
      try Bounds.check(bounded.file.pattern, limits: Bounds.tight)
    }
    let lenient = try read(input, strict: false)
    let strict = try read(input, strict: true)
    if let strict {
      try requireEqual(strict.file, lenient?.file, "read strictly and leniently")
      try require(strict.warnings.isEmpty, "strict, with warnings: \(strict.warnings)")
    }
    guard let lenient else { return }
    try require((strict != nil) == lenient.warnings.isEmpty, "warnings, or refused as strict: \(lenient.warnings)")
    try Written.check(lenient.file)
    try Written.checkLosses(of: lenient.file.pattern)
    try Bounds.check(lenient.file.pattern)
    try Playing.check(lenient.file.pattern)
    let file = try readFile(input, "x.ahap")
    try requireEqual(file?.pattern, lenient.file.pattern, "read as a file of any format")
    if let file { try Findings.check(Lint.findings(in: file), are: .warning) }
  }

  private static func read(
    _ input: [UInt8], strict: Bool, limits: FileLimits = .standard
  ) throws(Flaw) -> (file: AHAPFile, warnings: [Finding])? {
    let result = Result { () throws(Refused) in try AHAPFile.read(input, strict: strict, limits: limits) }
    try Findings.check(result.map(\.warnings), limits: limits)
    return try? result.get()
  }
}
