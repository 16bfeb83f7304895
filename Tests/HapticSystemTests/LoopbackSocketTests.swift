import Glibc
import HapticSystem
import Testing

/// The owners of TCP sockets at 127.0.0.1.
@Suite struct LoopbackSocketTests {
  /// A socket that listens or is connected, and its port.
  private final class Endpoint {
    let number: Int32

    init(family: Int32 = AF_INET) { number = socket(family, Int32(SOCK_STREAM.rawValue), 0) }

    deinit { close(number) }

    /// Calls a C function with the address of a port.
    func call(
      _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, port: UInt16, isMapped: Bool = false
    ) -> Int32 {
      guard isMapped else {
        let address = sockaddr_in(
          sin_family: sa_family_t(AF_INET), sin_port: port.bigEndian,
          sin_addr: in_addr(s_addr: UInt32(0x7f00_0001).bigEndian), sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
        return pass(address, to: function)
      }
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      inet_pton(AF_INET6, "::ffff:127.0.0.1", &address.sin6_addr)
      return pass(address, to: function)
    }

    private func pass<Address>(
      _ address: Address, to function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) -> Int32 {
      withUnsafeBytes(of: address) {
        function(number, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
      }
    }

    /// Both families have the port at the same place.
    var port: UInt16 {
      var address = sockaddr_in6()
      var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
      _ = withUnsafeMutableBytes(of: &address) {
        getsockname(number, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), &length)
      }
      return UInt16(bigEndian: address.sin6_port)
    }
  }

  @Test(arguments: [false, true].filter { !$0 || access("/proc/net/if_inet6", F_OK) == 0 })
  func `the kernel names the owner of each end of a connection, also through IPv6`(_ isMapped: Bool) throws {
    let listener = Endpoint()
    try #require(listener.call(bind, port: 0) == 0 && listen(listener.number, 5) == 0)
    let listening = try #require(LoopbackSocket(at: listener.port, connectedTo: 0))
    #expect(listening.owner == getuid() && !listening.isConnected)
    let client = Endpoint(family: isMapped ? AF_INET6 : AF_INET)
    try #require(client.call(connect, port: listener.port, isMapped: isMapped) == 0)
    for (port, peer) in [(client.port, listener.port), (listener.port, client.port)] {
      #expect(LoopbackSocket(at: port, connectedTo: peer)?.isConnected == true)
    }
    #expect(LoopbackSocket(at: client.port, connectedTo: listener.port)?.owner == getuid())
  }

  @Test func `a socket that is not connected has no owner of a connection`() throws {
    let listener = Endpoint()
    try #require(listener.call(bind, port: 0) == 0 && listen(listener.number, 5) == 0)
    let port: UInt16
    do {
      let client = Endpoint()
      try #require(client.call(connect, port: listener.port) == 0)
      port = client.port
    }
    #expect(LoopbackSocket(at: port, connectedTo: listener.port)?.isConnected != true)
    #expect(LoopbackSocket(at: 1, connectedTo: listener.port) == nil)
    // The lookup also finds a socket that listens at the port.
    #expect(LoopbackSocket(at: listener.port, connectedTo: 1)?.isConnected != true)
  }
}
