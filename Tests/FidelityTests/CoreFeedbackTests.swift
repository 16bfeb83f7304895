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

  @Test func `a mass on a spring tells all core feedbacks apart`() {
    #expect(CoreFeedbacks(.resonantPhone).confusable.isEmpty)
  }
}
