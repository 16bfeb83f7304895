import Testing

@testable import FidelityReport
@testable import FidelitySimulation

/// The nine core feedbacks on all simulated units.
@Suite struct CoreFeedbackTests {
  @Test(arguments: Actuator.all.map(\.preset))
  func `every core feedback is felt on every unit, and success as its three pulses`(preset: String) throws {
    let core = CoreFeedbacks(try #require(Actuator.all.first { $0.preset == preset }))
    #expect(core.unitCount == 9)
    #expect(core.unfelt.isEmpty, "\(core.unfelt)")
    #expect(core.wholeSuccess == core.unitCount)
  }

  @Test func `the strength of a tap does not depend on its sharpness`() {
    // A just noticeable difference of one motor; the blends of a pair have different motors.
    for actuator in Actuator.all {
      #expect(CoreFeedbacks(actuator).sharpnessSpread < (actuator.motors.count == 1 ? 2.5 : 5), "\(actuator.preset)")
    }
  }

  @Test(arguments: Actuator.all.map(\.preset))
  func `every motor tells all core feedbacks apart, and each other unit all but one pair`(preset: String) throws {
    let core = CoreFeedbacks(try #require(Actuator.all.first { $0.preset == preset }))
    #expect(core.nominal == [])
    #expect(core.mostOfAUnit <= 1, "\(core.confusable)")
  }
}

/// Taps of ten strengths on all simulated units.
@Suite struct TapLoudnessTests {
  @Test(arguments: Actuator.all.map(\.preset))
  func `each of ten taps is louder than the one before it, on every unit`(preset: String) throws {
    let taps = TapLoudness(try #require(Actuator.all.first { $0.preset == preset }))
    #expect(taps.step >= TapLoudness.leastStep, "\(taps.nominal)")
    #expect(taps.ordered == taps.unitCount)
  }

  @Test func `the weakest tap is felt on all units but the extreme ones, and is not much louder on the nominal one`() {
    for actuator in Actuator.all {
      let taps = TapLoudness(actuator)
      #expect(taps.weakest.least > -1.5, "\(actuator.preset)")
      #expect((0...7).contains(taps.nominal[0]), "\(actuator.preset)")
    }
  }
}
