import HapticProtocol
import Haptics
import Testing

@testable import HapticControl

/// The plays of a sandbox, of events and the history.
@Suite struct PlayLogTests {
  private static func play(_ number: UInt64, end: FinishReason? = nil) -> Observed {
    var record = Observed(
      opcode: .play, verdict: .played, processID: 1, receivedNanoseconds: Int64(number), feedback: "success",
      applicationName: "test")
    record.number = number
    record.end = end
    return record
  }

  @Test func `plays whose events were lost come from the history`() {
    var log = PlayLog()
    log.add([.observed(Self.play(1, end: .ended)), .observed(Self.play(2)), .lost(count: 3), .observed(Self.play(5))])
    log.complete(from: [Self.play(2, end: .stopped), Self.play(3, end: .ended), Self.play(4), Self.play(5)])
    #expect(log.records.map(\.number) == [1, 2, 3, 4, 5])
    #expect(log.records.map(\.end) == [.ended, .stopped, .ended, nil, nil])
    #expect(log.loss == "1 event lost")
  }
}
