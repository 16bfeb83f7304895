internal import HapticProtocol
internal import HapticSystem

/// A packet that a connection sends.
protocol OutgoingPacket {
  /// The handle that it plays, whose packets must precede it; nil for every other request.
  var playedHandle: Handle? { get }
  /// Whether the request concerns only playbacks of its client.
  var isAboutOwnPlaybacks: Bool { get }

  func send(to socket: borrowing SeqpacketSocket) throws(Errno)
}

extension RequestPacket: OutgoingPacket {
  var playedHandle: Handle? {
    guard case .play(let play) = request, case .handle(let handle) = play.subject else { return nil }
    return handle
  }

  var isAboutOwnPlaybacks: Bool { request.isAboutOwnPlaybacks }

  func send(to socket: borrowing SeqpacketSocket) throws(Errno) {
    try withBytes { bytes throws(Errno) in try socket.send(bytes) }
  }
}

extension Request {
  /// Whether the request concerns only playbacks of its client.
  var isAboutOwnPlaybacks: Bool {
    switch self {
    case .stop, .transport, .modulate: true
    default: false
    }
  }
}
