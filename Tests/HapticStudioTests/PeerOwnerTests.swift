import HapticStudio
import HapticSystem
import Testing

/// The user at the other end of a connection, and the end of the studio.
@Suite struct PeerOwnerTests {
  private static let table = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 100 0 0 10 0
       1: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0 20 4 30 10 -1
       2: 0100007F:9C40 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 3 1 0 20 4 30 10 -1
       3: 0100007F:9C41 0100007F:1F90 06 00000000:00000000 03:00000000 00000000     0        0 0 3 0
       4: 0000000000000000FFFF00000100007F:9C42 0000000000000000FFFF00000100007F:1F90 01 0:0 0:0 0  1002 0 4
       5: 0200000A:9C43 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1003        0 5
    """

  @Test(
    arguments: [(0x9c40, 1001), (0x9c41, nil), (0x9c42, 1002), (0x9c43, nil), (0x9c44, nil)] as [(UInt16, UInt32?)])
  func `the owner is that of the peer's own socket, while it is connected`(_ peer: UInt16, _ owner: UInt32?) {
    #expect(PeerOwner.userID(of: peer, connectedTo: 0x1f90, in: Array(Self.table.utf8)) == owner)
    #expect(PeerOwner.userID(of: peer, connectedTo: 0x1f91, in: Array(Self.table.utf8)) == nil)
  }

  @Test func `the studio ends ten seconds after its last page`() {
    let start = Instant(nanoseconds: 0)
    var lifetime = StudioLifetime(at: start)
    #expect(!lifetime.isOver(at: start + .seconds(599)) && lifetime.isOver(at: start + .seconds(601)))
    lifetime.streamBegan()
    lifetime.streamBegan()
    lifetime.streamEnded(at: start + .seconds(700))
    #expect(!lifetime.isOver(at: start + .seconds(9000)))
    lifetime.streamEnded(at: start + .seconds(9000))
    #expect(!lifetime.isOver(at: start + .seconds(9009)) && lifetime.isOver(at: start + .seconds(9011)))
    lifetime.streamBegan()
    #expect(!lifetime.isOver(at: start + .seconds(9999)))
  }
}
