/// Builds a pattern from parts that arrive one after another. Each part is processed on arrival, so that a large
/// pattern is finished quickly.
public struct PatternBuilder: Sendable {
  public private(set) var events: [Event] = []
  public private(set) var parameters: [DynamicParameter] = []
  private var curves: [ParameterCurve] = []
  private var extent = PatternExtent()

  /// Creates an empty builder.
  ///
  /// - Parameters:
  ///   - events: the expected number of events; more are accepted.
  ///   - parameters: the expected number of parameters; more are accepted.
  public init(events: Int, parameters: Int) {
    self.events.reserveCapacity(events)
    self.parameters.reserveCapacity(parameters)
  }

  /// Appends events, in any order.
  public mutating func append(_ new: [Event]) {
    for event in new { extent.include(event) }
    events += new
  }

  /// Appends parameters, in any order.
  public mutating func append(_ new: [DynamicParameter]) { parameters += new }

  /// Appends a curve.
  public mutating func append(_ curve: ParameterCurve) { curves.append(curve) }

  /// The pattern of all parts that have arrived.
  public var pattern: Pattern {
    Pattern(events, parameters: parameters, curves: curves, audio: [], duration: extent.duration)
  }
}

/// The time from the start of a pattern to the latest end of the events included so far.
struct PatternExtent: Sendable {
  private(set) var duration = Duration.zero
  /// The envelope of the previous event: many events have the same one, and its times take powers to compute.
  private var envelope = Envelope.standard
  private var swells = Envelope.standard.swells

  mutating func include(_ event: Event) {
    guard event.latestEnd > duration else { return }
    guard case .continuous(let length) = event.kind else {
      duration = max(duration, max(event.end, event.time + event.logicalDuration))
      return
    }
    if event.envelope != envelope { (envelope, swells) = (event.envelope, event.envelope.swells) }
    duration = max(duration, event.time + swells.length(of: length))
  }
}
