public import HapticSystem

/// A force feedback device that user space plays through uinput, as data. Everything a driver could answer is set here,
/// which makes it the place for devices that refuse, stall or lie.
public struct UinputShape: DeviceShape {
  /// When requests of the kernel are answered.
  public enum Answer: Hashable, Sendable {
    case promptly
    /// Each upload so much later; other requests are served meanwhile.
    case after(Duration)
    /// Uploads and erasures not at all.
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
  /// The codes of `EV_FF` it shows.
  public var effects: [UInt16] = FF.memless
  /// What `EVIOCGEFFECTS` says.
  public var slots: UInt32 = 16
  public var keys: [UInt16] = []
  public var axes: [Axis] = []
  /// `INPUT_PROP_*`.
  public var properties: [UInt16] = []
  /// Types of effect whose upload is refused, and the error.
  public var refusals: [UInt16: Errno] = [:]
  public var answer = Answer.promptly
  /// Whether an effect ends after its length, as ff-memless sees to it.
  public var endsByItself = true

  public init(name: String) { self.name = name }

  public var modules: [String] { ["uinput"] }
  public func make() -> any VirtualDevice { UinputDevice(self) }
}

/// A shape made from another by changes.
func shape(_ name: String, _ change: (inout UinputShape) -> Void) -> UinputShape {
  var shape = UinputShape(name: name)
  change(&shape)
  return shape
}
