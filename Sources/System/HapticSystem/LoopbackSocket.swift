internal import CHapticLinux

/// A TCP socket of this network namespace at 127.0.0.1, as the kernel knows it.
///
/// The corresponding kernel request is `SOCK_DIAG_BY_FAMILY`, which takes as long with thousands of sockets as with one.
public struct LoopbackSocket: Equatable, Sendable {
  /// The user ID of the process that made the socket.
  public let owner: UInt32
  /// Whether the connection is established in both directions.
  public let isConnected: Bool

  /// Finds the socket at a port.
  ///
  /// - Parameter peer: the port of 127.0.0.1 that it is connected to; 0 for a socket that listens.
  /// - Returns: nil if there is no such socket, and on kernels without `CONFIG_INET_DIAG`.
  public init?(at port: UInt16, connectedTo peer: UInt16) {
    var owner: UInt32 = 0
    let state = unsafe haptic_loopback_socket(port, peer, &owner)
    guard state >= 0 else { return nil }
    self.owner = owner
    isConnected = state == Self.established
  }

  /// `TCP_ESTABLISHED`.
  private static let established: Int32 = 1
}
