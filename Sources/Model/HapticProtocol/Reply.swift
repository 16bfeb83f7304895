public import HapticPatterns

/// A reply of the daemon, with the serial of the request.
public enum Reply: Equatable, Sendable {
  case verdict(VerdictReply)
  case hello(HelloReply)
  indirect case answer(AnyBody)
}

/// The reply to all requests except `hello` and queries; also to a query that is refused.
public struct VerdictReply: Hashable, Sendable {
  public var verdict: Verdict
  /// The device that plays; nil if none does.
  public var device: DeviceID?
  /// The number in the request.
  public var playback: PlaybackID?
  /// The number of stopped playbacks for `stop` and `stopEverything`, and of changed ones for `transport` and `modulate`;
  /// the number of devices of a play on several, each of which reports an end; the number of levels that the feedback needs
  /// in the device for `prepare` and the last `part` of a definition; otherwise 0.
  public var count: UInt64
  /// The time at which the daemon read the request, in nanoseconds of CLOCK_MONOTONIC.
  package var receivedNanoseconds: Int64
  /// The time of the decision; nil if the request was refused before.
  package var admittedNanoseconds: Int64?
  /// The time at which the first level was written to the device; nil if none was written yet, for example in the
  /// minimum interval after another command to the device.
  package var writtenNanoseconds: Int64?

  package init(
    _ verdict: Verdict, device: DeviceID? = nil, playback: PlaybackID? = nil, count: UInt64 = 0,
    receivedNanoseconds: Int64, admittedNanoseconds: Int64? = nil, writtenNanoseconds: Int64? = nil
  ) {
    self.verdict = verdict
    self.device = device
    self.playback = playback
    self.count = count
    self.receivedNanoseconds = receivedNanoseconds
    self.admittedNanoseconds = admittedNanoseconds
    self.writtenNanoseconds = writtenNanoseconds
  }
}

/// The reply to `hello`: the version for the connection, and the limits of the client.
public struct HelloReply: Hashable, Sendable {
  /// The lower one of the client's and the daemon's version.
  public var version: UInt16
  public var handles = UInt16(Limits.handles)
  public var playbacks = UInt16(Limits.playbacks)
  public var maximumRequestSize = UInt16(Limits.maximumRequestSize)
  /// The version of the daemon's software, for display.
  public var daemonVersion: ShortName

  public init(version: UInt16 = Limits.version, daemonVersion: ShortName) {
    self.version = version
    self.daemonVersion = daemonVersion
  }
}

extension HelloReply {
  /// The version in a reply to hello that is newer than this one, which may have another size; nil for any other packet.
  package static func newerVersion(in packet: RawSpan) -> UInt16? {
    guard packet.byteCount >= 10, packet.uint16(at: 0) == Opcode.helloReply.rawValue else { return nil }
    let version = packet.uint16(at: 8)
    return version > Limits.version ? version : nil
  }
}

extension VerdictReply: Record {
  static let byteCount = 56
  static var blank: Self { Self(.played, receivedNanoseconds: 0) }

  @inline(__always)
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&verdict, at: 8)
    try packet.field(&device, at: 12, .device)
    try packet.field(&playback, at: 16, .playback)
    try packet.field(&count, at: 24)
    try packet.moment(&receivedNanoseconds, at: 32, .received)
    try packet.moment(&admittedNanoseconds, at: 40, .admitted)
    try packet.moment(&writtenNanoseconds, at: 48, .written)
  }
}

extension HelloReply: Record {
  static let byteCount = 80
  static var blank: Self { Self(daemonVersion: .empty) }

  @inline(__always)
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.version(&version, at: 8)
    try packet.field(&handles, at: 10)
    try packet.field(&playbacks, at: 12)
    try packet.field(&maximumRequestSize, at: 14)
    try packet.field(&daemonVersion, at: 16, .name)
  }
}
