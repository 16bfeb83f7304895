internal import HapticPatterns
internal import HapticProtocol

/// A client's own pattern while its parts arrive. Its announced size counts against the client's limits from the
/// beginning.
final class PatternDefinition {
  private var collector: DefinitionCollector
  private var digest = PatternDigest()
  private let records: Charge
  private let memory: Charge

  /// - Throws: `.limit` if the announced size exceeds the client's limits.
  init(_ define: Request.Define, _ allowance: Allowance) throws(Refusal) {
    guard let records = Charge(define.recordBytes, to: allowance.patternBytes),
      let memory = Charge(MemoryCost.pattern(define), to: allowance.memory),
      let collector = try? DefinitionCollector(define)
    else { throw Refusal(.limit) }
    (self.records, self.memory, self.collector) = (records, memory, collector)
  }

  /// - Throws: `.limit` if more records arrive than were announced; the definition must then be dropped.
  func collect(_ records: Request.Part.Records) throws(Refusal) {
    guard (try? collector.collect(records)) != nil else { throw Refusal(.limit) }
    digest.add(records)
  }

  var device: DeviceID? { collector.define.device }

  /// The feedback, or nil until all parts have arrived. It counts against the client's limits as long as a handle or a
  /// playback refers to its pattern.
  var feedback: ResolvedFeedback? {
    guard let pattern = collector.pattern else { return nil }
    return ResolvedFeedback(
      name: .empty, category: collector.define.category ?? .media,
      pattern: SharedPattern(pattern, nil, digest: digest.value, charges: [records, memory]))
  }
}

/// Distinguishes the patterns of clients by their records. It is computed as the records arrive, so that no single
/// packet takes long, and with a seed of the process, so that no client can search for two patterns with the same
/// digest.
private struct PatternDigest {
  private var events = Hasher()
  private var parameters = Hasher()
  private var points = Hasher()

  mutating func add(_ records: Request.Part.Records) {
    switch records {
    case .events(let new): for event in new { events.combine(event) }
    case .parameters(let new): for parameter in new { parameters.combine(parameter) }
    case .points(let new): for point in new { points.combine(point) }
    }
  }

  var value: Int {
    var all = Hasher()
    all.combine(events.finalize())
    all.combine(parameters.finalize())
    all.combine(points.finalize())
    return all.finalize()
  }
}
