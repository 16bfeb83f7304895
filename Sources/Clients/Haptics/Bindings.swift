internal import HapticPatterns
internal import HapticProtocol

/// The handles of prepared feedbacks and defined patterns, and the state of their transfer to the daemon.
struct Bindings {
  private var slots = [Binding?](repeating: nil, count: Limits.handles)
  /// Whether all bindings are sent. Stored, so that a play does not search them.
  private(set) var areSent = true

  // MARK: Handles

  /// Assigns the lowest free handle to a feedback; nil if no handle is free.
  mutating func claim(_ name: ShortName, for device: DeviceID?, allowingFallback: Bool = false) -> Handle? {
    claim {
      [.prepare(Request.Prepare(handle: $0, device: device, name: name, allowsFallback: allowingFallback))]
    }
  }

  /// Assigns the lowest free handle to a pattern; nil if no handle is free.
  mutating func claim(_ pattern: Pattern, _ category: Category, for device: DeviceID?) -> Handle? {
    claim { Array(Definition(of: pattern, handle: $0, device: device, category: category)) }
  }

  private mutating func claim(_ requests: (Handle) -> [Request]) -> Handle? {
    guard let index = slots.firstIndex(where: { $0 == nil }) else { return nil }
    let handle = Handle(rawValue: UInt32(index + 1))!
    slots[index] = Binding(requests(handle))
    areSent = false
    return handle
  }

  mutating func release(_ handle: Handle) { slots[index(of: handle)] = nil }

  // MARK: Transfer to the daemon

  /// Marks the packets of this handle as unsent, to be sent again.
  mutating func renew(_ handle: Handle) {
    slots[index(of: handle)]?.renew()
    areSent = false
  }

  /// Marks all bindings as unsent, because the daemon is a new one or sent `reset`.
  mutating func forget() {
    for index in slots.indices { slots[index]?.sent = 0 }
    areSent = slots.allSatisfy { $0 == nil }
  }

  func next(of handle: Handle) -> RequestPacket? { slots[index(of: handle)]?.next }

  var unsentFeedback: Handle? { firstUnsent { $0.isFeedback } }

  /// The first handle with an unsent packet; feedbacks precede patterns. Nil if all are sent, which also sets
  /// `areSent`.
  mutating func firstUnsent() -> Handle? {
    let handle = unsentFeedback ?? firstUnsent { _ in true }
    if handle == nil { areSent = true }
    return handle
  }

  private func firstUnsent(where isMeant: (Binding) -> Bool) -> Handle? {
    let index = slots.firstIndex { $0.map { !$0.isSent && isMeant($0) } ?? false }
    return index.flatMap { Handle(rawValue: UInt32($0 + 1)) }
  }

  /// Marks the next packet as sent.
  mutating func advance(_ handle: Handle) { slots[index(of: handle)]?.sent += 1 }

  // MARK: Waiting for a verdict

  /// Marks all packets as unsent and sets the serial of the last one.
  ///
  /// - Parameter opening: the serial of the first packet, if it differs; its refusal is the verdict on the whole.
  mutating func restart(_ handle: Handle, awaited: UInt32, opening: UInt32) {
    slots[index(of: handle)]?.restart(awaited: awaited, opening: opening)
    areSent = false
  }

  /// Whether the reply to this serial completes a definition.
  func isPending(_ serial: UInt32) -> Bool { slots.contains { $0?.awaits(serial) == true } }

  /// Processes the reply to a definition.
  ///
  /// - Returns: the serials that it answers; nil if it belongs to no definition.
  mutating func conclude(_ serial: UInt32, isRefusal: Bool) -> [UInt32]? {
    for index in slots.indices {
      if slots[index]?.awaited == serial { return slots[index]?.conclude() }
      if slots[index]?.opening == serial { return isRefusal ? slots[index]?.refuse() : [] }
    }
    return nil
  }

  private func index(of handle: Handle) -> Int { Int(handle.rawValue) - 1 }
}
