internal import AHAP
public import HapticPatterns
public import TextDiagnostics

/// A pattern as the text of a file format, with the parts of the pattern that the format cannot hold.
public struct WrittenPattern: Hashable, Sendable {
  public let format: PatternFormat
  /// The text, in UTF-8.
  public let bytes: [UInt8]
  /// The lost parts, such as `the sharpness of 3 vibrations`; empty if the text has the whole pattern.
  public let losses: [String]

  /// Writes a pattern. The text is independent of the locale, and `PatternFile.read` reads it.
  ///
  /// AHAP has the whole pattern, with its long curves in parts that older players read. A clip has the felt intensity and sharpness over time, and the taps. Android's waveform
  /// has amplitudes of 0...255 in whole milliseconds, web vibration only times.
  ///
  /// - Parameter metadata: the author's metadata by key, as in `PatternFile`.
  /// - Throws: `Refused` if the format cannot be written (feedbackd); in a format other than AHAP, also if nothing of the
  ///   pattern can be felt, if it ends later than a file may, or if it needs more steps or points than a file may have.
  public init(_ pattern: Pattern, as format: PatternFormat, metadata: [String: String] = [:]) throws(Refused) {
    try self.init(pattern, as: format, metadata, json: [:])
  }

  /// Writes a pattern with the metadata of a file, with which AHAP keeps the values that are not texts.
  package init(_ pattern: Pattern, as format: PatternFormat, metadataOf file: PatternFile?) throws(Refused) {
    try self.init(pattern, as: format, file?.metadata ?? [:], json: file?.jsonMetadata ?? [:])
  }

  private init(
    _ pattern: Pattern, as format: PatternFormat, _ metadata: [String: String], json: [String: String]
  ) throws(Refused) {
    self.format = format
    switch format {
    case .ahap:
      var file = AHAPFile(pattern: pattern, metadata: metadata)
      file.jsonMetadata = json
      bytes = file.withShortCurves().write()
      losses = []
    case .haptic:
      let writer = ClipWriter(pattern, metadata: metadata, json: json)
      guard writer.isFelt else { throw Self.nothing(in: format) }
      try Self.check(pattern, endingAt: writer.end, in: format)
      bytes = Array(writer.text.utf8)
      if writer.isLong { try Self.check(bytes, in: format) }
      losses = Self.losses(of: pattern, unwritten: writer.lostMetadata) + writer.losses
    case .androidXML, .web:
      let timeline = AmplitudeTimeline(pattern)
      guard timeline.isFelt else { throw Self.nothing(in: format) }
      try Self.check(pattern, endingAt: timeline.end, in: format)
      try Self.check(timeline.stepCount(in: format), in: format)
      bytes = Array((format == .web ? timeline.webText : timeline.androidText).utf8)
      let own = format == .web ? timeline.webLosses : timeline.androidLosses
      losses = Self.losses(of: pattern, unwritten: metadata.keys.sorted()) + own
    case .feedbackd:
      throw Refused("\(format.name) cannot be written", remedy: "write another format")
    }
  }

  private static func nothing(in format: PatternFormat) -> Refused {
    Refused(
      "\(format.name) would have nothing to feel", remedy: "add an event with an intensity, or write AHAP")
  }

  // A pattern may start its last event at the latest time of a file, and need many steps. `PatternFile.read` would refuse
  // the text.

  private static func check(
    _ pattern: Pattern, endingAt end: Duration, in format: PatternFormat
  ) throws(Refused) {
    let latest = FileLimits.standard.maximumTime
    guard end > latest else { return }
    let events = pattern.endingByItself.events
    let ends = events.map { Pattern([$0]).duration }
    let last = events.indices.max { ends[$0] < ends[$1] }.map {
      "event \($0) at \(Quotation.number(events[$0].time.inSeconds.inMillionths)) s"
    }
    throw Refused(
      "\(last ?? "the pattern") ends after \(Quotation.number(latest.inSeconds)) s, the latest time in \(format.name)",
      remedy: "move or shorten it, or write AHAP")
  }

  private static func check(_ steps: Int, in format: PatternFormat) throws(Refused) {
    let most = FileLimits.standard.maximumEvents
    guard steps > most else { return }
    throw Refused(
      "\(format.name) would have \(steps) steps, but a file has at most \(most)",
      remedy: "split it into several patterns, or write AHAP")
  }

  /// Only the reader of a clip knows how many points its pattern has.
  private static func check(_ bytes: [UInt8], in format: PatternFormat) throws(Refused) {
    if (try? PatternFile.read(bytes, name: "")) != nil { return }
    throw Refused(
      "\(format.name) would have more points and taps than a file may have",
      remedy: "split it into several patterns, or write AHAP")
  }

  /// The losses that all formats except AHAP have.
  private static func losses(of pattern: Pattern, unwritten keys: [String]) -> [String] {
    var losses: [String] = []
    if !pattern.audio.isEmpty { losses.append(counted(pattern.audio.count, "audio event")) }
    if !keys.isEmpty { losses.append("the metadata \(keys.map { Quotation.shown($0) }.joined(separator: ", "))") }
    let endless = pattern.events.count(where: \.isEndless)
    if endless > 0 { losses.append("\(counted(endless, "vibration")) without an end, ended after one pass") }
    return losses
  }
}

/// `1 tap`, `2 taps`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension Pattern {
  /// The times at which the intensity or the sharpness may bend or jump: the parts of events, and the points of controls.
  func bends(before end: Duration) -> [Duration] {
    let score = Score(self)
    var times: Set<Duration> = [.zero, end]
    for event in events {
      times.insert(event.time)
      guard case .continuous(let duration) = event.kind else { continue }
      let swells = score.effectiveEnvelope(of: event).swells
      let sounding = swells.decay.map { min(duration, swells.attack + $0) } ?? duration
      for part in [
        min(swells.attack, duration), sounding, sounding + swells.release, duration, duration + swells.release,
      ] {
        times.insert(event.time + part)
      }
    }
    for parameter in parameters where parameter.control.isHaptic { times.insert(parameter.time) }
    for curve in curves where curve.control.isHaptic {
      times.insert(curve.time)
      for point in curve.points { times.insert(curve.time + point.time) }
    }
    return times.filter { $0 <= end }.sorted()
  }

  /// The pattern without its taps.
  var vibrations: Pattern {
    Pattern(events.filter { $0.kind != .transient }, parameters: parameters, curves: curves)
  }
}
