import HapticPatterns
import MotorRendering
import Testing

/// Taps that follow each other closely keep their rhythm and their accents.
@Suite struct TrainTests {
  private func train(_ count: Int, every interval: Int, sharpness: Sharpness = 0.5, _ intensity: (Int) -> Double)
    -> Pattern
  {
    Pattern(
      (0..<count).map { index in
        Event(
          .transient, at: .milliseconds(index * interval), intensity: Intensity(intensity(index)), sharpness: sharpness)
      })
  }

  @Test(arguments: [20, 28, 45])
  func `a fast motor keeps the time of each tap in a train`(interval: Int) throws {
    let drive = try #require(MotorModel.presets["lra"]).drive(for: train(20, every: interval) { _ in 1 })
    let starts = starts(drive)
    #expect(starts.count == 20)
    for (index, start) in starts.enumerated() {
      // A push may last until the next tap, whose start the pacing of the device then delays.
      #expect(start - .milliseconds(index * interval) <= .milliseconds(4), "tap \(index)")
    }
  }

  @Test(arguments: [41, 42, 43])
  func `an accent in a train is felt stronger than its neighbours on a gamepad`(interval: Int) throws {
    let model = try #require(MotorModel.presets["pad"])
    let drive = model.drive(for: train(16, every: interval, sharpness: 0.7) { $0.isMultiple(of: 2) ? 0.5 : 0.23 })
    let felt = model.felt(drive)
    let starts = starts(drive).map { Int($0 / .milliseconds(1)) }
    try #require(starts.count == 16)
    let peaks = zip(starts, starts.dropFirst() + [felt.samples.count]).map { felt.samples[$0..<$1].max() ?? 0 }
    let accents = Array(stride(from: 2, to: 14, by: 2))
    let kept = accents.count { peaks[$0] > max(peaks[$0 - 1], peaks[$0 + 1]) }
    // The second accent may follow a longer first push.
    #expect(kept >= 5, "\(peaks)")
  }

  /// The starts of the pushes after a stop.
  private func starts(_ drive: Drive) -> [Duration] {
    zip([.off] + drive.steps.map(\.level), drive.steps).filter { $0 == .off && $1.level != .off }.map(\.1.at)
  }
}
