import HapticPatterns
import TestSupport
import Testing

@testable import MotorRendering

/// The guarantees of a drive, for random patterns.
@Suite struct RandomPatternTests {

  private func model(_ random: inout SplitMix64) -> MotorModel {
    func motor(_ random: inout SplitMix64) -> Motor {
      Motor(
        rise: .milliseconds(Int.random(in: 1...300, using: &random)),
        fall: .milliseconds(Int.random(in: 1...300, using: &random)))
    }
    return MotorModel(
      kind: .vibrator, strong: motor(&random), weak: Bool.random(using: &random) ? motor(&random) : nil,
      isOnOff: Bool.random(using: &random), deadband: Double.random(in: 0...0.9, using: &random),
      shortestPulse: .milliseconds(Int.random(in: 0...100, using: &random)),
      minimumInterval: .milliseconds(Int.random(in: 0...64, using: &random)),
      floor: UInt16.random(in: 0...0x2000, using: &random), ceiling: UInt16.random(in: 0x2000...0xffff, using: &random),
      equalBytes: Bool.random(using: &random))
  }

  private func pattern(_ random: inout SplitMix64) -> Pattern {
    Pattern(
      (0..<Int.random(in: 1...40, using: &random)).map { _ in
        let isTap = Bool.random(using: &random)
        let length = Duration.microseconds(Int.random(in: 0...600_000, using: &random))
        return Event(
          isTap ? .transient : .continuous(duration: length),
          at: .microseconds(Int.random(in: 0...2_000_000, using: &random)),
          intensity: Intensity(.random(in: -0.1...1.1, using: &random)),
          sharpness: Sharpness(.random(in: -0.1...1.1, using: &random)))
      })
  }

  private static let named = NamedModel.all.map { (model: $0.model, palette: palette(of: $0.model)) }

  private static func palette(of model: MotorModel) -> Set<Level> {
    let halves = MotorModel.drives.flatMap { [$0, $0 / 1.3.squareRoot()] }
    // Taps on two motors have levels between those of the palette.
    let fine = model.weak == nil ? [] : MotorModel.drives.flatMap { drive in MotorModel.fineDrives.map { drive * $0 } }
    let drives = Set([0] + MotorModel.drives + halves.map { model.quantised($0 * 0.999) } + fine)
    return Set(drives.flatMap { drive in MotorSelection.allCases.map { model.level($0, drive: drive) } })
  }

  private func check(_ drive: Drive, of pattern: Pattern, on model: MotorModel, _ palette: Set<Level>) {
    #expect(drive.isEmpty || drive.steps.last?.level == .off)
    #expect(drive.steps.first.map { $0.at >= .zero && $0.level != .off } ?? true)
    // The longest delay, and one tap or shortest pulse beyond the end.
    let longest = max(.milliseconds(80), model.shortestPulse, model.minimumInterval)
    #expect(drive.duration <= pattern.duration + .milliseconds(120) + longest + model.minimumInterval)
    for (index, step) in drive.steps.enumerated().dropLast() {
      #expect(drive.length(ofStep: index) >= max(model.minimumInterval, .microseconds(100)))
      #expect(palette.contains(step.level))
      #expect(step.level != drive.steps[index + 1].level)
    }
  }

  @Test(arguments: TestExtent.all(0..<400, quick: 0..<20))
  func `a drive is sorted, paced, bounded, made of palette levels, and ends off`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let (model, pattern) = (model(&random), pattern(&random))
    let intensity = Double.random(in: 0...1, using: &random)
    let drive = model.drive(for: pattern, intensity: intensity)
    check(drive, of: pattern, on: model, Self.palette(of: model))
    #expect(drive == model.drive(for: pattern, intensity: intensity))
    for (model, palette) in Self.named { check(model.drive(for: pattern), of: pattern, on: model, palette) }
  }

  @Test func `a pattern of thousands of events is rendered`() {
    var random = SplitMix64(seed: 1)
    let events = (0..<TestExtent.all(100, quick: 25)).flatMap { _ in pattern(&random).events }
    let spread = events.enumerated().map { index, event in
      Event(event.kind, at: .milliseconds(index * 20), intensity: event.intensity, sharpness: event.sharpness)
    }
    for (model, palette) in Self.named.prefix(TestExtent.all(.max, quick: 2)) {
      check(model.drive(for: Pattern(spread)), of: Pattern(spread), on: model, palette)
    }
  }
}
