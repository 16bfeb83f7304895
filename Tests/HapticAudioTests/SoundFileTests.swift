import Foundation
import Glibc
import HapticPatterns
import HapticSystem
import TestSupport
import Testing

@testable import HapticAudio

@Suite(.enabled(if: SoundLibrary.shared != nil, "no libsndfile")) struct SoundFileTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func failure(_ path: String) -> SoundFailure? {
    do throws(SoundFailure) {
      _ = try Sound(path: path)
      return nil
    } catch { return error }
  }

  @Test func `a sound file is read, and its channels are mixed`() throws {
    let bytes = WAVFile.bytes([[0.5, -0.5, 0.25], [0.5, 0.5, 0.25]], rate: 8000)
    let sound = try Sound(bytes: bytes)
    #expect(sound.rate == 8000 && sound.samples.count == 3)
    #expect(zip(sound.samples, [0.5, 0, 0.25]).allSatisfy { abs($0 - $1) < 1e-3 })
    let path = folder.path(of: "a.wav")
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try Sound(path: path) == sound)
  }

  @Test func `samples that are no numbers are silence`() throws {
    let sound = try Sound(bytes: WAVFile.floats([.nan, 1, .infinity, -.infinity, -0.5]))
    #expect(sound.samples == [0, 1, 1, -1, -0.5])
  }

  @Test func `other files are refused with their reason`() throws {
    #expect(failure("/nonexistent") == .refused(.noSuchFile))
    #expect(failure(folder.path) == .notRegular)
    #expect(failure("/dev/zero") == .notRegular)
    let pipe = folder.path(of: "pipe")
    mkfifo(pipe, 0o600)
    #expect(failure(pipe) == .notRegular)
    for text in ["", "hello", String(repeating: "RIFF", count: 1000), "fLaC", "OggS", "ID3"] {
      let path = try folder.write(text, to: "text")
      guard case .notSound = failure(path) else {
        Issue.record("\(text.prefix(8)): \(String(describing: failure(path)))")
        continue
      }
    }
  }

  @Test func `a high rate is reduced, and a pitch above hearing is silence`() throws {
    let highest = try Sound(
      bytes: WAVFile.bytes([(0..<96_000).map { $0.isMultiple(of: 2) ? 0.5 : -0.5 }], rate: 96_000))
    #expect(highest.rate == 48_000 && highest.samples.count == 48_000)
    #expect(highest.pattern().events.isEmpty)
    let tone = try Sound(bytes: WAVFile.bytes([(0..<192_001).map { sin(Float($0) / 70) }], rate: 192_000))
    #expect(tone.rate == 48_000 && tone.duration == .seconds(1) && tone.pattern().events.count > 1)
    #expect(try Sound(bytes: WAVFile.bytes([[0.5]], rate: 96_000)).samples.count == 1)
  }

  @Test func `the length in the head of a file is not trusted`() throws {
    var bytes = WAVFile.bytes([[0.5, -0.5, 0.25]], rate: 8000)
    // The sizes of the file and of its data.
    for place in [4, 40] { bytes.replaceSubrange(place..<place + 4, with: [0xff, 0xff, 0xff, 0x7f]) }
    #expect(try Sound(bytes: bytes).samples.count <= 8)
  }

  @Test func `a sound that is too long is refused, and one that is cut is read`() throws {
    let long = WAVFile.bytes([[Float](repeating: 0, count: 601_000)], rate: 1000)
    #expect(throws: SoundFailure.tooLong(.seconds(600))) { try Sound(bytes: long) }
    #expect(throws: SoundFailure.outOfRange("500 samples per second")) {
      try Sound(bytes: WAVFile.bytes([[0, 0]], rate: 500))
    }
    let whole = WAVFile.bytes([(0..<9000).map { sin(Float($0) / 9) }], rate: 8000)
    for count in stride(from: 0, to: whole.count, by: 997) { _ = try? Sound(bytes: Array(whole.prefix(count))) }
  }

  @Test(.enabled(if: access("/usr/share/sounds/freedesktop/stereo/bell.oga", R_OK) == 0, "no sound theme"))
  func `the sounds of the freedesktop theme have taps`() throws {
    let sound = try Sound(path: "/usr/share/sounds/freedesktop/stereo/bell.oga")
    let pattern = sound.pattern()
    #expect(pattern.events.contains { $0.kind == .transient } && pattern.duration <= sound.duration + .milliseconds(50))
  }
}
