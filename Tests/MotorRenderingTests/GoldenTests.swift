import Foundation
import MotorRendering
import TestSupport
import Testing

/// The rendered steps of the sample patterns. Tests in the virtual machine compare the same lists with real drivers.
@Suite struct GoldenTests {
  @Test(arguments: GoldenSteps.presets) func `the renderings of the sample patterns equal the golden steps`(
    preset: String
  ) throws {
    let now = GoldenSteps(rendering: try #require(MotorModel.presets[preset]))
    let path = GoldenSteps.path(of: preset)
    if GoldenSteps.isWriting { try now.text.write(toFile: path, atomically: true, encoding: .utf8) }
    let golden = GoldenSteps(reading: try String(contentsOfFile: path, encoding: .utf8))
    for (name, _) in SamplePatterns.all { #expect(now.steps[name] == golden.steps[name], "\(name)") }
  }

  @Test func `a list of steps reads back as it was written`() throws {
    let steps = GoldenSteps(rendering: try #require(MotorModel.presets["pad"]))
    #expect(GoldenSteps(reading: steps.text).steps == steps.steps)
  }
}
