public import HapticPatterns
public import HapticProtocol

/// A feedback made ready on its device, so that playing it uploads nothing. From `HapticClient.prepare(_:for:)`.
///
/// It stays prepared, on this daemon and the next, until the object goes. Keep it as long as it may be needed soon,
/// not longer: devices have few slots, and every prepared feedback keeps some. It keeps its client alive.
public final class Prepared: Sendable {
  /// What it plays.
  public let name: ShortName
  /// Where; nil leaves that to the daemon.
  public let device: DeviceID?
  /// Its handle in the protocol; nil where the client holds `Limits.handles` already. Then it plays by name, which
  /// works as well but is prepared for nothing.
  public let handle: Handle?
  private let client: HapticClient

  init(_ client: HapticClient, _ name: ShortName, _ device: DeviceID?, _ handle: Handle?) {
    self.client = client
    self.name = name
    self.device = device
    self.handle = handle
  }

  deinit { if let handle { client.release(handle) } }

  /// Plays it now: one non-blocking send, which allocates nothing and never waits.
  ///
  /// - Returns: whether it was sent; false without a daemon.
  @discardableResult
  public func play(intensity: Double = 1) -> Bool { client.play(Haptic(self, intensity: intensity)) }

  /// Prepares it again and waits for the daemon's word on that.
  ///
  /// - Returns: `.done` with the number of levels resident in `count`, or a refusal such as `.unknownFeedback`.
  public func verdict(timeout: Duration = .seconds(1)) throws(ClientError) -> VerdictReply {
    guard let handle else { return VerdictReply(.limit, receivedNanoseconds: 0) }
    return try client.verdict(on: .prepare(Request.Prepare(handle: handle, device: device, name: name)), timeout)
  }
}
