import Foundation
import HapticPatterns
import TestSupport
import Testing

@testable import MotorRendering

/// What is meant to be stronger is felt stronger.
@Suite struct LoudnessTests {
  @Test func `the last command of a slope has the strength of its end`() {
    var slow = NamedModel.preset("pad")
    slow.minimumInterval = .milliseconds(50)
    let pattern = Pattern(
      Pattern.buzz(1, sharpness: 0.5, milliseconds: 100).events,
      curves: [ParameterCurve(.intensity, [.init(at: .zero, 0.1), .init(at: .milliseconds(100), 0.9)])])
    let drive = slow.drives(of: slow.drive(for: pattern).level(at: .milliseconds(75))).strong
    #expect(slow.perception.strength(ofAmplitude: drive) > 0.6)
  }
}
