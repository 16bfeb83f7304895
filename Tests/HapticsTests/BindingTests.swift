import HapticPatterns
import HapticProtocol
import Testing

@testable import Haptics

@Suite struct `Bindings of handles` {
  private let pattern = Pattern(
    (0..<500).map { Event(.transient, at: .milliseconds($0), intensity: 1, sharpness: 0) })

  @Test func `a definition has its serials in the first and the last packet`() {
    var bindings = Bindings()
    let handle = bindings.claim(pattern, .media, for: nil)!
    #expect(send(&bindings) == [0, 0, 0, 0])
    #expect(bindings.areSent)
    bindings.restart(handle, awaited: 7, opening: 6)
    #expect(send(&bindings) == [6, 0, 0, 7])
    #expect(bindings.conclude(6, isRefusal: false) == [])
    #expect(bindings.conclude(7, isRefusal: false) == [7])
    #expect(bindings.conclude(7, isRefusal: false) == nil)
    #expect(bindings.areSent)
  }

  @Test func `a refusal of the opening is the verdict, and the rest is not sent`() {
    var bindings = Bindings()
    let handle = bindings.claim(pattern, .media, for: nil)!
    bindings.restart(handle, awaited: 7, opening: 6)
    bindings.advance(handle)
    #expect(bindings.conclude(6, isRefusal: true) == [7])
    #expect(send(&bindings) == [])
  }

  @Test func `a superseded call gets the result of the later one`() {
    var bindings = Bindings()
    let handle = bindings.claim(pattern, .media, for: nil)!
    bindings.restart(handle, awaited: 7, opening: 6)
    bindings.advance(handle)
    bindings.restart(handle, awaited: 9, opening: 8)
    #expect(send(&bindings) == [8, 0, 0, 9])
    #expect(bindings.conclude(6, isRefusal: false) == nil)
    #expect(bindings.conclude(8, isRefusal: false) == [])
    #expect(bindings.conclude(9, isRefusal: true) == [7, 9])
  }

  @Test func `a verdict during the definition after a reconnection does not interrupt it`() {
    var bindings = Bindings()
    let handle = bindings.claim(pattern, .media, for: nil)!
    bindings.restart(handle, awaited: 7, opening: 6)
    _ = send(&bindings)
    bindings.forget()
    bindings.advance(handle)
    #expect(bindings.conclude(7, isRefusal: false) == [7])
    #expect(send(&bindings) == [0, 0, 0])
  }

  @Test func `a renewal sends all packets again, but not those that are being sent or whose verdict is awaited`() {
    var bindings = Bindings()
    let handle = bindings.claim(pattern, .media, for: nil)!
    bindings.advance(handle)
    bindings.renew(handle)
    #expect(send(&bindings).count == 3)
    bindings.renew(handle)
    #expect(!bindings.areSent && send(&bindings) == [0, 0, 0, 0])
    bindings.restart(handle, awaited: 7, opening: 6)
    _ = send(&bindings)
    bindings.renew(handle)
    #expect(send(&bindings) == [])
    #expect(bindings.conclude(7, isRefusal: false) == [7])
  }

  @Test func `feedbacks are sent before patterns`() {
    var bindings = Bindings()
    let first = bindings.claim(pattern, .media, for: nil)!
    let second = bindings.claim("tap", for: nil)!
    #expect(bindings.firstUnsent() == second)
    bindings.advance(second)
    #expect(bindings.firstUnsent() == first)
    bindings.release(first)
    #expect(bindings.firstUnsent() == nil)
    #expect(bindings.areSent)
  }

  /// Sends all unsent packets.
  ///
  /// - Returns: their serials.
  private func send(_ bindings: inout Bindings) -> [UInt32] {
    var serials: [UInt32] = []
    while let handle = bindings.firstUnsent(), let packet = bindings.next(of: handle) {
      serials.append(packet.serial)
      bindings.advance(handle)
    }
    return serials
  }
}
