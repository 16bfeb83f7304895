/// A force-feedback node as the daemon sees it, played on or left alone.
public struct DeviceRecord: Hashable, Sendable {
  /// Nil where the daemon does not play on it.
  public var id: DeviceID?
  public var state: State
  public var driver: Driver
  public var effect: Effect
  public var kind: Kind
  /// How many effects the device holds, and how many of them the daemon takes at most.
  public var slots: UInt16
  public var slotShare: UInt16
  /// What the kernel says of its identity.
  public var bus: UInt16
  public var vendor: UInt16
  public var product: UInt16
  public var version: UInt16
  /// What an upload and a play cost when last measured, in nanoseconds; 0 where not yet.
  public var uploadNanoseconds: UInt32
  public var playNanoseconds: UInt32
  /// The error number of what failed last; 0 where nothing did.
  public var errorNumber: UInt32
  /// The capability bits: bit n is the code 0x40 + n of the kernel's `FF_*`.
  public var capabilities: UInt64
  public var motor: Motor
  /// The kernel's name for it, at most 64 bytes.
  public var name: String
  /// Its node, such as `/dev/input/event5`, at most 48 bytes.
  public var path: String
  /// Why it is in this state, in words, at most 64 bytes; empty where nothing needs saying.
  public var reason: String

  /// Text longer than its field is cut at a character.
  public init(
    id: DeviceID?, state: State, driver: Driver, effect: Effect = .none, kind: Kind = .unknown, slots: UInt16 = 0,
    slotShare: UInt16 = 0, bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0,
    uploadNanoseconds: UInt32 = 0, playNanoseconds: UInt32 = 0, errorNumber: UInt32 = 0, capabilities: UInt64 = 0,
    motor: Motor = Motor(), name: String, path: String, reason: String = ""
  ) {
    self.id = id
    self.state = state
    self.driver = driver
    self.effect = effect
    self.kind = kind
    self.slots = slots
    self.slotShare = slotShare
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
    self.uploadNanoseconds = uploadNanoseconds
    self.playNanoseconds = playNanoseconds
    self.errorNumber = errorNumber
    self.capabilities = capabilities
    self.motor = motor
    self.name = name
    self.path = path
    self.reason = reason
  }
}

extension DeviceRecord {
  /// Whether it plays.
  public enum State: UInt8, CaseIterable, Hashable, Sendable {
    case ready = 1
    /// Being opened by its worker.
    case opening = 2
    /// Not ours to play on; `reason` says why.
    case leftAlone = 3
    case noPermission = 4
    case failed = 5
    /// It does not answer.
    case stalled = 6
  }

  /// What stands behind the node, which decides whether it can block.
  public enum Driver: UInt8, CaseIterable, Hashable, Sendable {
    /// The kernel's software mixer: never blocks.
    case memless = 1
    /// A process, through uinput: may never answer.
    case uinput = 2
    /// A driver of its own: uploads wait for the hardware.
    case own = 3
    /// The daemon's own simulation.
    case simulated = 4
  }

  /// The kind of kernel effect that a successful upload proved.
  public enum Effect: UInt8, CaseIterable, Hashable, Sendable {
    case none = 0
    case rumble = 1
    case periodic = 2
  }

  public enum Kind: UInt8, CaseIterable, Hashable, Sendable {
    case unknown = 0
    case vibrator = 1
    case gamepad = 2
    case wheel = 3
    case joystick = 4
    case touchpad = 5
  }

  /// What the motor can do, as the daemon believes it.
  public struct Motor: Hashable, Sendable {
    /// 1 or 2; 0 where the daemon does not play on the device.
    public var motors: UInt8
    /// Whether it knows only on and off.
    public var isOnOff: Bool
    /// Below this drive nothing is felt, of 65535.
    public var deadband: UInt16
    /// From rest to 90 % and from full to 10 %, in microseconds; the weak motor's are 0 where there is one motor.
    public var riseMicroseconds: UInt32
    public var fallMicroseconds: UInt32
    public var weakRiseMicroseconds: UInt32
    public var weakFallMicroseconds: UInt32
    /// The least time between two commands, in microseconds.
    public var minimumIntervalMicroseconds: UInt32
    /// The shortest pulse that is felt, in microseconds.
    public var shortestPulseMicroseconds: UInt32
    /// The magnitudes between which the device tells levels apart.
    public var floor: UInt16
    public var ceiling: UInt16
    /// Whether it plays waves of a period that is asked for, instead of turning a motor.
    public var playsWaves: Bool

    public init(
      motors: UInt8 = 0, isOnOff: Bool = false, deadband: UInt16 = 0, riseMicroseconds: UInt32 = 0,
      fallMicroseconds: UInt32 = 0, weakRiseMicroseconds: UInt32 = 0, weakFallMicroseconds: UInt32 = 0,
      minimumIntervalMicroseconds: UInt32 = 0, shortestPulseMicroseconds: UInt32 = 0, floor: UInt16 = 0,
      ceiling: UInt16 = 0, playsWaves: Bool = false
    ) {
      self.motors = motors
      self.isOnOff = isOnOff
      self.deadband = deadband
      self.riseMicroseconds = riseMicroseconds
      self.fallMicroseconds = fallMicroseconds
      self.weakRiseMicroseconds = weakRiseMicroseconds
      self.weakFallMicroseconds = weakFallMicroseconds
      self.minimumIntervalMicroseconds = minimumIntervalMicroseconds
      self.shortestPulseMicroseconds = shortestPulseMicroseconds
      self.floor = floor
      self.ceiling = ceiling
      self.playsWaves = playsWaves
    }
  }
}
