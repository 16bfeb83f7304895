public import HapticPatterns
public import HapticProtocol
public import HapticSystem

/// The error of a call that waits for a reply of the daemon. The description is one line with the remedy.
public enum ClientError: Error, Hashable, Sendable {
  /// No process listens at the socket. Nothing was sent. During the back-off after a failed attempt, this is the
  /// error of that attempt.
  case noDaemon(path: String, Errno)
  /// `HAPTICD_SOCKET` is not set, and `XDG_RUNTIME_DIR` is not usable.
  case noSocketPath(RuntimeFolderFault)
  /// The daemon has not read earlier requests, and the socket is full. Nothing was sent.
  case busy
  /// No reply arrived in time. The daemon may still carry out the request.
  case timedOut(Duration)
  /// The daemon ended or closed the connection before its reply.
  case disconnected
  /// The daemon sent a packet that violates the protocol; the connection was closed.
  case malformed(ProtocolError)
  /// The daemon speaks only a newer version of the protocol, which is given; the connection was closed.
  case newerProtocol(version: UInt16)
  /// The daemon refused the request: only the user's own programs outside any sandbox may make it.
  case notPermitted
  /// The daemon has no feedback of this name. `nearest` is the known name with the most similar spelling, or nil if
  /// none is similar.
  case unknownFeedback(ShortName, nearest: ShortName?)
  /// No feedback can have this name, which is truncated here: a name has at most 48 bytes and no NUL.
  case invalidName(ShortName)
  /// The reply does not match the request.
  case unexpectedReply
  /// The waiting task was cancelled. The daemon may still carry out the request.
  case cancelled
  /// The system cannot create a descriptor or a thread for the wait.
  case system(Errno)
}

extension ClientError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noDaemon(let path, let error):
      "hapticd is not running (\(path): \(error)); \(Self.remedy(for: error) ?? Self.start)"
    case .noSocketPath(let fault): "\(fault)"
    case .busy: "hapticd does not read its requests; see: systemctl --user status hapticd"
    case .timedOut(let timeout): "hapticd did not respond within \(timeout); see: systemctl --user status hapticd"
    case .disconnected: "hapticd closed the connection; see: journalctl --user -u hapticd"
    case .malformed(let error):
      "hapticd sent a malformed packet (\(error)); use a client and a daemon of the same release"
    case .newerProtocol(let version):
      "hapticd speaks only version \(version) of the protocol, newer than \(Limits.version); update this program"
    case .notPermitted: "hapticd permits this only to the user's own programs outside any sandbox"
    case .unknownFeedback(let name, let nearest?): "unknown feedback '\(name)'; did you mean \(nearest)?"
    case .unknownFeedback(let name, nil): "unknown feedback '\(name)'; 'hapticctl feedbacks' lists them"
    case .invalidName(let name):
      "no feedback can have the name '\(name)...'; a name has at most \(ShortName.capacity) bytes and no NUL"
    case .unexpectedReply: "hapticd sent the wrong reply; use a client and a daemon of the same release"
    case .cancelled: "the task was cancelled"
    case .system(let error): "cannot wait for hapticd: \(error)"
    }
  }

  /// The remedy if no daemon is running. The units listen only where clients without `HAPTICD_SOCKET` look.
  package static var start: String {
    Environment.variable("HAPTICD_SOCKET") == nil
      ? "start it with: systemctl --user start hapticd.socket"
      : "start it with: hapticd --socket \"$HAPTICD_SOCKET\", or unset HAPTICD_SOCKET"
  }

  /// The remedy for an error of a connection; nil if no daemon listens.
  package static func remedy(for error: Errno) -> String? {
    switch error {
    case .permissionDenied: "the socket belongs to another user: set HAPTICD_SOCKET or XDG_RUNTIME_DIR to your own"
    case .nameTooLong: "a socket's path has at most 107 bytes: give a shorter one to the program or in HAPTICD_SOCKET"
    case .wouldBlock: "too many clients wait for it; see: systemctl --user status hapticd"
    default: nil
    }
  }
}
