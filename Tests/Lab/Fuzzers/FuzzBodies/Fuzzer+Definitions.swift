import HapticPatterns
import HapticProtocol

/// Patterns in parts: an input is a sequence of requests, each after two bytes with its size.
extension Fuzzer {
  static let definitions = Fuzzer("definitions") { (input) throws(Flaw) in
    var collector: DefinitionCollector?
    for packet in packets(in: input) {
      guard let request = request(packet)?.request else { continue }
      collector = try collected(request, by: collector)
    }
  }

  /// Returns the state of a definition after a request, as the daemon keeps it for one handle.
  private static func collected(
    _ request: Request, by former: DefinitionCollector?
  ) throws(Flaw) -> DefinitionCollector? {
    switch request {
    case .define(let define):
      let collector = try? DefinitionCollector(define)
      try requireEqual(
        collector != nil, define.isWithinLimits && define.recordBytes <= Limits.patternBytes, "\(define)")
      if let pattern = collector?.pattern { try check(pattern, define) }
      return collector
    case .part(let part):
      guard var collector = former else { return nil }
      guard (try? collector.collect(part.records)) != nil else { return nil }
      try requireEqual(collector.pattern != nil, collector.isComplete, "complete, and a pattern")
      if let pattern = collector.pattern { try check(pattern, collector.define) }
      return collector
    default: return former
    }
  }

  private static func check(_ pattern: Pattern, _ define: Request.Define) throws(Flaw) {
    try requireEqual(pattern.events.count, Int(define.events), "events of \(define)")
    try Playing.check(pattern)
    let packets = Definition.packets(of: pattern, handle: define.handle)
    var collector: DefinitionCollector?
    for packet in packets {
      try requireEqual(Fuzzer.request(packet.bytes), packet, "encoded and decoded")
      switch packet.request {
      case .define(let define): collector = try? DefinitionCollector(define)
      case .part(let part): try require((try? collector?.collect(part.records)) != nil, "a part too many: \(part)")
      default: throw Flaw("no part of a definition: \(packet)")
      }
    }
    try requireEqual(collector?.pattern, haptic(pattern), "sent on")
  }

  /// Returns the parts of a pattern that are sent in packets.
  private static func haptic(_ pattern: Pattern) -> Pattern {
    Pattern(
      pattern.events, parameters: pattern.parameters.filter(\.control.isHaptic),
      curves: pattern.curves.filter(\.control.isHaptic))
  }

  private static func packets(in input: [UInt8]) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var rest = input[...]
    while rest.count >= 2 {
      let size = Int(rest.removeFirst()) | Int(rest.removeFirst()) << 8
      packets.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return packets
  }
}
