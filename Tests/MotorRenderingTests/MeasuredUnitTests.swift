import HapticPatterns
import TestSupport
import Testing

@testable import MotorRendering

/// A unit whose times were measured needs less reserve than one of which only the type is known.
@Suite struct MeasuredUnitTests {
  private static let slowMotors = ["erm", "on-off", "pad"]

  private func models(_ name: String) -> (type: MotorModel, measured: MotorModel) {
    let type = NamedModel.preset(name)
    var measured = type
    measured.isMeasured = true
    return (type, measured)
  }

  @Test(arguments: slowMotors)
  func `a measured faster unit has a shorter shortest push`(name: String) {
    let (type, measured) = models(name)
    #expect(type != measured)
    #expect(measured.feltStroke(.strong) < type.feltStroke(.strong))
    let tap: Pattern = [Event(.transient, intensity: 0.2, sharpness: 0.5)]
    #expect(measured.drive(for: tap).duration < type.drive(for: tap).duration)
  }

  @Test(arguments: slowMotors)
  func `a measured faster unit separates two taps with less delay`(name: String) {
    let (type, measured) = models(name)
    // An interval that the type is too slow for, by less than the longest delay.
    let interval = name == "pad" ? 45 : 60
    func second(_ model: MotorModel) -> Duration? {
      let taps = [0, interval].map { Event(.transient, at: .milliseconds($0), intensity: 1, sharpness: 0.5) }
      return model.drive(for: Pattern(taps)).steps.filter { $0.level != .off }.last?.at
    }
    #expect(second(measured)! < second(type)!)
    #expect(second(measured)! >= .milliseconds(interval))
  }
}
