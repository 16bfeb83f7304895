/// Why a call of `HapticClient` that promises an answer has none. Its description is one line that says what to do.
public enum ClientError: Error, Hashable, Sendable {
  /// Nobody listens at the socket. Nothing was sent. While the client backs off after a failed attempt, this is the
  /// error of that attempt.
  case noDaemon(path: String, Errno)
  /// `HAPTICD_SOCKET` is not set, and `XDG_RUNTIME_DIR` is of no use.
  case noSocketPath(RuntimeFolderFault)
  /// The daemon has not read what was sent before, and takes no more. Nothing was sent.
  case busy
  /// No answer came in time. The request may still have been carried out.
  case timedOut(Duration)
  /// The daemon went away, or closed the connection, before it answered.
  case disconnected
  /// The daemon sent something that breaks the protocol; the connection was closed.
  case malformed(ProtocolError)
  /// The daemon refused to tell: that is for the user's own tools, outside any sandbox.
  case notPermitted
  /// The daemon knows no feedback of this name; `nearest` is the known name that is spelled most like it, if one is near.
  case unknownFeedback(ShortName, nearest: ShortName?)
  /// The daemon answered something else than the request asks for.
  case unexpectedReply
  /// The task that waited was cancelled. The request may still have been carried out.
  case cancelled
  /// The system has no descriptor or thread left to wait with.
  case system(Errno)
}

extension ClientError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noDaemon(let path, let error): "hapticd is not running (\(path): \(error)); \(Self.remedy(for: error))"
    case .noSocketPath(let fault): "\(fault)"
    case .busy: "hapticd does not read its requests; see: systemctl --user status hapticd"
    case .timedOut(let timeout): "hapticd did not answer within \(timeout); see: systemctl --user status hapticd"
    case .disconnected: "hapticd closed the connection; see: journalctl --user -u hapticd"
    case .malformed(let error):
      "hapticd sent a malformed packet (\(error)); use a client and a daemon of the same release"
    case .notPermitted: "hapticd permits this only to the user's own programs outside any sandbox"
    case .unknownFeedback(let name, let nearest?): "unknown feedback '\(name)'; did you mean \(nearest)?"
    case .unknownFeedback(let name, nil): "unknown feedback '\(name)'; 'hapticctl feedbacks' lists them"
    case .unexpectedReply: "hapticd sent the wrong reply; use a client and a daemon of the same release"
    case .cancelled: "the task was cancelled"
    case .system(let error): "cannot wait for hapticd: \(error)"
    }
  }

  private static func remedy(for error: Errno) -> String {
    switch error {
    case .permissionDenied: "the socket belongs to another user: set HAPTICD_SOCKET or XDG_RUNTIME_DIR to your own"
    case .nameTooLong: "a socket's path has at most 107 bytes: set HAPTICD_SOCKET to a shorter one"
    case .wouldBlock: "too many clients wait for it; see: systemctl --user status hapticd"
    default: "start it with: systemctl --user start hapticd.socket"
    }
  }
}
