internal import HapticSystem

/// Finds the users at the other ends of connections to a port of 127.0.0.1, as the kernel knows them.
///
/// The other end of a loopback connection is a socket of the same network namespace. The kernel is asked for this one socket,
/// because a user can open thousands of them, and reading the list of all of them would delay each connection.
package struct PeerOwner: Sendable {
  private let port: UInt16
  /// Whether the kernel answers for one socket. Otherwise, as in some containers, it has only lists of all of them.
  private let answersForOne: Bool

  /// - Parameter port: a port that listens.
  init(connectedTo port: UInt16) {
    self.port = port
    answersForOne = LoopbackSocket(at: port, connectedTo: 0) != nil
  }

  /// Returns the user ID of the socket with this port of 127.0.0.1; nil if it is not connected.
  func userID(of peer: UInt16) -> UInt32? {
    if answersForOne {
      return LoopbackSocket(at: peer, connectedTo: port).flatMap { $0.isConnected ? $0.owner : nil }
    }
    for table in Self.tables {
      guard let bytes = try? RegularFile.read(table, upTo: Self.limit) else { continue }
      if let owner = Self.userID(of: peer, connectedTo: port, in: bytes) { return owner }
    }
    return nil
  }

  // MARK: Tables

  private static let tables = ["/proc/net/tcp", "/proc/net/tcp6"]
  /// The maximum size of a table in bytes: about 50,000 sockets.
  private static let limit = 8 << 20

  /// Returns the user ID of the socket with the port `peer` in a table; nil if it is not connected to `port`.
  ///
  ///     sl  local_address rem_address   st tx_queue:rx_queue tr:tm->when retrnsmt   uid
  ///      0: 0100007F:9C40 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000
  package static func userID(of peer: UInt16, connectedTo port: UInt16, in table: [UInt8]) -> UInt32? {
    let digits = String(peer, radix: 16, uppercase: true)
    let end = Array((":" + String(repeating: "0", count: 4 - digits.count) + digits + " ").utf8)
    for line in table.split(separator: UInt8(ascii: "\n")) where line.firstRange(of: end) != nil {
      let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard words.count > 7, isLoopback(words[1], peer), isLoopback(words[2], port), words[3] == established else {
        continue
      }
      return UInt32(words[7])
    }
    return nil
  }

  private static let established = "01"
  /// 127.0.0.1 in the byte order of the table on both kinds of machines, also at the end of an IPv6 address.
  private static let loopback = ["0100007F", "7F000001"]

  private static func isLoopback(_ address: String, _ port: UInt16) -> Bool {
    let parts = address.split(separator: ":")
    return parts.count == 2 && loopback.contains { parts[0].hasSuffix($0) } && UInt16(parts[1], radix: 16) == port
  }
}
