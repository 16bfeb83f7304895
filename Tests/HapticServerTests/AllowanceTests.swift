import HapticPatterns
import HapticProtocol
import Testing

@testable import HapticServer

/// Limits that are taken together: if one refuses, the others keep what they had.
@Suite struct AllowanceTests {
  @Test func `a playback that memory refuses takes no place`() {
    let allowance = Allowance.withMemory(MemoryCost.playback)
    #expect(allowance.beginPlayback())
    for _ in 0..<Limits.playbacks { #expect(!allowance.beginPlayback()) }
    #expect(allowance.playbacks.used == 1)
    allowance.endPlayback(costing: MemoryCost.playback)
    #expect(allowance.isUnused)
    #expect(allowance.beginPlayback())
  }

  @Test func `a place that no playback keeps is given back`() {
    let allowance = Allowance.withMemory(MemoryCost.playback)
    do {
      let place = PlaybackPlace(in: allowance, costing: MemoryCost.playback)
      #expect(allowance.playbacks.used == 1 && allowance.memory.used == MemoryCost.playback)
      _ = consume place
    }
    #expect(allowance.isUnused)
    do {
      var place = PlaybackPlace(in: allowance, costing: SharedPattern.example.playbackCost)!
      place.keep()
    }
    #expect(allowance.playbacks.used == 1)
  }

  @Test func `a playback without a place takes no memory`() {
    let allowance = Allowance.withMemory(1 << 30)
    for _ in 0..<Limits.playbacks { #expect(allowance.beginPlayback()) }
    let used = allowance.memory.used
    #expect(!allowance.beginPlayback())
    #expect(allowance.memory.used == used)
  }

  @Test func `a handle that memory refuses takes no place`() throws {
    let allowance = Allowance.withMemory(MemoryCost.handle)
    let table = HandleTable(allowance)
    _ = try table.bind(.first, to: .example, on: nil)
    for _ in 0..<Limits.handles { #expect(throws: Refusal.self) { _ = try table.bind(.second, to: .example, on: nil) } }
    #expect(allowance.handles.used == 1)
    table.remove(.first)
    #expect(allowance.isUnused)
  }

  @Test func `a handle without a place takes no memory`() throws {
    let allowance = Allowance.withMemory(1 << 30)
    for _ in 0..<Limits.handles { #expect(allowance.handles.take()) }
    #expect(throws: Refusal.self) { _ = try HandleTable(allowance).bind(.first, to: .example, on: nil) }
    #expect(allowance.memory.used == 0)
  }

  @Test func `a definition that memory refuses takes no pattern bytes and no handle`() {
    let allowance = Allowance.withMemory(MemoryCost.handle)
    let table = HandleTable(allowance)
    #expect(throws: Refusal.self) { _ = try table.define(.init(handle: .first, events: 100)) }
    #expect(allowance.isUnused)
  }

  @Test func `a definition that exceeds the pattern bytes takes no memory and no handle`() {
    let allowance = Allowance.withMemory(1 << 30)
    let table = HandleTable(allowance)
    #expect(allowance.patternBytes.take(Limits.patternBytes))
    #expect(throws: Refusal.self) { _ = try table.define(.init(handle: .first, events: 1)) }
    #expect(allowance.memory.used == 0 && allowance.handles.used == 0)
  }

  @Test func `a definition without a handle takes no memory and no pattern bytes`() {
    let allowance = Allowance.withMemory(1 << 30)
    for _ in 0..<Limits.handles { #expect(allowance.handles.take()) }
    #expect(throws: Refusal.self) { _ = try HandleTable(allowance).define(.init(handle: .first, events: 1)) }
    #expect(allowance.memory.used == 0 && allowance.patternBytes.used == 0)
  }

  @Test func `a definition beyond the limits of one pattern takes nothing`() {
    let allowance = Allowance.withMemory(1 << 30)
    let table = HandleTable(allowance)
    let tooMany = UInt32(Limits.patternPoints + 1)
    #expect(throws: Refusal.self) { _ = try table.define(.init(handle: .first, events: 1, parameters: tooMany)) }
    #expect(allowance.isUnused)
  }

  @Test func `an amount that parent or child refuses is taken from neither`() {
    let parent = Quota(10)
    let child = Quota(20, within: parent)
    let small = Quota(5, within: parent)
    #expect(!child.take(11) && child.used == 0 && parent.used == 0)
    #expect(!small.take(6) && small.used == 0 && parent.used == 0)
    #expect(child.take(7) && !small.take(4) && small.used == 0 && parent.used == 7)
  }

  @Test func `the first amounts count with the reserve, and what the others could use is given back first`() {
    let (parent, reserve) = (Quota(10), Quota(5))
    let child = Quota(20, within: parent, first: 3, from: reserve)
    let other = Quota(20, within: parent, first: 3, from: reserve)
    #expect(child.take(2) && child.take(9) && (reserve.used, parent.used) == (2, 9))
    #expect(!child.take(2), "neither the reserve nor the parent has room")
    #expect(child.take(1) && reserve.used == 3 && parent.used == 9)
    #expect(other.take(2) && reserve.used == 5)
    #expect(other.take(1) && parent.used == 10 && !other.take(1) && other.used == 3)
    child.giveBack(9)
    #expect((reserve.used, parent.used) == (5, 1))
    child.giveBack(3)
    other.giveBack(3)
    #expect((reserve.used, parent.used) == (0, 0))
  }

  @Test func `a client's limits count within those of its application`() {
    let application = Allowance(memory: Quota(1 << 30), reserve: Quota(0))
    let clients = (0..<Limits.clientsWorthPerApplication + 1).map { _ in Allowance(within: application) }
    for client in clients.dropLast() { for _ in 0..<Limits.playbacks { #expect(client.beginPlayback()) } }
    let last = clients[Limits.clientsWorthPerApplication]
    #expect(!last.beginPlayback() && last.playbacks.used == 0)
  }
}

extension Allowance {
  /// The limits of a client of an application that has this much memory.
  fileprivate static func withMemory(_ bytes: Int) -> Allowance {
    Allowance(within: Allowance(memory: Quota(bytes), reserve: Quota(0)))
  }

  /// - Returns: whether there was a place, which is then kept.
  fileprivate func beginPlayback() -> Bool {
    guard var place = PlaybackPlace(in: self, costing: SharedPattern.example.playbackCost) else { return false }
    place.keep()
    return true
  }

  fileprivate var isUnused: Bool {
    handles.used == 0 && playbacks.used == 0 && patternBytes.used == 0 && memory.used == 0
  }
}

extension SharedPattern {
  fileprivate static var example: SharedPattern { SharedPattern([], .touch) }
}

extension ResolvedFeedback {
  fileprivate static var example: ResolvedFeedback {
    ResolvedFeedback(name: "tap", category: .touch, pattern: .example)
  }
}

extension Handle {
  fileprivate static let first = Handle(rawValue: 1)!
  fileprivate static let second = Handle(rawValue: 2)!
}
