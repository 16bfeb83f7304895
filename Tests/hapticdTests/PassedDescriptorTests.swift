import Glibc
import HapticSystem
import TestSupport
import Testing

/// A client that passes descriptors to the daemon, which it could so stop for as long as it likes.
@Suite struct PassedDescriptorTests {
  @Test func `a client that passes a descriptor is disconnected, and delays no other client`() throws {
    let folder = try TestFolder()
    let path = folder.path(of: "socket")
    let daemon = try Process("hapticd", "--no-devices", "--socket", path)
    #expect(TestWait.until { (try? SeqpacketSocket.connect(to: path)) != nil })
    let lingering = try LingeringSocket()
    let socket = try SeqpacketSocket.connect(to: path)
    let client = StreamSocket(owning: try FileDescriptor.duplicating(socket.rawValue))
    #expect(try client.send(RawSpan(_elements: [UInt8(7)].span), passing: [lingering.rawValue]) == 1)
    lingering.release()
    #expect(daemon.says("violated the protocol: it passed a descriptor; disconnected"))
    #expect(daemon.end(SIGTERM) == 0)
  }
}
