internal import Glibc
internal import HapticSystem

/// What an open node turned out to be.
struct Probe {
  let identity: NodeIdentity
  let slots: Int
  /// Nil where the driver refuses every effect we have.
  let bank: EffectBank?
  /// Nil where nobody can say when the device was touched.
  let touch: TouchSensor?

  /// Asks a node what it is and tries what it takes.
  ///
  /// - Parameter mayWait: whether time may pass before a call that failed is repeated.
  /// - Throws: `.noDevice` where it went away, `.timedOut` where it does not answer, and faults of the driver.
  init(_ port: any NodePort, _ settings: BankSettings, mayWait: Bool) throws(Errno) {
    identity = try port.identify()
    slots = try port.slotCount()
    bank = try Probe.bank(port, identity.abilities, slots, settings, mayWait: mayWait)
    touch = bank == nil ? nil : port.listen().map { TouchSensor($0) }
  }

  /// The first type that the driver takes.
  ///
  /// - Throws: also the driver's fault, where it takes none and has not refused every one.
  private static func bank(
    _ port: any NodePort, _ abilities: Abilities, _ slots: Int, _ settings: BankSettings, mayWait: Bool
  ) throws(Errno) -> EffectBank? {
    var fault: Errno?
    for type in types(abilities) {
      let bank = EffectBank(port, type: type, slots: slots, settings: settings)
      do {
        try prove(bank, mayWait: mayWait)
        return bank
      } catch {
        switch error {
        // Others have every slot, or the device is at work: neither says anything against the type.
        case .noSpace, .busy, .wouldBlock: return bank
        case .noDevice, .timedOut: throw error
        case _ where error.refusesType: continue
        // It has taken the effect, and cannot play it.
        case _ where bank.counters.uploads > 0: throw error
        default: fault = fault ?? error
        }
      }
    }
    if let fault { throw fault }
    return nil
  }

  /// Tries again after a fault: a device that has just been plugged in may fail for a moment.
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

  private static func types(_ abilities: Abilities) -> [EffectType] {
    var types: [EffectType] = []
    if abilities.contains(.rumble) { types.append(.rumble) }
    if abilities.contains([.periodic, .sine]) { types.append(.sine) }
    return types
  }
}

extension Errno {
  /// Whether a driver that says this to an upload does not know the type, or never will.
  fileprivate var refusesType: Bool {
    switch self {
    case .invalidArgument, .notImplemented, .permissionDenied, .notPermitted: true
    default: rawValue == EOPNOTSUPP
    }
  }

  /// Whether the same call may succeed a moment later.
  fileprivate var mayPass: Bool {
    switch self {
    case .noSpace, .busy, .wouldBlock, .noDevice, .timedOut: false
    default: !refusesType
    }
  }
}
