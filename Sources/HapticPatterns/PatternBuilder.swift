/// A pattern whose parts arrive one after another. The work on each part is done when the part arrives, so that a large
/// pattern is finished in a short time.
public struct PatternBuilder: Sendable {
  private var events: [Event] = []
  private var parameters: [DynamicParameter] = []
  private var curves: [ParameterCurve] = []
  private var extent = PatternExtent()

  /// - Parameters:
  ///   - events: how many events will come; more may come.
  ///   - parameters: how many parameters will come.
  public init(events: Int, parameters: Int) {
    self.events.reserveCapacity(events)
    self.parameters.reserveCapacity(parameters)
  }

  public mutating func append(_ new: [Event]) {
    for event in new { extent.include(event) }
    events += new
  }

  public mutating func append(_ new: [DynamicParameter]) { parameters += new }

  public mutating func append(_ curve: ParameterCurve) { curves.append(curve) }

  /// The pattern of everything that has arrived.
  public var pattern: Pattern {
    Pattern(events, parameters: parameters, curves: curves, audio: [], duration: extent.duration)
  }
}

/// The time from the start of a pattern to the end of the last of the events seen so far.
struct PatternExtent: Sendable {
  private(set) var duration = Duration.zero
  /// Of the event before: many have the same one, and how long a swell lasts takes a power.
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
