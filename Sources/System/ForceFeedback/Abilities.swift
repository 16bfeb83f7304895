/// The force-feedback bits of a device: bit n stands for the kernel's code 0x40 + n (linux/input-event-codes.h). An
/// open set; drivers advertise more than they accept.
public struct Abilities: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  init(code: UInt64) { rawValue = 1 << (code - 0x40) }

  /// A touchpad's own click waveforms (`FF_HAPTIC`, since Linux 7.x).
  public static let touchpadClicks = Abilities(code: 0x4f)
  /// `FF_RUMBLE`.
  public static let rumble = Abilities(code: 0x50)
  /// `FF_PERIODIC`.
  public static let periodic = Abilities(code: 0x51)
  /// `FF_CONSTANT`.
  public static let constant = Abilities(code: 0x52)
  /// `FF_SPRING`, `FF_FRICTION`, `FF_DAMPER`, `FF_INERTIA`: forces that depend on the position of a wheel or stick.
  public static let conditions = Abilities(rawValue: 0b1111 << (0x53 - 0x40))
  /// `FF_SQUARE`, `FF_TRIANGLE`, `FF_SINE`.
  public static let square = Abilities(code: 0x58)
  public static let triangle = Abilities(code: 0x59)
  public static let sine = Abilities(code: 0x5a)
  /// `FF_CUSTOM`.
  public static let custom = Abilities(code: 0x5d)
  /// `FF_GAIN`.
  public static let gain = Abilities(code: 0x60)
  /// `FF_AUTOCENTER`.
  public static let autocentre = Abilities(code: 0x61)

  /// Exactly the bits that the kernel's ff-memless layer gives to a rumble driver; no other driver has this set.
  public static let memless: Abilities = [.rumble, .periodic, .square, .triangle, .sine, .gain]

  /// The effects, without the bits below them, where one driver (iforce) puts axis numbers.
  var effects: Abilities { Abilities(rawValue: rawValue & ~((1 << (0x4f - 0x40)) - 1)) }
}
