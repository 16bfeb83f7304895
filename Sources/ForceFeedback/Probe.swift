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
  /// - Throws: `.noDevice` where it went away, `.timedOut` where it does not answer, and faults of the driver.
  init(_ port: any NodePort, _ settings: BankSettings) throws(Errno) {
    identity = try port.identify()
    slots = try port.slotCount()
    bank = try Probe.bank(port, identity.abilities, slots, settings)
    touch = bank == nil ? nil : port.listen().map { TouchSensor($0) }
  }

  private static func bank(
    _ port: any NodePort, _ abilities: Abilities, _ slots: Int, _ settings: BankSettings
  ) throws(Errno) -> EffectBank? {
    for type in types(abilities) {
      let bank = EffectBank(port, type: type, slots: slots, settings: settings)
      do {
        try bank.prove()
        return bank
      } catch {
        switch error {
        // Others have every slot, or the device is at work: neither says anything against the type.
        case .noSpace, .busy, .wouldBlock: return bank
        case .noDevice, .timedOut: throw error
        default: continue
        }
      }
    }
    return nil
  }

  private static func types(_ abilities: Abilities) -> [EffectType] {
    var types: [EffectType] = []
    if abilities.contains(.rumble) { types.append(.rumble) }
    if abilities.contains([.periodic, .sine]) { types.append(.sine) }
    return types
  }
}
