import Glibc

/// A TCP socket whose last release waits for five minutes, for data that its peer never reads (`SO_LINGER`).
package final class LingeringSocket {
  package let rawValue: Int32
  private let peer: Int32
  private var isReleased = false

  package init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    rawValue = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let own = rawValue
    let isConnected = withUnsafeMutableBytes(of: &address) { bytes in
      let address = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
      return bind(listener, address, length) == 0 && listen(listener, 1) == 0
        && getsockname(listener, address, &length) == 0 && connect(own, address, length) == 0
    }
    if !isConnected { try cancelTest("no TCP connection can be made here: \(String(cString: strerror(errno)))") }
    peer = accept(listener, nil, nil)
    let bytes = [UInt8](repeating: 0, count: 65_536)
    while send(own, bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
    var seconds = linger(l_onoff: 1, l_linger: 300)
    setsockopt(own, SOL_SOCKET, SO_LINGER, &seconds, socklen_t(MemoryLayout<linger>.size))
  }

  /// Releases the socket here, before its last release elsewhere.
  package func release() {
    close(rawValue)
    isReleased = true
  }

  deinit {
    // Without its peer, the socket does not wait.
    close(peer)
    if !isReleased { close(rawValue) }
  }
}
