public import HapticPatterns
public import HapticProtocol

/// A feedback made ready on its device, so that playing it uploads nothing, from `HapticClient.prepare(_:for:)`; or a
/// pattern of the application's own, from `HapticClient.define(_:category:for:)`.
///
/// It stays prepared, on this daemon and the next, until the object goes. Keep it as long as it may be needed soon,
/// not longer: devices have few slots, and every prepared feedback keeps some. It keeps its client alive.
public final class Prepared: Sendable {
  /// The feedback that it plays; empty for a pattern.
  public let name: ShortName
  /// The pattern that it plays; nil for a feedback.
  public let pattern: Pattern?
  /// Where; nil leaves that to the daemon.
  public let device: DeviceID?
  /// Whether a shorter name may stand in for one that the daemon does not know.
  public let allowsFallback: Bool
  /// Its handle in the protocol; nil where the client holds `Limits.handles` already. Then a feedback plays by name,
  /// which works as well but is prepared for nothing, and a pattern does not play.
  public let handle: Handle?
  let client: HapticClient

  enum Content {
    case feedback(ShortName, allowsFallback: Bool)
    case pattern(Pattern)
  }

  init(_ client: HapticClient, _ content: Content, _ device: DeviceID?, _ handle: Handle?) {
    self.client = client
    switch content {
    case .feedback(let name, let allowsFallback):
      (self.name, pattern, self.allowsFallback) = (name, nil, allowsFallback)
    case .pattern(let pattern):
      (name, self.pattern, allowsFallback) = (.empty, pattern, false)
    }
    self.device = device
    self.handle = handle
  }

  deinit { if let handle { client.release(handle) } }

  /// Plays it now: one non-blocking send, which allocates nothing and never waits.
  ///
  /// - Returns: whether it was sent; false without a daemon, and for a pattern of which the daemon has not taken
  ///   everything yet.
  @discardableResult
  public func play(intensity: Double = 1) -> Bool { client.play(Haptic(self, intensity: intensity)) }

  /// Prepares it again and waits for the daemon's word on that.
  ///
  /// - Returns: `.done` with the number of levels resident in `count`, or a refusal such as `.noActuator`; `.limit`
  ///   without a handle, and for a pattern that is larger than `Limits` allow.
  /// - Throws: `.unknownFeedback` with the nearest name where the daemon does not know the name.
  public func verdict(timeout: Duration = .seconds(1)) throws(ClientError) -> VerdictReply {
    guard let question else { return .noHandle }
    return try client.verdict(on: question, naming: name, timeout)
  }

  /// What asks for its verdict; nil without a handle.
  var question: Question? {
    guard let handle else { return nil }
    if pattern != nil { return .definition(handle) }
    return .request(
      .prepare(Request.Prepare(handle: handle, device: device, name: name, allowsFallback: allowsFallback)))
  }

  /// What a play of it names; nil where there is nothing to name.
  var subject: Request.Play.Subject? {
    if let handle { return .handle(handle) }
    return pattern == nil ? .name(name) : nil
  }
}
