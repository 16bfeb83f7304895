public import HapticSystem

/// The data of a force feedback device behind uinput. All replies of its driver are set here, so it can emulate
/// devices that refuse, stall or report false capabilities.
public struct UinputShape: DeviceShape {
  /// The time at which requests of the kernel are answered.
  public enum Answer: Hashable, Sendable {
    case promptly
    /// Each upload after this delay; other requests are served meanwhile.
    case after(Duration)
    /// Uploads and erasures never.
    case never
  }

  public struct Axis: Hashable, Sendable {
    public var code: UInt16
    public var range: ClosedRange<Int32>

    public init(_ code: UInt16, _ range: ClosedRange<Int32>) {
      self.code = code
      self.range = range
    }
  }

  public var name: String
  public var bus: UInt16 = 0
  public var vendor: UInt16 = 0
  public var product: UInt16 = 0
  public var version: UInt16 = 0
  /// The codes of `EV_FF` that it shows.
  public var effects: [UInt16] = FF.memless
  /// The number of slots that `EVIOCGEFFECTS` returns.
  public var slots: UInt32 = 16
  /// The codes of `EV_*` that it shows, in addition to those of its effects, keys and axes.
  public var eventTypes: [UInt16] = []
  public var keys: [UInt16] = []
  public var axes: [Axis] = []
  /// `INPUT_PROP_*`.
  public var properties: [UInt16] = []
  /// The types of effects, and the waveforms of periodic effects, whose upload is refused, with the error.
  public var refusals: [UInt16: Errno] = [:]
  public var answer = Answer.promptly
  /// Whether an effect ends after its length, as with ff-memless.
  public var endsByItself = true

  public init(name: String) { self.name = name }

  public var modules: [String] { ["uinput"] }
  public func make() -> any VirtualDevice { UinputDevice(self) }
}

/// Creates a shape and changes it.
func shape(_ name: String, _ change: (inout UinputShape) -> Void) -> UinputShape {
  var shape = UinputShape(name: name)
  change(&shape)
  return shape
}
