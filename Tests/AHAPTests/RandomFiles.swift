import AHAP
import HapticPatterns
import TestSupport

/// Generates files like those of a program; the same seed gives the same files.
final class RandomFiles {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  func bits() -> UInt64 { random.next() }

  func below(_ limit: Int) -> Int { Int(bits() % UInt64(limit)) }

  func next() -> AHAPFile {
    let pattern = Pattern(
      some(5, event), parameters: some(3) { DynamicParameter(control(), both(), at: time()) },
      curves: some(3) { ParameterCurve(control(), at: time(), [point()] + some(20, point)) }, audio: some(3, sound))
    return AHAPFile(pattern: pattern, metadata: ["Key \(below(9))": text()])
  }

  private func some<Value>(_ limit: Int, _ make: () -> Value) -> [Value] { (0..<below(limit)).map { _ in make() } }
  private func unit() -> Double { [0, 1, Double(bits() >> 11) / 0x1p53][below(3)] }
  private func both() -> Double { unit() * 2 - 1 }
  private func time() -> Duration { .nanoseconds([0, below(1000), below(3_600_000_000_001)][below(3)]) }
  private func control() -> Control { Control.allCases[below(Control.allCases.count)] }
  private func point() -> ParameterCurve.Point { ParameterCurve.Point(at: time(), both()) }
  private func text() -> String {
    String(String.UnicodeScalarView(some(20) { Unicode.Scalar(UInt8(below(128))) }))
  }

  private func envelope() -> Envelope {
    below(2) == 0 ? .standard : Envelope(attack: unit(), decay: unit(), release: unit(), isSustained: below(2) == 0)
  }

  private func event() -> Event {
    // A tap with an envelope would cause a warning, because a tap ignores it.
    below(2) == 0
      ? Event(
        .transient, at: time(), intensity: Intensity(unit()), sharpness: Sharpness(unit()), logicalDuration: time())
      : Event(
        .continuous(duration: time() + .nanoseconds(1)), at: time(), intensity: Intensity(unit()),
        sharpness: Sharpness(unit()), envelope: envelope())
  }

  private func sound() -> AudioEvent {
    let path = [nil, "a.wav", "b/c d.caf"][below(3)]
    let kind: AudioEvent.Kind =
      path.map { .custom(path: $0, usesVolumeEnvelope: below(2) == 0, isLooping: below(2) == 0) } ?? .continuous
    return AudioEvent(
      kind, at: time(), duration: below(2) == 0 ? nil : time() + .nanoseconds(1), volume: unit(), pitch: both(),
      pan: both(), brightness: unit(), envelope: envelope())
  }
}
