import Testing

@testable import FidelitySimulation

/// The figures of synthetic envelopes.
@Suite struct MetricTests {
  // MARK: Pulses

  @Test func `two separate pulses count as two`() {
    let pulses = Pulse.count(in: humps([(100, 1), (200, 0.5)]))
    #expect(pulses.map(\.top) == [100, 200])
    #expect(pulses.map(\.peak) == [1, 0.5])
    // Half of the rise of a raised cosine.
    #expect(pulses.map(\.onset) == [90, 190])
  }

  @Test func `a vibration without valleys counts as one pulse`() {
    let smear = (0..<300).map { moment in moment < 50 || moment > 250 ? 0 : 0.8 + (moment.isMultiple(of: 50) ? 0.1 : 0)
    }
    #expect(Pulse.count(in: smear).count == 1)
  }

  @Test(arguments: [(0.66, 2), (0.68, 1)])
  func `a valley parts two pulses at two thirds of the weaker one`(_ valley: Double, _ count: Int) {
    let felt = [0, 0.5, 1, 0.9, 0.5 * valley, 0.4, 0.5, 0.2, 0]
    #expect(Pulse.count(in: felt).count == count)
  }

  @Test func `a barely felt rise is not a pulse, and silence has no pulse`() {
    #expect(Pulse.count(in: humps([(100, 0.04)])).isEmpty)
    #expect(Pulse.count(in: humps([(100, 0.06)])).count == 1)
    #expect(Pulse.count(in: [Double](repeating: 0, count: 50)).isEmpty)
    #expect(Pulse.count(in: []).isEmpty)
  }

  // MARK: Matching

  @Test func `each pulse is matched once`() {
    #expect(Matching.pairs([100, 120, 140], [120]) == [nil, 0, nil])
    #expect(Matching.pairs([100], [90, 101, 110]) == [1])
  }

  @Test func `as many as possible are matched, then the nearest`() {
    // The nearest to 100 is 130, but this would leave no pulse for 160.
    #expect(Matching.pairs([100, 160], [60, 130]) == [0, 1])
    // The third of four taps at intervals of 42 ms is lost: the gap is at its time, not at the end.
    #expect(Matching.pairs([100, 142, 184, 226], [100, 142, 226]) == [0, 1, nil, 2])
  }

  @Test func `pulses farther apart than the tolerance do not match`() {
    #expect(Matching.pairs([100], [151]) == [nil])
    #expect(Matching.pairs([100], [150]) == [0])
    #expect(Matching.pairs([100], [50]) == [0])
    #expect(Matching.pairs([], [50]) == [])
    #expect(Matching.pairs([100], []) == [nil])
  }

  // MARK: Correlation

  @Test func `identical envelopes correlate, whatever their gain`() {
    let felt = humps([(100, 1), (300, 0.4)])
    #expect(abs(Correlation.pearson(felt, felt) - 1) < 1e-12)
    #expect(abs(Correlation.pearson(felt, felt.map { 0.3 * $0 }) - 1) < 1e-12)
    #expect(abs(Correlation.pearson(felt, felt.map { 1 - $0 }) + 1) < 1e-12)
  }

  @Test func `the correlation with silence is 0`() {
    let felt = humps([(100, 1)])
    #expect(Correlation.pearson(felt, [Double](repeating: 0, count: felt.count)) == 0)
    #expect(Correlation.pearson(felt, humps([(300, 1)])) < 0)
  }

  @Test func `Pearson's formula holds`() {
    // Deviations -1, 0, 1 and -1, 1, 0: 1 / (√2 · √2).
    #expect(abs(Correlation.pearson([1, 2, 3], [1, 3, 2]) - 0.5) < 1e-12)
  }

  @Test func `the correlation ignores a constant latency of up to 70 ms`() {
    let meant = humps([(100, 1), (300, 0.6)])
    let late = Correlation.aligned(meant, humps([(140, 1), (340, 0.6)]))
    #expect(late.latency == 40)
    #expect(late.correlation > 0.9999)
    #expect(Correlation.aligned(meant, humps([(200, 1), (400, 0.6)])).correlation < 0.5)
    #expect(Correlation.aligned(meant, humps([(80, 1), (280, 0.6)])).latency == 0)
  }
}
