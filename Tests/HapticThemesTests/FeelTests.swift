import HapticPatterns
import HapticThemes
import TestSupport
import Testing

@testable import MotorRendering

/// The sensation of the theme `default` on every known actuator, in the simulation of the motor model.
@Suite struct FeelTests {
  @Test func `the tested motors include those of the hardware database`() {
    #expect(HardwareDatabase.models.count > 20)
    #expect(NamedModel.all.count > 15)
  }

  @Test(arguments: NamedModel.all)
  func `every feedback that is not silent is felt, and ends with the motor off`(motor: NamedModel) {
    for themed in Theme.standard.feedbacks {
      let drive = motor.drive(themed.feedback.name)
      #expect(drive.isEmpty == themed.isSilent, "\(themed.feedback.name)")
      #expect(motor.model.felt(drive).pulses.isEmpty == themed.isSilent, "\(themed.feedback.name)")
      #expect(drive.steps.last.map { $0.level == .off } ?? true)
    }
  }

  // MARK: Families

  @Test(arguments: NamedModel.all)
  func `selection, light, medium and heavy are ordered in strength`(motor: NamedModel) {
    let peaks = (["selection", "impact.light", "impact.medium", "impact.heavy"] as [ShortName]).map {
      motor.felt($0).loudness
    }
    for (weaker, stronger) in zip(peaks, peaks.dropFirst()) { #expect(weaker < stronger, "\(peaks)") }
  }

  @Test(arguments: NamedModel.all)
  func `impact.soft is weaker and longer than impact.rigid`(motor: NamedModel) {
    let (soft, rigid) = (motor.felt("impact.soft"), motor.felt("impact.rigid"))
    // A motor without levels cannot hold the swell of a soft one as weak as it is meant.
    #expect(soft.loudness < rigid.loudness || motor.model.isOnOff)
    // If the shortest felt pulse takes nearly as long as the whole soft one, their lengths are equal.
    if motor.model.shortestPulse <= .milliseconds(50) { #expect(soft.length > rigid.length) }
    let shares = (["impact.soft", "impact.rigid"] as [ShortName]).map { name in
      motor.drive(name).steps.map(\.level).filter { $0 != .off }.allSatisfy { $0.weak > $0.strong }
    }
    if motor.model.motorCount == 2 { #expect(shares == [false, true]) }
  }

  @Test(arguments: NamedModel.all)
  func `button-press is as strong as a light impact at least, and weaker than a heavy one`(motor: NamedModel) {
    #expect(motor.felt("button-press").loudness < motor.felt("impact.heavy").loudness)
    #expect(
      motor.felt("button-press").loudness * NamedModel.noticedStep >= motor.felt("impact.light").loudness)
  }

  @Test(arguments: NamedModel.all)
  func `single taps are single pulses, and over before they become a buzz`(motor: NamedModel) {
    let names: [ShortName] = [
      "impact.light", "impact.medium", "impact.heavy", "impact.rigid", "selection", "tick", "low-tick", "click",
      "heavy-click", "pop", "key-pressed", "alignment", "level-change", "refresh-complete.none", "button-press",
    ]
    // A Microsoft gamepad takes a level every 50 ms, so that its taps last 50 or 100 ms.
    let longest = max(.milliseconds(80), motor.model.shortestPulse, motor.model.minimumInterval * 2)
    for name in names {
      #expect(motor.felt(name).pulses.count == 1, "\(name)")
      #expect(motor.drive(name).duration <= longest, "\(name)")
    }
    #expect(motor.felt("impact.soft").pulses.count == 1)
  }

  @Test(arguments: NamedModel.all)
  func `a feedback that repeats often is not stronger than a tap`(motor: NamedModel) {
    let tap = motor.felt("tap").loudness
    for name in ["tick", "low-tick", "texture-tick", "key-pressed", "selection"] as [ShortName] {
      #expect(motor.felt(name).loudness < tap, "\(name)")
    }
  }

  @Test(arguments: NamedModel.all)
  func `selections stay separate at 20 per second on a fast motor, and at 8 on any motor`(motor: NamedModel) {
    if motor.model.canRepeat(every: .milliseconds(50)) {
      #expect(motor.felt("selection", times: 20, every: .milliseconds(50)).pulses.count == 20)
    }
    #expect(motor.felt("selection", times: 8, every: .milliseconds(125)).pulses.count == 8)
  }

  // MARK: Outcomes

  @Test(arguments: NamedModel.all)
  func `success is three rising pulses`(motor: NamedModel) {
    let peaks = motor.felt("success").loudnesses
    #expect(peaks.count == 3)
    #expect(peaks == peaks.sorted() && Set(peaks).count == 3)
  }

  @Test(arguments: NamedModel.all)
  func `warning is two pulses, heavier than those of success`(motor: NamedModel) {
    let warning = motor.felt("warning")
    #expect(warning.pulses.count == 2)
    #expect(warning.meanPeak > motor.felt("success").meanPeak || !motor.isGraded)
  }

  @Test(arguments: NamedModel.all)
  func `error is two buzzes, stronger than anything else that a finger causes`(motor: NamedModel) {
    let error = motor.felt("error")
    #expect(error.pulses.count == 2)
    for themed in Theme.standard.feedbacks where themed.feedback.category == .touch && !themed.isSilent {
      guard themed.patternName != "error" else { continue }
      let other = motor.felt(themed.feedback.name)
      // Both motors may briefly run together in a tap.
      #expect(error.meanPeak > other.meanPeak * 0.95, "\(themed.feedback.name)")
      #expect(error.timeNearFull > other.timeNearFull, "\(themed.feedback.name)")
    }
    let drive = motor.drive("error")
    let buzzes = drive.steps.indices.filter { drive.steps[$0].level != .off }.map { drive.length(ofStep: $0) }
    #expect(buzzes.reduce(.zero, +) >= .milliseconds(200))
  }

  @Test(arguments: NamedModel.all)
  func `refresh-complete.new is two taps, refresh-complete.none is one weak tap`(motor: NamedModel) {
    let news = motor.felt("refresh-complete.new").loudnesses
    #expect(news.count == 2 && news[0] < news[1])
    #expect(motor.felt("refresh-complete.none").loudness < motor.felt("impact.light").loudness)
  }

  @Test(arguments: NamedModel.all)
  func `increase rises, decrease falls, and both are weaker than a medium impact`(motor: NamedModel) {
    let (rising, falling) = (motor.felt("increase").loudnesses, motor.felt("decrease").loudnesses)
    #expect(rising.count == 2 && falling.count == 2)
    guard motor.isGraded else { return }
    #expect(rising[0] < rising[1])
    #expect(falling[0] * NamedModel.noticedStep > falling[1])
    #expect(max(rising[1], falling[0]) < motor.felt("impact.medium").loudness)
  }

  @Test(arguments: NamedModel.all)
  func `a finished path is a flourish of three, lighter than success`(motor: NamedModel) {
    let path = motor.felt("path-complete")
    #expect(path.pulses.count == 3)
    #expect(path.loudness < motor.felt("success").loudness || !motor.isGraded)
    let peaks = path.loudnesses
    #expect(peaks.count == 3 && peaks[2] > peaks[1] * NamedModel.noticedStep || !motor.isGraded, "\(peaks)")
  }

  @Test(arguments: NamedModel.all)
  func `a start is strongest at its beginning, a stop at its end`(motor: NamedModel) {
    #expect(motor.felt("start").placeOfPeak < motor.felt("stop").placeOfPeak)
  }

  @Test(arguments: NamedModel.all)
  func `a stop is a hum and a tap, felt in time`(motor: NamedModel) {
    let pulses = motor.felt("stop").pulses
    #expect(pulses.count == 2 && pulses[0].peak < pulses[1].peak)
    // The intended time is 100 ms; `hapticctl lint` warns about a delay above 10 ms.
    if !motor.isSluggish { #expect(pulses.last.map { $0.start <= .milliseconds(110) } ?? false, "\(pulses)") }
  }

  // MARK: Movements

  @Test(arguments: NamedModel.all)
  func `double-click is two pulses of equal strength`(motor: NamedModel) {
    let pulses = motor.felt("double-click").pulses
    #expect(pulses.count == 2)
    #expect(abs(pulses[0].peak / pulses[1].peak - 1) < 0.15)
  }

  @Test(arguments: NamedModel.all)
  func `a spin is three turns, each fainter`(motor: NamedModel) {
    let peaks = motor.felt("spin").loudnesses
    #expect(peaks.count == 3 || motor.isSluggish, "\(peaks)")
    // A motor without levels has one pulse for both of the weaker turns; a percent is not felt.
    let step = motor.model.isOnOff ? NamedModel.noticedStep : 1
    #expect(zip(peaks, peaks.dropFirst()).allSatisfy { $0 * step > $1 }, "\(peaks)")
  }

  @Test(arguments: NamedModel.all)
  func `rises end strong, falls begin strong, and slow is slower than quick`(motor: NamedModel) {
    let (quick, slow, fall) = (motor.felt("quick-rise"), motor.felt("slow-rise"), motor.felt("quick-fall"))
    #expect(slow.placeOfPeak > 0.5)
    #expect(quick.placeOfPeak > fall.placeOfPeak)
    #expect(slow.length > quick.length && quick.length > fall.length)
  }

  @Test(arguments: NamedModel.all)
  func `a thud is a heavy impact that dies away`(motor: NamedModel) {
    let (thud, heavy) = (motor.felt("thud"), motor.felt("impact.heavy"))
    #expect(thud.length > heavy.length)
    #expect(thud.placeOfPeak < 0.4)
    #expect(thud.loudness > motor.felt("impact.medium").loudness)
  }

  // MARK: From afar

  @Test(arguments: NamedModel.all)
  func `each ring of calls, alarms and messages is a pulse of its own, and calls are strongest`(motor: NamedModel) {
    let counts: [(ShortName, Int)] = [
      ("phone-incoming-call", 6), ("alarm-clock-elapsed", 12), ("timeout-completed", 6),
      ("message-new-cellbroadcast", 9), ("message-new-instant", 2), ("message-new-email", 1), ("message-missed", 2),
    ]
    for (name, count) in counts { #expect(motor.felt(name).pulses.count == count, "\(name)") }
    let call = motor.felt("phone-incoming-call")
    #expect(call.loudness > motor.felt("message-new-instant").loudness)
    #expect(call.length > .seconds(2))
    #expect(motor.felt("message-missed").loudness < motor.felt("message-new-instant").loudness)
  }

  // MARK: Strength

  @Test(arguments: NamedModel.all, [1.0, 0.6, 0.3, 0.1])
  func `at any strength, every pulse is felt and none is added`(motor: NamedModel, intensity: Double) {
    let counts: [(ShortName, Int)] = [
      ("impact.light", 1), ("impact.soft", 1), ("selection", 1), ("success", 3), ("warning", 2), ("error", 2),
    ]
    for (name, count) in counts {
      // At a tenth, the push that starts a soft impact on two motors may be felt by itself.
      let isPushed = name == "impact.soft" && intensity == 0.1 && motor.model.motorCount == 2
      let pulses = motor.felt(name, intensity: intensity).pulses.count
      #expect(pulses == count || isPushed && pulses == 2, "\(name)")
    }
  }

  @Test(arguments: NamedModel.all)
  func `a lower strength is never felt as a stronger one`(motor: NamedModel) {
    for feedback in Theme.standard.vocabulary.feedbacks.prefix(9) {
      let peaks = [0.1, 0.25, 0.5, 0.75, 1].map { motor.felt(feedback.name, intensity: $0).loudness }
      for (weaker, stronger) in zip(peaks, peaks.dropFirst()) {
        #expect(weaker <= stronger + 1e-9, "\(feedback.name)")
      }
      // A selection is near the weakest tap, and a soft impact near the weakest vibration of a motor without levels.
      let isLeast = feedback.name == "selection" || feedback.name == "impact.soft" && motor.model.isOnOff
      #expect(peaks[0] < peaks[4] || isLeast || motor.isSluggish, "\(feedback.name)")
    }
  }

  @Test(arguments: NamedModel.all)
  func `the strength of a refresh is that of the request`(motor: NamedModel) {
    let peaks = [0.2, 0.5, 1].map { motor.felt("data-refresh", intensity: $0).loudness }
    #expect(peaks[0] < peaks[1] && peaks[1] < peaks[2], "\(peaks)")
  }

  // MARK: Cost

  @Test(arguments: NamedModel.all)
  func `the families need at most eight slots, or fourteen on two motors`(motor: NamedModel) {
    let palette = Set(Theme.standard.vocabulary.feedbacks.prefix(9).flatMap { motor.drive($0.name).palette })
    // The drivers of gamepads have sixteen. The blends of two motors need more levels than one motor, and so do taps,
    // whose lengths are whole transfers.
    #expect(palette.count <= (motor.model.motorCount == 1 ? 8 : 14), "\(palette)")
  }
}

/// The theme `hig` has the measured rhythms of Apple's guidelines.
@Suite struct GuidelinesFeelTests {
  @Test(arguments: NamedModel.all)
  func `families are ordered as in the theme default`(motor: NamedModel) {
    let peaks = (["selection", "impact.light", "impact.medium", "impact.heavy"] as [ShortName]).map {
      motor.felt($0, of: Themes.hig).loudness
    }
    for (weaker, stronger) in zip(peaks, peaks.dropFirst()) { #expect(weaker < stronger, "\(peaks)") }
    #expect(
      motor.felt("impact.soft", of: Themes.hig).loudness
        < motor.felt("impact.rigid", of: Themes.hig).loudness * NamedModel.noticedStep || motor.model.isOnOff)
  }

  @Test(arguments: NamedModel.all)
  func `in the theme hig, success has two pulses, warning two and error four`(motor: NamedModel) {
    let success = motor.felt("success", of: Themes.hig).pulses
    #expect(success.count == 2 && success[0].peak < success[1].peak)
    let warning = motor.felt("warning", of: Themes.hig).pulses
    let error = motor.felt("error", of: Themes.hig).pulses
    #expect(warning.count == 2 && error.count == 4)
    guard motor.isGraded else { return }
    #expect(warning[0].peak > warning[1].peak)
    #expect(error.map(\.peak).max() == error[2].peak)
  }
}

extension MotorModel {
  /// Whether the shortest pulse and the following fall fit into the interval. A motor falls to a tenth in its fall
  /// time; half of that is enough to separate pulses.
  fileprivate func canRepeat(every distance: Duration) -> Bool {
    max(shortestPulse, .milliseconds(1) * feltStroke(.strong)) + strong.fall / 2 <= distance
      && minimumInterval * 2 <= distance
  }
}
