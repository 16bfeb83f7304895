internal import HapticSystem

/// The user at the other end of a connection on this machine, as the kernel knows it.
///
/// The kernel lists each socket with its owner in `/proc/net/tcp`. The other end of a loopback connection is a socket of the
/// same network namespace, so that it is in the list.
package enum PeerOwner {
  private static let tables = ["/proc/net/tcp", "/proc/net/tcp6"]
  /// The maximum size of a table in bytes: about 50,000 sockets.
  private static let limit = 8 << 20

  /// Returns the user ID of the socket with this port that is connected to `port`; nil if it is not found.
  ///
  /// - Parameter peer: the port of the other end.
  static func userID(of peer: UInt16, connectedTo port: UInt16) -> UInt32? {
    for table in tables {
      guard let bytes = try? RegularFile.read(table, upTo: limit) else { continue }
      if let owner = userID(of: peer, connectedTo: port, in: bytes) { return owner }
    }
    return nil
  }

  /// The same in the text of a table:
  ///
  ///     sl  local_address rem_address   st tx_queue:rx_queue tr:tm->when retrnsmt   uid
  ///      0: 0100007F:9C40 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000
  package static func userID(of peer: UInt16, connectedTo port: UInt16, in table: [UInt8]) -> UInt32? {
    for line in table.split(separator: UInt8(ascii: "\n")) {
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
