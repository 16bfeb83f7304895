#if HAPTICD_SENSITIVITY
  internal import Glibc
#endif

/// The numbers that decide how patterns feel, with unit and source. All others are limits of a computation, properties
/// of devices, or arithmetic.
///
/// A fitted constant was chosen by the generated patterns of docs/fidelity.md, of the class that its comment names. A table
/// there says what 10 % of each constant changes.
enum Constants {
  // MARK: Perception, from literature

  /// The amplitude of a mass on a spring that is just noticed, as a fraction of the full one: the acceleration is 30 dB
  /// below it (Hwang and Choi 2010 use 30 and 40 dB).
  static let springThreshold = constant("springThreshold", 0.0316)
  /// Stevens' exponent at 150...250 Hz: 0.6 at 250 Hz, 0.95 at 60 Hz (Stevens 1968).
  static let springExponent = constant("springExponent", 0.65)
  /// The speed of an eccentric mass that is just noticed, as a fraction of the full one: between `springThreshold` itself
  /// (velocity) and its square root (acceleration).
  static let eccentricThreshold = constant("eccentricThreshold", 0.16)
  /// The exponents between the speed of an eccentric mass and its felt strength, each fitted to both notions of strength
  /// over all classes: a slow motor of a phone without levels, and a gamepad's two, at about 60 Hz and 160 Hz.
  static let switchedExponent = constant("switchedExponent", 0.77)
  static let padExponent = constant("padExponent", 1.08)
  /// The ratio of two amplitudes that a user can just distinguish: 2.2...2.5 dB (Israr, Tan and Reed 2006).
  static let justNoticeableRatio = constant("justNoticeableRatio", 1.3)
  /// The part of a just noticeable difference, as a power of its ratio, that is certainly not noticed: by it the dullest taps
  /// of a slow motor are longer than others, and the sharpest shorter.
  static let unnoticed = constant("unnoticed", 0.23)
  /// The time in which the skin sums energy, in milliseconds (Verrillo 1965).
  static let summation = constant("summation", 200)
  /// The longest burst that is felt as one pulse, in milliseconds (Remache-Vinueza 2025). Two taps within half of it are
  /// one, and the skin needs half of it to feel a gap.
  static let burst = constant("burst", 30)
  /// The interval in milliseconds below which two touches are simultaneous, and a silence is not felt (Gescheider 1967).
  static let fusion = constant("fusion", 10)
  /// The longest crisp click, in milliseconds, and the longest rise of a motor that can make one (Android's guidelines).
  /// TDK gives 5...20 ms for masses on springs and 50...100 ms for eccentric masses.
  static let crisp = constant("crisp", 20)

  // MARK: Motors, from data sheets and the kernel

  /// The amplitude of the weak motor of a gamepad, relative to the strong one: the kernel counts its magnitude half when
  /// it combines both (ff-core.c), which is taken as power.
  static let weakGain = constant("weakGain", 0.7)
  /// The delay of the start of an eccentric mass as a fraction of its rise: 2...4 ms for motors of 40...80 ms, about one
  /// time constant of their windings and supplies.
  static let startOfRise = constant("startOfRise", 0.05)
  /// The factor by which another unit of a type, or a cold one, is slower than its model. The times of a measured unit are
  /// known to a tenth: they have the fourth root of it.
  static let slowness = constant("slowness", 1.4)
  /// The strength that 99 of 100 units have, as a fraction of that of their model.
  static let weakness = constant("weakness", 0.8)
  /// The fraction by which a moving unit falls faster than its model; fitted to trains.
  static let spread = constant("spread", 0.25)
  /// The shortest phase that gets its own command, in milliseconds: faster switching costs wakeups and is not felt.
  static let shortestPhase = constant("shortestPhase", 8)

  // MARK: Taps

  /// The longest push, in milliseconds, that is a press and not a buzz: that of phones with the slowest motors (themes of
  /// feedbackd).
  static let longestStroke = constant("longestStroke", 80)
  /// The fraction of an event that is its body. A fast motor is driven for this part of a tap, and decays in the rest. It must
  /// remain of a vibration before the next one. Fitted to single taps, trains, textures and melodies.
  static let body = constant("body", 0.4)
  /// The part of a transfer to a gamepad up to which a length is rounded down; fitted to trains.
  static let rounding = constant("rounding", 0.1)

  // MARK: Separation

  /// The longest delay that separates a tap on a slow motor from the one before it, in milliseconds, and as a fraction of
  /// the interval between them, which keeps the rhythm: delays of a train add up. Fitted to trains and textures;
  /// slower phones than those of the report need 0.8 for two pulses.
  static let longestDelay = constant("longestDelay", 120)
  static let delayShare = constant("delayShare", 0.8)
  /// The strength between two events, as a fraction of the weaker one, that counts as a gap: about `Perception.depth`, on
  /// units that are slower by `slowness`. Fitted to trains, and to the four pulses of `error` on a PinePhone.
  static let gap = constant("gap", 0.6)

  // MARK: Vibrations

  /// The sharpness below which a vibration rises slowly on purpose: a character of the vocabulary.
  static let dull = constant("dull", 0.25)
  /// The maximum fraction of its length that a vibration loses so that its end is felt in time; fitted to melodies.
  static let shortening = constant("shortening", 0.08)
  /// The intensity at which a vibration counts as silence, before the user's strength setting, far below the threshold.
  /// Fitted to swells.
  static let faint = constant("faint", 0.02)
  /// The swing of a motor without levels around an intermediate amplitude, as a fraction of it: less than a just noticeable
  /// difference. A unit that falls faster swings more, and must not be felt as separate pulses.
  static let densitySwing = constant("densitySwing", 0.1)
  /// The least valley between two of its phases, as a fraction of the peak: above `Perception.depth`, with a reserve for
  /// other units.
  static let densityDepth = constant("densityDepth", 0.68)
}

#if HAPTICD_SENSITIVITY
  /// The laboratory replaces constants: `HAPTICD_CONSTANTS=gap=0.5,body=0.3`.
  private func constant(_ name: String, _ value: Double) -> Double {
    guard let text = unsafe getenv("HAPTICD_CONSTANTS") else { return value }
    let pairs = unsafe String(cString: text).split(separator: ",").map { $0.split(separator: "=") }
    return pairs.last { $0[0] == name }.flatMap { Double($0[1]) } ?? value
  }
#else
  @inline(__always) private func constant(_ name: StaticString, _ value: Double) -> Double { value }
#endif
