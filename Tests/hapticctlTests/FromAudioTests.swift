import Foundation
import Glibc
import HapticFiles
import HapticPatterns
import TestSupport
import Testing

/// `from-audio` on sounds that are written here.
@Suite(.enabled(if: dlopen("libsndfile.so.1", RTLD_LAZY) != nil, "no libsndfile")) struct FromAudioTests {
  private let folder: TestFolder
  /// Four clicks, 250 ms apart.
  private let clicks: String

  init() throws {
    folder = try TestFolder()
    let rate = 22_050
    let samples = (0..<rate).map { index in
      let elapsed = Float(index % (rate / 4)) / Float(rate) - 0.05
      return elapsed < 0 ? 0 : 0.8 * expf(-elapsed / 0.01) * sinf(Float(index) * 0.9)
    }
    clicks = folder.path(of: "clicks.wav")
    try Data(WAVFile.bytes([samples], rate: rate)).write(to: URL(filePath: clicks))
  }

  private func taps(_ text: String) throws -> [Event] {
    let path = try folder.write(text, to: "out.ahap")
    return try PatternFile.read(path: path).pattern.events.filter { $0.kind == .transient }
  }

  @Test func `each click is a tap at its time, as AHAP`() throws {
    let result = try control("from-audio", clicks)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let times = try taps(result.output).map { $0.time / .milliseconds(1) }
    #expect(times.count == 4)
    for (number, time) in times.enumerated() { #expect(abs(time - Double(50 + 250 * number)) < 12, "\(times)") }
    let few = try taps(try control("from-audio", clicks, "--max-rate", "2", "--taps").output)
    #expect(few.count == 2)
    let weak = try taps(try control("from-audio", clicks, "--gain", "0.5").output)
    #expect(weak.allSatisfy { $0.intensity < 0.6 })
  }

  @Test func `the pattern is written to a file, which is not replaced, and described in JSON`() throws {
    let path = folder.path(of: "clicks.ahap")
    #expect(try control("from-audio", clicks, "-o", path).output == "wrote \(path): 4 taps, 0 vibrations\n")
    #expect(try control("lint", path).status == 0)
    let again = try control("from-audio", clicks, "-o", path)
    #expect(again.status == 2 && again.errors.contains("--force"))
    let json = try control("from-audio", clicks, "-o", path, "--force", "--json").output
    let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(document?["tapCount"] as? Int == 4 && document?["soundMilliseconds"] as? Double == 1000)
  }

  @Test func `the sound is not replaced, also with --force and through a link`() throws {
    let (link, sound) = (folder.path(of: "link.ahap"), FileManager.default.contents(atPath: clicks))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "clicks.wav")
    for path in [clicks, link] {
      let result = try control("from-audio", clicks, "-o", path, "--force")
      #expect(result.status == 2 && result.output == "", "\(result)")
      #expect(result.errors == "hapticctl: \(path) is the input file; choose another name\n")
    }
    #expect(FileManager.default.contents(atPath: clicks) == sound)
  }

  @Test func `the pattern is played`() throws {
    let daemon = try Daemon("lra")
    let result = try daemon.control("from-audio", clicks, "--play")
    #expect(result.status == 0, "\(result)")
    #expect(try daemon.control("history").output.contains("played on 1"))
  }

  @Test func `a file without a sound is refused in one line`() throws {
    let pipe = folder.path(of: "pipe")
    mkfifo(pipe, 0o600)
    let text = try folder.write("no sound", to: "text.wav")
    let silence = folder.path(of: "silence.wav")
    try Data(WAVFile.bytes([[Float](repeating: 0, count: 8000)], rate: 8000)).write(to: URL(filePath: silence))
    let cases: [(String, Int32, String)] = [
      (pipe, 2, "not a regular file"), (folder.path, 2, "not a regular file"), ("/dev/zero", 2, "not a regular file"),
      ("/nonexistent.wav", 2, "check its name"), (text, 2, "not a sound"), (silence, 1, "is silent"),
    ]
    for (path, status, words) in cases {
      let result = try control("from-audio", path)
      #expect(result.status == status && result.output == "", "\(path) \(result)")
      #expect(result.errors.contains(words) && result.errors.hasSuffix("\n"), "\(result.errors)")
    }
    #expect(try control("from-audio", clicks, "--gain", "100").status == 2)
  }
}
