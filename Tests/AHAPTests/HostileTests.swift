import AHAP
import TestSupport
import Testing
import TextDiagnostics

@Suite struct HostileTests {
  /// Tokens of JSON and AHAP, to be inserted anywhere.
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "null", "true", "-", "1e308", "0.1", "Event", "Time",
    "HapticContinuous", "EventDuration", "\u{0}", "\n", "é", "\u{feff}",
  ].map { Array($0.utf8) }

  @Test func `a broken file is read or refused, and what is read is written back equal`() throws {
    let random = RandomFiles(seed: 3)
    var counts = (read: 0, refused: 0)
    for _ in 0..<TestExtent.all(1500, quick: 500) {
      var bytes = random.next().write()
      for _ in 0...random.below(4) { Self.damage(&bytes, random) }
      do throws(Refused) {
        let (file, warnings) = try AHAPFile.read(bytes)
        counts.read += 1
        check(warnings, in: bytes)
        #expect(try AHAPFile.read(file.write()).file == file)
      } catch {
        counts.refused += 1
        check([error.finding], in: bytes)
      }
    }
    #expect(counts.read > 30 && counts.refused > 30)
  }

  @Test func `a file that is cut off anywhere is refused`() throws {
    let bytes = RandomFiles(seed: 5).next().write()
    for length in stride(from: 0, to: bytes.count - 2, by: TestExtent.all(1, quick: 7)) {
      let found = refusal(Array(bytes.prefix(length)))
      #expect(found?.line != nil, "\(length) bytes")
    }
  }

  private func check(_ findings: [Finding], in bytes: [UInt8]) {
    let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    for finding in findings {
      #expect(!finding.message.isEmpty && !finding.remedy.isEmpty)
      #expect(finding.line.map { 1...lines ~= $0 } ?? false, "\(finding)")
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ random: RandomFiles) {
    let place = random.below(bytes.count)
    switch random.below(5) {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: random.bits())
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: place)
    case 3: bytes.insert(contentsOf: bytes[place...].prefix(random.below(200)), at: random.below(bytes.count))
    default: bytes.removeSubrange(place..<min(place + 1 + random.below(30), bytes.count))
    }
    if bytes.isEmpty { bytes = [0] }
  }
}
