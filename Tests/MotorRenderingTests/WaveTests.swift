import HapticPatterns
import MotorRendering
import Testing

@Suite struct WaveTests {
  private static let device: MotorModel = {
    var model = MotorModel.presets["lra"]!
    model.playsWaves = true
    return model
  }()

  private func periods(_ sharpness: [Double]) -> [UInt8] {
    sharpness.map { sharpness in
      let event = Event(.transient, intensity: 1.0, sharpness: Sharpness(sharpness))
      return Self.device.drive(for: Pattern([event])).steps[0].level.periodMilliseconds
    }
  }

  @Test func `sharpness becomes a shorter period on a device that plays waves`() {
    #expect(periods([0, 0.3, 0.5, 1]) == [15, 8, 6, 3])
  }

  @Test func `a device that plays no waves gets no period`() {
    for feedback in Vocabulary.standard.feedbacks {
      let steps = MotorModel.presets["lra"]!.drive(for: feedback.pattern).steps
      #expect(steps.filter { $0.level.periodMilliseconds != 0 }.isEmpty)
    }
  }

  @Test(arguments: Vocabulary.standard.feedbacks.map(\.name))
  func `the stop has no period, so that it is the same everywhere`(name: ShortName) {
    #expect(Self.device.drive(for: Vocabulary.standard[name]!.pattern).steps.last?.level == .off)
  }
}
