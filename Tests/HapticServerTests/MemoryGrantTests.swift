import HapticProtocol
import HapticSystem
import TestSupport
import Testing

@testable import HapticServer

/// The service's unit grants the memory that the limits permit.
@Suite struct MemoryGrantTests {
  @Test func `the data memory of the unit is enough for all limits together`() throws {
    let granted = try #require(Self.bytes(of: "LimitDATA"))
    let clients = (Limits.clients + Limits.reservedClients + Applications.remembered) * Self.client
    // Twice: blocks of one size leave gaps in which blocks of another size find no room.
    let needed = Self.program + Self.work + clients + 2 * Limits.memory
    #expect(needed <= granted)
    #expect(try #require(Self.bytes(of: "MemoryMax")) >= granted)
  }

  @Test func `no limit on the memory of some clients is above that of all clients`() {
    let shares = Applications().shares
    #expect(Limits.memoryPerApplication <= shares.all.limit)
    #expect(Limits.memoryPerApplication <= shares[.confined].limit)
    #expect(shares[.confined].limit < shares[.unverified].limit && shares[.unverified].limit < shares[.known].limit)
    #expect(Limits.playbacks * Limits.clientsWorthPerApplication * MemoryCost.playback <= Limits.memoryPerApplication)
  }

  /// The program with its theme, sixteen devices and their threads.
  private static let program = 6 << 20
  /// The request at hand: a pattern is sorted and rendered beside its parts.
  private static let work = 3 << 20
  /// A client without handles and playbacks, and its application.
  private static let client = 3 << 10

  private static func bytes(of setting: String) -> Int? {
    let path = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/systemd/hapticd.service"
    guard let text = try? RegularFile.read(path, upTo: 1 << 16) else { return nil }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("\(setting)=") }), line.hasSuffix("M") else { return nil }
    return Int(line.dropFirst(setting.count + 1).dropLast()).map { $0 << 20 }
  }
}

/// Memory goes back to the kernel after clients have left.
@Suite struct MemoryReturnTests {
  private let clock = ManualScheduler()
  private let memory = Quota(64 << 20)
  private let isPlaying = Flag()
  private let returns = Count()

  private func makeReturn() -> MemoryReturn {
    let memoryReturn = MemoryReturn(of: memory, clock) { [isPlaying] in isPlaying.value }
    memoryReturn.onReturn = { [returns] in returns.value += 1 }
    return memoryReturn
  }

  @Test func `memory is returned once after clients with much memory have left together`() {
    let memoryReturn = makeReturn()
    #expect(memory.take(20 << 20))
    for _ in 0..<10 {
      memory.giveBack(2 << 20)
      memoryReturn.noteFreed(at: clock.now)
      clock.advance(by: .milliseconds(10))
    }
    #expect(returns.value == 0)
    clock.advance(by: .seconds(10))
    #expect(returns.value == 1)
    memoryReturn.noteFreed(at: clock.now)
    #expect(clock.isSilent)
  }

  @Test func `a small amount of free memory is not returned`() {
    let memoryReturn = makeReturn()
    #expect(memory.take(1000))
    memory.giveBack(1000)
    memoryReturn.noteFreed(at: clock.now)
    #expect(clock.isSilent)
  }

  @Test func `memory is not returned during a playback, whose stop it would delay`() {
    let memoryReturn = makeReturn()
    #expect(memory.take(20 << 20))
    memory.giveBack(20 << 20)
    isPlaying.value = true
    memoryReturn.noteFreed(at: clock.now)
    clock.advance(by: .seconds(10))
    #expect(returns.value == 0)
    isPlaying.value = false
    clock.advance(by: .seconds(1))
    #expect(returns.value == 1 && clock.isSilent)
  }

  private final class Flag { var value = false }
  private final class Count { var value = 0 }
}
