internal import ArgumentParser
internal import HapticProtocol

struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the daemon's counters and its latencies per stage.",
    discussion: """
      received: from the cause to the reading of the request. admitted: from reading to the decision. written: from \
      reading to the first level at the device. step: the delay of the later levels of patterns.
      """)

  @Flag(help: "Reset the counters after printing them.")
  var reset = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let report = try DaemonSession().statistics(resetting: reset)
    try output.show(JSONObject.statistics(report)) { Self.lines(report, columns: $0.columns) }
  }

  static func lines(_ report: StatisticsReport, columns: Int? = nil) -> [String] {
    let verdicts = Verdict.allCases.filter { report[$0] > 0 }.map { "\($0.name) \(report[$0])" }
    var table = Table(
      [
        ("STAGE", .left), ("COUNT", .right), ("MIN", .right), ("P50", .right), ("P90", .right), ("P99", .right),
        ("P99.9", .right), ("MAX", .right), ("1 µs ... 2 s, in powers of 2", .left),
      ], optional: ["1 µs ... 2 s, in powers of 2", "P99.9", "P90"])
    for stage in StatisticsReport.Stage.allCases {
      let times = report[stage: stage]
      let values = [times.minimum, times.p50, times.p90, times.p99, times.p999, times.maximum]
        .map { times.count == 0 ? "-" : duration(nanoseconds: Int64(clamping: $0)) }
      table.add([stage.name, "\(times.count)"] + values + [bars(times.buckets.prefix(22))])
    }
    return [
      "running for \(duration(nanoseconds: report.uptimeNanoseconds)), \(counted(report.clients, "client"))",
      "requests: \(verdicts.isEmpty ? "none" : verdicts.joined(separator: ", "))",
      "devices: \(counted(report.uploads, "upload")), \(counted(report.writes, "write"))", "",
    ] + table.lines(columns: columns)
  }
}

extension JSONObject {
  static func statistics(_ report: StatisticsReport) -> JSONObject {
    [
      "uptimeNanoseconds": report.uptimeNanoseconds, "clientCount": report.clients, "uploadCount": report.uploads,
      "writeCount": report.writes,
      "verdicts": Dictionary(uniqueKeysWithValues: Verdict.allCases.map { ($0.name, report[$0]) }),
      "stages": Dictionary(
        uniqueKeysWithValues: StatisticsReport.Stage.allCases.map { ($0.name, stage(report[stage: $0])) }),
    ]
  }

  /// Bucket i counts the values below 2^i microseconds that are not in an earlier bucket.
  private static func stage(_ stage: StageSummary) -> JSONObject {
    [
      "count": stage.count, "minimumNanoseconds": stage.minimum, "p50Nanoseconds": stage.p50,
      "p90Nanoseconds": stage.p90, "p99Nanoseconds": stage.p99, "p999Nanoseconds": stage.p999,
      "maximumNanoseconds": stage.maximum,
      "bucketsBelowPowersOfTwoMicroseconds": stage.buckets,
    ]
  }
}

/// Draws counts as a row of blocks, scaled to the largest count: `▁▂█▃`. A count that is not zero is always visible.
func bars(_ counts: some Sequence<UInt64>) -> String {
  let counts = Array(counts)
  let largest = counts.max() ?? 0
  guard largest > 0 else { return "" }
  return String(
    counts.map { count -> Character in
      count == 0 ? " " : blocks[Int(Double(count) / Double(largest) * Double(blocks.count - 1))]
    })
}

private let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
