import AHAP
import HapticPatterns

/// What is written as AHAP must be read back equal, without a warning.
enum Written {
  static func check(_ file: AHAPFile) throws(Flaw) {
    // AHAP cannot say that a vibration lasts no time at all.
    guard !file.pattern.events.contains(where: { $0.kind == .continuous(duration: .zero) }) else { return }
    let bytes = file.write()
    do throws(Refused) {
      let (again, warnings) = try AHAPFile.read(bytes, strict: true)
      try require(warnings.isEmpty, "written with warnings: \(warnings)")
      try requireEqual(again, file, "written and read back")
    } catch {
      throw Flaw("written and then refused: \(error.finding)\n\(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
