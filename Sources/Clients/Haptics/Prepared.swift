public import HapticPatterns
public import HapticProtocol

/// A feedback that was prepared on its device, so that a play uploads nothing, by `HapticClient.prepare(_:for:)`; or
/// a pattern of the application, defined by `HapticClient.define(_:category:for:)`.
///
/// It is prepared again after a restart of the daemon, until this object is released. Keep it only as long as it may be
/// needed soon: devices have few slots, and each prepared feedback uses some. The daemon keeps its uploads for 30 seconds
/// after the latest preparation; see `renew()`. It keeps its client alive.
public final class Prepared: Sendable {
  /// The name of the feedback; empty for a pattern.
  public let name: FeedbackName
  /// The pattern; nil for a feedback.
  public let pattern: Pattern?
  /// The device; if nil, the daemon chooses one.
  public let device: DeviceID?
  /// Whether a shorter name may replace one that the daemon does not know.
  public let allowsFallback: Bool
  /// The handle in the protocol; nil if the client already holds 64. A feedback then plays by name,
  /// without preparation; a pattern does not play.
  package let handle: Handle?
  let client: HapticClient

  init(
    _ client: HapticClient, _ name: FeedbackName = .none, allowsFallback: Bool = false, pattern: Pattern? = nil,
    for device: DeviceID?, _ handle: Handle?
  ) {
    self.client = client
    self.name = name
    self.allowsFallback = allowsFallback
    self.pattern = pattern
    self.device = device
    self.handle = handle
  }

  deinit { if let handle { client.core.release(handle) } }

  /// Plays it now: one non-blocking send without allocations.
  ///
  /// - Returns: whether the request was sent; false without a daemon, if the socket is full, and for a pattern that
  ///   is not completely sent yet.
  @discardableResult
  public func play(intensity: Double = 1) -> Bool {
    guard let subject else { return false }
    return client.core.play(subject, intensity: intensity)
  }

  /// Prepares it again, so that its uploads are kept for another 30 seconds. Does not wait. Without a
  /// daemon, it is prepared after the next connection.
  public func renew() {
    if let handle { client.core.renew(handle) }
  }

  /// The question for its verdict; nil without a handle.
  var question: Question? {
    guard let handle else { return nil }
    if pattern != nil { return .definition(handle) }
    return .request(
      .prepare(Request.Prepare(handle: handle, device: device, name: name.text, allowsFallback: allowsFallback)))
  }

  /// The subject of its plays; nil for a pattern without a handle.
  var subject: Request.Play.Subject? {
    if let handle { return .handle(handle) }
    return pattern == nil && name.isValid ? .name(name.text) : nil
  }
}
