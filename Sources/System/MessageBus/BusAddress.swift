internal import HapticSystem

/// The address of a bus: one or more alternatives, separated by `;`, as the D-Bus specification has them. Only sockets
/// of this machine are supported.
enum BusAddress {
  /// Connects to the first alternative that accepts a connection.
  ///
  /// - Throws: the error of the last alternative; `.invalidArgument` if there is none.
  static func connect(to address: String) throws(Errno) -> StreamSocket {
    var failure = Errno.invalidArgument
    for alternative in sockets(in: address) {
      do throws(Errno) { return try StreamSocket.connect(to: alternative) } catch { failure = error }
    }
    throw failure
  }

  /// The sockets of an address, without alternatives of other kinds.
  static func sockets(in address: String) -> [StreamSocket.Address] {
    address.split(separator: ";").compactMap { alternative in
      guard alternative.hasPrefix("unix:") else { return nil }
      for pair in alternative.dropFirst("unix:".count).split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let value = unescaped(parts[1]) else { continue }
        switch parts[0] {
        case "path": return .path(value)
        case "abstract": return .abstract(value)
        default: continue
        }
      }
      return nil
    }
  }

  /// Decodes bytes in the form `%2f`. Nil for an invalid one, or a value with a zero byte.
  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let digits = String(rest.prefix(2)), digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value > 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
