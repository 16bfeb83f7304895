import HapticPatterns
import HapticThemes
import MotorRendering
import Testing

@testable import HapticServer

/// What the daemon permits for the renderings of any theme is far more than the built-in themes need.
@Suite struct RenderingCostTests {
  @Test(arguments: Array(MotorModel.presets.keys))
  func `the render cache holds every pattern of the built-in themes`(preset: String) throws {
    let model = try #require(MotorModel.presets[preset])
    for name in Theme.builtInNames {
      let vocabulary = try Theme.load(name.description, searching: []).vocabulary
      var renders = RenderCache(model) { _ in .max }
      for pattern in Catalogue(vocabulary).patterns {
        let isLong = pattern.isLong
        #expect(renders.content(pattern, intensity: .max).drive != nil || isLong, "\(pattern.definition)")
      }
      #expect(renders.usualBytes < RenderCache.limit / 10)
    }
  }
}
