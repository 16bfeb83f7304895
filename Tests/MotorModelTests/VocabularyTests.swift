import HapticPatterns
import MotorModel
import Testing

/// What the feedbacks must feel like on every actuator, through the forward model.
@Suite struct VocabularyTests {
  @Test(arguments: NamedModel.all)
  func `selection, light, medium and heavy are ordered in felt strength`(named: NamedModel) {
    let peaks = (["selection", "impact.light", "impact.medium", "impact.heavy"] as [ShortName]).map {
      named.model.felt($0).peak
    }
    for (weaker, stronger) in zip(peaks, peaks.dropFirst()) { #expect(weaker < stronger) }
  }

  @Test(arguments: NamedModel.all)
  func `soft lasts longer and is weaker than rigid`(named: NamedModel) {
    let (soft, rigid) = (named.model.felt("impact.soft"), named.model.felt("impact.rigid"))
    #expect(soft.length > rigid.length)
    #expect(soft.peak < rigid.peak)
    #expect(named.model.drive("impact.soft").duration > named.model.drive("impact.rigid").duration)
  }

  @Test(arguments: NamedModel.all)
  func `success is three rising pulses`(named: NamedModel) {
    let peaks = named.model.felt("success").pulses.map(\.peak)
    #expect(peaks.count == 3)
    #expect(peaks == peaks.sorted() && Set(peaks).count == 3)
  }

  @Test(arguments: NamedModel.all)
  func `warning is two pulses, heavier than those of success`(named: NamedModel) {
    let warning = named.model.felt("warning").pulses
    let success = named.model.felt("success").pulses
    #expect(warning.count == 2)
    #expect(mean(warning) > mean(success))
  }

  @Test(arguments: NamedModel.all)
  func `error is two buzzes, stronger than anything else`(named: NamedModel) {
    let error = named.model.felt("error").pulses
    #expect(error.count == 2)
    for feedback in Vocabulary.standard.feedbacks where feedback.name != "error" {
      #expect(mean(error) > mean(named.model.felt(feedback.name).pulses))
    }
    let drive = named.model.drive("error")
    let buzzes = drive.steps.indices.filter { drive.steps[$0].level != .off }.map { drive.length(ofStep: $0) }
    #expect(buzzes.allSatisfy { $0 >= .milliseconds(100) })
  }

  @Test(arguments: NamedModel.all)
  func `single taps are single pulses`(named: NamedModel) {
    for name in ["impact.light", "impact.medium", "impact.heavy", "impact.soft", "impact.rigid", "selection"] {
      #expect(named.model.felt(ShortName(name)!).pulses.count == 1, "\(name)")
    }
  }

  @Test(arguments: NamedModel.all)
  func `a tap is over before it becomes a buzz`(named: NamedModel) {
    for name in ["impact.light", "impact.medium", "impact.heavy", "impact.rigid", "selection"] {
      #expect(named.model.drive(ShortName(name)!).duration <= .milliseconds(80), "\(name)")
    }
  }

  @Test(arguments: NamedModel.all)
  func `the whole vocabulary needs at most eight slots`(named: NamedModel) {
    let palette = Set(Vocabulary.standard.feedbacks.flatMap { named.model.drive($0.name).palette })
    #expect(palette.count <= 8)
  }

  @Test(arguments: NamedModel.all, [1.0, 0.6, 0.3, 0.1, 0.01])
  func `at any strength each pulse is still felt, and none is added`(named: NamedModel, intensity: Double) {
    let counts: [(ShortName, Int)] = [
      ("impact.light", 1), ("impact.soft", 1), ("selection", 1), ("success", 3), ("warning", 2), ("error", 2),
    ]
    for (name, count) in counts {
      #expect(named.model.felt(name, intensity: intensity).pulses.count == count, "\(name)")
    }
  }

  @Test(arguments: NamedModel.all)
  func `less strength is never felt as more`(named: NamedModel) {
    for feedback in Vocabulary.standard.feedbacks {
      let peaks = [0.1, 0.25, 0.5, 0.75, 1].map { named.model.felt(feedback.name, intensity: $0).peak }
      for (weaker, stronger) in zip(peaks, peaks.dropFirst()) {
        #expect(weaker <= stronger + 1e-9, "\(feedback.name)")
      }
      #expect(peaks[0] < peaks[4] || named.model.isOnOff && feedback.name == "selection", "\(feedback.name)")
    }
  }

  private func mean(_ pulses: [FeltEnvelope.Pulse]) -> Double {
    pulses.map(\.peak).reduce(0, +) / Double(pulses.count)
  }
}
