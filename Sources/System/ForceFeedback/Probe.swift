internal import Glibc
internal import HapticSystem

/// An open node with its effects.
struct Probe {
  let opened: Opened
  /// Nil if the driver refuses every type of effect.
  let bank: EffectBank?

  /// Reads the identity of a node and finds the type of effects that it accepts.
  ///
  /// - Parameter mayWait: whether to sleep before a failed call is repeated.
  /// - Throws: `.noDevice` where it went away, `.timedOut` where it does not respond, and faults of the driver.
  init(_ port: any NodePort, _ settings: BankSettings, mayWait: Bool) throws(Errno) {
    let identity = try port.identify()
    let slots = try port.slotCount()
    bank = try Probe.bank(port, identity.abilities, slots, settings, mayWait: mayWait)
    opened = Opened(
      identity: identity, slots: slots, capacity: bank?.capacity ?? 0, type: bank?.type,
      touch: bank == nil ? nil : port.listen().map { TouchSensor($0) })
  }

  /// The first type that the driver accepts.
  ///
  /// - Throws: also the driver's error, where it accepts none and has not refused every one.
  private static func bank(
    _ port: any NodePort, _ abilities: Abilities, _ slots: Int, _ settings: BankSettings, mayWait: Bool
  ) throws(Errno) -> EffectBank? {
    var fault: Errno?
    for type in types(abilities, settings) {
      let bank = EffectBank(port, type: type, slots: slots, settings: settings)
      do {
        try prove(bank, mayWait: mayWait)
        return bank
      } catch {
        switch error {
        // Other programs have every slot, or the device is busy: it may still accept the type.
        case .noSpace, .busy, .wouldBlock: return bank
        case .noDevice, .timedOut: throw error
        case _ where error.refusesType: continue
        // It has accepted the effect, and cannot play it.
        case _ where bank.counters.uploads > 0: throw error
        default: fault = fault ?? error
        }
      }
    }
    if let fault { throw fault }
    return nil
  }

  /// Tries again after an error: a device that has just been plugged in may fail at first.
  private static func prove(_ bank: EffectBank, mayWait: Bool) throws(Errno) {
    for _ in 1..<attempts {
      do {
        return try bank.prove()
      } catch {
        guard error.mayPass else { throw error }
        if mayWait { bank.wait(.milliseconds(20)) }
      }
    }
    try bank.prove()
  }

  private static let attempts = 5

  private static func types(_ abilities: Abilities, _ settings: BankSettings) -> [EffectType] {
    if settings.takesOneConstant { return abilities.contains(.constant) ? [.constant] : [] }
    var types: [EffectType] = []
    if abilities.contains(.rumble) { types.append(.rumble) }
    if abilities.contains([.periodic, .sine]) { types.append(.sine) }
    return types
  }
}

extension Errno {
  /// Whether a driver that fails an upload with this error refuses the type for good.
  fileprivate var refusesType: Bool {
    switch self {
    case .invalidArgument, .notImplemented, .permissionDenied, .notPermitted: true
    default: rawValue == EOPNOTSUPP
    }
  }

  /// Whether the same call may succeed later.
  fileprivate var mayPass: Bool {
    switch self {
    case .noSpace, .busy, .wouldBlock, .noDevice, .timedOut: false
    default: !refusesType
    }
  }
}
