package import HapticSystem

/// The data of a force feedback device behind uinput. All replies of its driver are set here, so it can emulate
/// devices that refuse, stall or report false capabilities.
package struct UinputShape: DeviceShape {
  /// The time at which requests of the kernel are answered.
  package enum Answer: Hashable, Sendable {
    case promptly
    /// Each upload after this delay; other requests are served meanwhile.
    case after(Duration)
    /// Uploads and erasures never.
    case never
  }

  package struct Axis: Hashable, Sendable {
    package var code: UInt16
    package var range: ClosedRange<Int32>

    package init(_ code: UInt16, _ range: ClosedRange<Int32>) {
      self.code = code
      self.range = range
    }
  }

  package var name: String
  package var bus: UInt16 = 0
  package var vendor: UInt16 = 0
  package var product: UInt16 = 0
  package var version: UInt16 = 0
  /// The codes of `EV_FF` that it shows.
  package var effects: [UInt16] = FF.memless
  /// The number of slots that `EVIOCGEFFECTS` returns.
  package var slots: UInt32 = 16
  /// The codes of `EV_*` that it shows, in addition to those of its effects, keys and axes.
  package var eventTypes: [UInt16] = []
  package var keys: [UInt16] = []
  package var axes: [Axis] = []
  /// `INPUT_PROP_*`.
  package var properties: [UInt16] = []
  /// The types of effects, and the waveforms of periodic effects, whose upload is refused, with the error.
  package var refusals: [UInt16: Errno] = [:]
  package var answer = Answer.promptly
  /// Whether an effect ends after its length, as with ff-memless.
  package var endsByItself = true

  package init(name: String) { self.name = name }

  package var modules: [String] { ["uinput"] }
  package func make() -> any VirtualDevice { UinputDevice(self) }
}

/// Creates a shape and changes it.
func shape(_ name: String, _ change: (inout UinputShape) -> Void) -> UinputShape {
  var shape = UinputShape(name: name)
  change(&shape)
  return shape
}
