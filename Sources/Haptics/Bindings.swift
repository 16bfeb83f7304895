internal import HapticPatterns
internal import HapticProtocol

/// Which feedback is prepared under which handle, and whether this daemon knows of it yet.
struct Bindings {
  private struct Binding {
    var name: ShortName
    var device: DeviceID?
    var isSent = false
  }

  private var slots = [Binding?](repeating: nil, count: Limits.handles)
  /// Whether every binding is known to the daemon. Kept so that a play does not look through them.
  private(set) var areSent = true

  /// Takes the lowest free handle; nil where all are taken.
  mutating func claim(_ name: ShortName, for device: DeviceID?) -> Handle? {
    guard let index = slots.firstIndex(where: { $0 == nil }) else { return nil }
    slots[index] = Binding(name: name, device: device)
    areSent = false
    return Handle(rawValue: UInt32(index + 1))
  }

  mutating func release(_ handle: Handle) { slots[index(of: handle)] = nil }

  func prepare(_ handle: Handle) -> Request.Prepare? {
    slots[index(of: handle)].map { Request.Prepare(handle: handle, device: $0.device, name: $0.name) }
  }

  /// The daemon knows nothing any more: it is another one, or said `reset`.
  mutating func forget() {
    for index in slots.indices { slots[index]?.isSent = false }
    areSent = slots.allSatisfy { $0 == nil }
  }

  /// The next one that the daemon does not know; nil, and `areSent`, where there is none.
  mutating func nextUnsent() -> Request.Prepare? {
    for (index, binding) in slots.enumerated() where binding?.isSent == false {
      return prepare(Handle(rawValue: UInt32(index + 1))!)
    }
    areSent = true
    return nil
  }

  mutating func markSent(_ handle: Handle) { slots[index(of: handle)]?.isSent = true }

  private func index(of handle: Handle) -> Int { Int(handle.rawValue) - 1 }
}
