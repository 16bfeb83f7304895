internal import Foundation
internal import Glibc
internal import HapticSystem

/// A client that sends any bytes to the studio, as a browser would not.
package struct StudioClient: ~Copyable {
  private let socket: FileDescriptor

  /// - Parameter own: the client's own address; nil for any port of 127.0.0.1.
  package init(port: UInt16, from own: SocketAddress? = nil) throws {
    let socket = FileDescriptor(owning: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    let number = socket.rawValue
    if let own { try own.pass { bind(number, $0, $1) } }
    try SocketAddress(port: port).pass { connect(number, $0, $1) }
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    self.socket = socket
  }

  /// The port of the client's own address.
  package var ownPort: UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutableBytes(of: &address) {
      getsockname(socket.rawValue, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), &length)
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Whether the server has closed the connection, and sent nothing before.
  package var isClosed: Bool {
    var byte: UInt8 = 0
    return recv(socket.rawValue, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
  }

  package func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { Glibc.send(socket.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  package func send(_ text: String) { send(Array(text.utf8)) }

  /// Reads until the text that was received has `end`, or until the server closes the connection.
  package func text(upTo end: String? = nil) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while end.map({ !String(decoding: bytes, as: UTF8.self).contains($0) }) ?? true {
      // With a time limit, recv(2) fails with EINTR when the process is stopped and continued.
      guard let count = try? retryingInterrupts({ recv(socket.rawValue, &buffer, buffer.count, 0) }), count > 0 else {
        break
      }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Sends a request on a connection of its own.
  package static func answer(_ port: UInt16, _ head: String..., body: String = "") throws -> StudioReply {
    let client = try StudioClient(port: port)
    client.send(
      head.joined(separator: "\r\n") + "\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
    return StudioReply(client.text())
  }
}

/// An address of the loopback device.
package struct SocketAddress {
  private var address = sockaddr_in()

  /// - Parameter host: the last byte of the address.
  package init(host: UInt8 = 1, port: UInt16) {
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (0x7f00_0000 | UInt32(host)).bigEndian
  }

  /// Passes the address to a C function.
  fileprivate func pass(to function: (UnsafePointer<sockaddr>, socklen_t) -> Int32) throws {
    let result = withUnsafeBytes(of: address) {
      function($0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    if result != 0 { throw Errno.last }
  }
}

/// An answer of the studio.
package struct StudioReply {
  package let status: Int
  package let head: String
  package let body: String

  package init(_ text: String) {
    let parts = text.components(separatedBy: "\r\n\r\n")
    head = parts[0]
    body = parts.dropFirst().joined(separator: "\r\n\r\n")
    status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
  }

  /// The value of a field.
  package func field(_ name: String) -> String? {
    head.components(separatedBy: "\r\n").first { $0.hasPrefix("\(name): ") }.map {
      String($0.dropFirst(name.count + 2))
    }
  }

  /// The body as an object of JSON.
  package var object: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]) ?? [:]
  }

  /// The code of an error.
  package var code: String? { (object["error"] as? [String: Any])?["code"] as? String }
}
