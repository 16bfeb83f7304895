import Haptics
import Testing

@testable import HapticControl

@Suite struct LatencyTests {
  /// A report of plays with stages of 20 µs, 5 µs and 75 µs; `slow` of them take ten times as long.
  private func report(_ count: Int, slow: Int = 0, budget: Duration? = nil) -> LatencyReport {
    var report = LatencyReport(feedback: "selection", budget: budget)
    for index in 0..<count {
      let factor: Int64 = index < slow ? 10 : 1
      let reply = VerdictReply(
        .played, receivedNanoseconds: 20_000 * factor, admittedNanoseconds: 25_000 * factor,
        writtenNanoseconds: 95_000 * factor)
      report.add(cause: 0, reply, answered: 120_000 * factor, written: reply.writtenNanoseconds)
    }
    return report
  }

  @Test func `each stage has its own percentiles`() {
    let report = report(100)
    #expect(
      report.lines() == [
        "STAGE     COUNT      MIN      P50      P90      P99      MAX  JITTER",
        "received    100    20 µs    20 µs    20 µs    20 µs    20 µs    0 ns",
        "admitted    100     5 µs     5 µs     5 µs     5 µs     5 µs    0 ns",
        "written     100    75 µs    75 µs    75 µs    75 µs    75 µs    0 ns",
        "total       100    95 µs    95 µs    95 µs    95 µs    95 µs    0 ns",
        "reply       100  0.12 ms  0.12 ms  0.12 ms  0.12 ms  0.12 ms    0 ns",
      ])
  }

  @Test func `the budget is held against the 99th percentile of the total`() {
    #expect(report(100, slow: 1, budget: .microseconds(100)).complaint == nil)
    let complaint = report(100, slow: 2, budget: .microseconds(100)).complaint
    #expect(complaint?.hasPrefix("over the budget") == true)
    #expect(report(100, slow: 50).complaint == nil)
  }

  @Test func `plays that came too late break any budget`() {
    var late = report(10, budget: .seconds(1))
    late.lateCount = 1
    #expect(late.complaint?.contains("missed the deadline") == true)
  }

  @Test func `a latency report without a write is a failure`() {
    var report = LatencyReport(feedback: "selection", budget: nil)
    let reply = VerdictReply(.played, receivedNanoseconds: 10)
    #expect(report.complaint?.contains("no play of selection reached a motor") == true)
    report.lateCount = 2
    #expect(report.complaint == "2 plays of selection missed the deadline, and none reached a motor")
    report.add(cause: 0, reply, answered: 20, written: nil)
    #expect(report.complaint?.hasPrefix("1 admitted play of selection changed no motor") == true)
  }

  @Test func `a measurement in which the sensor felt nothing is a failure`() {
    var report = report(2)
    report.shakes = Shakes(interval: .milliseconds(5), unfelt: 2)
    #expect(report.complaint == "no play of selection shook the device above the noise")
    report.shakes = Shakes(interval: .milliseconds(5), latencies: [.milliseconds(20)], unfelt: 1)
    #expect(report.complaint == nil)
  }

  @Test func `scattered delays are jitter, a constant delay is not`() {
    var even = Distribution()
    var uneven = Distribution()
    for index in 0..<100 {
      even.record(nanoseconds: 18_000_000)
      uneven.record(nanoseconds: index.isMultiple(of: 2) ? 10_000_000 : 26_000_000)
    }
    #expect(even.jitter < 10_000)
    #expect((7_900_000...8_100_000).contains(uneven.jitter))
  }

  @Test func `an empty distribution is all zeros`() {
    let empty = Distribution()
    #expect(empty.minimum == 0 && empty.maximum == 0 && empty.percentile(99) == 0 && empty.jitter == 0)
  }
}
