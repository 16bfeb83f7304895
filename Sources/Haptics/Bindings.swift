internal import HapticPatterns
internal import HapticProtocol

/// What is prepared under which handle, a feedback or a pattern, and how much of it this daemon has been told.
struct Bindings {
  private var slots = [Binding?](repeating: nil, count: Limits.handles)
  /// Whether every binding is known to the daemon. Kept so that a play does not look through them.
  private(set) var areSent = true

  // MARK: Handles

  /// Takes the lowest free handle for a feedback; nil where all are taken.
  mutating func claim(_ name: ShortName, for device: DeviceID?, allowingFallback: Bool = false) -> Handle? {
    claim {
      .feedback(Request.Prepare(handle: $0, device: device, name: name, allowsFallback: allowingFallback))
    }
  }

  /// Takes the lowest free handle for a pattern; nil where all are taken.
  mutating func claim(_ pattern: Pattern, _ category: Category, for device: DeviceID?) -> Handle? {
    claim { .pattern(Definition(of: pattern, handle: $0, device: device, category: category)) }
  }

  private mutating func claim(_ content: (Handle) -> Binding.Content) -> Handle? {
    guard let index = slots.firstIndex(where: { $0 == nil }) else { return nil }
    let handle = Handle(rawValue: UInt32(index + 1))!
    slots[index] = Binding(content(handle))
    areSent = false
    return handle
  }

  mutating func release(_ handle: Handle) { slots[index(of: handle)] = nil }

  // MARK: Telling the daemon

  /// The daemon knows nothing any more: it is another one, or said `reset`.
  mutating func forget() {
    for index in slots.indices { slots[index]?.forget() }
    areSent = slots.allSatisfy { $0 == nil }
  }

  /// The next packet of what is under this handle; nil where the daemon has all of it.
  func next(of handle: Handle) -> RequestPacket? {
    slots[index(of: handle)]?.next
  }

  /// The first handle of a feedback that the daemon does not know.
  var unsentFeedback: Handle? { firstUnsent { $0.isFeedback } }

  /// The first handle of which the daemon lacks something, feedbacks before patterns; nil, and `areSent`, where there is
  /// none.
  mutating func firstUnsent() -> Handle? {
    let handle = unsentFeedback ?? firstUnsent { _ in true }
    if handle == nil { areSent = true }
    return handle
  }

  private func firstUnsent(where isMeant: (Binding.Content) -> Bool) -> Handle? {
    let index = slots.firstIndex { slot in
      guard let slot else { return false }
      return !slot.isSent && isMeant(slot.content)
    }
    return index.flatMap { Handle(rawValue: UInt32($0 + 1)) }
  }

  /// The packet that was next has been sent.
  mutating func advance(_ handle: Handle) { slots[index(of: handle)]?.advance() }

  // MARK: Waiting for a verdict

  /// Sends all of it again, with this serial in the last packet.
  ///
  /// - Parameter opening: the serial of the first packet, where that is another one: a refusal of that is the verdict.
  mutating func restart(_ handle: Handle, awaited: UInt32, opening: UInt32) {
    slots[index(of: handle)]?.restart(awaited: awaited, opening: opening)
    areSent = false
  }

  /// Whether the reply to this serial concludes a definition.
  func isPending(_ serial: UInt32) -> Bool {
    slots.contains { $0?.awaits(serial) == true }
  }

  /// A reply came.
  ///
  /// - Returns: the serials that it answers; nil where it is no matter of a definition.
  mutating func conclude(_ serial: UInt32, isRefusal: Bool) -> [UInt32]? {
    for index in slots.indices {
      if slots[index]?.awaited == serial { return slots[index]?.conclude() }
      if slots[index]?.opening == serial { return isRefusal ? slots[index]?.refuse() : [] }
    }
    return nil
  }

  private func index(of handle: Handle) -> Int { Int(handle.rawValue) - 1 }
}
