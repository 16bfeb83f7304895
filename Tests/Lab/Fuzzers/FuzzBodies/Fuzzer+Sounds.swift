import HapticAudio
import HapticPatterns

/// Decoded sounds, with any amplitudes, at any rate and with any settings: the pattern of a sound can be written, read back
/// and played, and its taps are where the onsets are. The decoder, libsndfile, has fuzzers of its own.
extension Fuzzer {
  static let sounds = Fuzzer("sounds") { (input) throws(Flaw) in
    var dice = Dice(input)
    let options = dice.soundOptions()
    let sound = dice.sound()
    try require(sound.samples.allSatisfy { -1...1 ~= $0 } && Sound.rates.contains(sound.rate), "\(sound.rate) Hz")
    let onsets = sound.onsets(options)
    try check(onsets, of: sound, options)
    let pattern = sound.pattern(options)
    let taps = pattern.events.filter { $0.kind == .transient }
    try requireEqual(taps.map(\.time), onsets.map(\.time), "the taps")
    try require(options.vibrates || taps.count == pattern.events.count, "vibrations on no request")
    try require(pattern.duration <= sound.duration + longestTap, "\(pattern.duration) for \(sound.duration)")
    try Bounds.check(pattern)
    try Written.check(pattern)
    try Playing.check(pattern)
    let peaks = sound.peaks(input.count)
    try require(
      peaks.count == input.count && peaks.allSatisfy { -1...1 ~= $0.lowerBound && -1...1 ~= $0.upperBound }, "\(peaks)")
  }

  /// The time of a tap at the end of a sound.
  private static let longestTap = Duration.milliseconds(100)

  private static func check(_ onsets: [Onset], of sound: Sound, _ options: SoundOptions) throws(Flaw) {
    let gap = Duration.seconds(1) / options.mostPerSecond
    for (onset, next) in zip(onsets, onsets.dropFirst()) {
      try require(next.time - onset.time >= gap, "\(onset.time) and \(next.time), closer than \(gap)")
    }
    for onset in onsets {
      try require(.zero...sound.duration ~= onset.time, "\(onset.time) in \(sound.duration)")
      try require(0...1 ~= onset.strength && 0...1 ~= onset.sharpness, "\(onset)")
    }
  }
}

extension Dice {
  fileprivate mutating func soundOptions() -> SoundOptions {
    var options = SoundOptions()
    options.sensitivity = share()
    options.gain = share() * 10
    options.mostPerSecond = 1 + share() * 49
    options.vibrates = flag()
    return options
  }

  /// Returns a sound of any bits, or of some parts: silence, a constant, a tone, noise or the highest pitch.
  fileprivate mutating func sound() -> Sound {
    let rate = number() * 12
    var samples: [Float] = []
    if flag() {
      while !isEmpty { samples.append(Float(bitPattern: UInt32(number()) << 16 | UInt32(number()))) }
    }
    while !isEmpty, samples.count < Self.mostSamples { samples += part() }
    return Sound(samples, rate: rate)
  }

  /// More would only take longer.
  private static let mostSamples = 20_000

  private mutating func part() -> [Float] {
    let (kind, count, level, turn) = (byte(), number() % 8000, Float(share()), Float(share()))
    var noise = UInt32(byte())
    return (0..<count).map { index in
      switch kind % 5 {
      case 0: return 0
      case 1: return level
      // A triangle, because its pitch is enough.
      case 2: return level * ((Float(index) * turn / 2).truncatingRemainder(dividingBy: 1) * 4 - 2).magnitude - level
      case 3:
        noise = noise &* 1_664_525 &+ 1_013_904_223
        return level * (Float(noise >> 8) / Float(1 << 23) - 1)
      default: return index.isMultiple(of: 2) ? level : -level
      }
    }
  }
}
