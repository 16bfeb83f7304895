import Foundation
import HapticPatterns
import HapticProtocol
import HapticThemes
import Haptics
import MotorRendering
import Testing

@testable import HapticControl

/// The picture in README.md, which `make demo` draws on a machine without motors.
@Suite struct ReadmeTests {
  @Test func `the picture of success is the one that is drawn`() throws {
    let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    let block = try #require(text.components(separatedBy: "```").first { $0.hasPrefix("text\nsuccess ") })
    // The first line has a measured time.
    let drawn = block.split(separator: "\n").dropFirst(2).map(String.init)
    let report = try success(on: try #require(MotorModel.presets["erm"]))
    #expect(drawn == report.lines().dropFirst().dropLast(), "\n\(report.lines().joined(separator: "\n"))")
  }

  /// The report of a playback whose writes are all in time.
  private func success(on model: MotorModel) throws -> PlaybackReport {
    let feedback = try #require(Theme.standard.vocabulary["success"])
    let device = DeviceID(rawValue: 1)!
    let record = DeviceRecord(
      id: device, state: .ready, driver: .memless, kind: .vibrator,
      motor: .init(
        deadband: UInt16(model.deadband * 65535), riseMicroseconds: microseconds(model.strong.rise),
        fallMicroseconds: microseconds(model.strong.fall),
        minimumIntervalMicroseconds: microseconds(model.minimumInterval),
        shortestPulseMicroseconds: microseconds(model.shortestPulse), floor: model.floor, ceiling: model.ceiling),
      name: "", path: "")
    let levels = model.drive(for: feedback.pattern, intensity: 1).steps.map { step in
      let time = step.at / .nanoseconds(1)
      return LevelChange(
        device: device, strong: step.level.strong, weak: step.level.weak, plannedNanoseconds: Int64(time),
        writtenNanoseconds: Int64(time), leaseMilliseconds: 64, periodMilliseconds: 0)
    }
    return PlaybackReport(feedback: feedback, device: record, levels: levels, latencyNanoseconds: nil)
  }

  private func microseconds(_ duration: Duration) -> UInt32 { UInt32(duration / .microseconds(1)) }
}
