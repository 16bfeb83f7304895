import HapticSystem
import Testing

@testable import ForceFeedback

@Suite struct CostMeterTests {
  @Test func `the cost of a call is the median of the last eight that were measured`() {
    var meter = CostMeter()
    #expect(meter.median == .zero)
    var costs: [Int64] = []
    for number in 1...40 {
      // In no order, with some twice.
      let cost = Int64(number * 7919 % 31 * 100)
      meter.add(from: Instant(nanoseconds: 5), to: Instant(nanoseconds: 5 + cost))
      costs.append(cost)
      let last = costs.suffix(8).sorted()
      #expect(meter.median == .nanoseconds(last[last.count / 2]))
    }
  }

  @Test func `the first eight calls are measured, then one in sixteen`() {
    var meter = CostMeter()
    let measured = (1...64).filter { _ in meter.wantsNext() }
    #expect(measured == Array(1...8) + [16, 32, 48, 64])
  }
}
