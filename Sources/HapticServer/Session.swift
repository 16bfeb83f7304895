public import EventLoop
internal import HapticPatterns
internal import HapticProtocol
public import HapticSystem

/// One connected client: its socket, what it prepared and what it watches.
final class Session {
  let number: UInt32
  let credentials: PeerCredentials
  private let socket: SeqpacketSocket
  /// The registration with the loop; dropped with the session.
  var source: Source?

  /// What the client calls itself; a claim, nothing more.
  var name = ShortName()
  /// Whether `hello` has come; nothing else is taken before.
  var isGreeted = false
  var prepared: [Handle: Feedback] = [:]
  var scope: MonitorScope = []
  /// Events that a watching client was too slow for, since the last one it got.
  private var lost: UInt32 = 0
  /// Why the connection must end; the server closes it once the work at hand is done.
  private(set) var complaint: String?

  init(number: UInt32, credentials: PeerCredentials, socket: consuming SeqpacketSocket) {
    self.number = number
    self.credentials = credentials
    self.socket = socket
  }

  var descriptor: Int32 { socket.rawValue }
  var isDoomed: Bool { complaint != nil }

  func doom(_ complaint: String) {
    if self.complaint == nil { self.complaint = complaint }
  }

  /// Receives one packet.
  ///
  /// - Returns: its size; nil where nothing is there.
  func receive(into buffer: inout MutableRawSpan) -> Int? {
    do {
      let size = try socket.receive(into: &buffer)
      if size == 0 { doom("left") }
      return size == 0 ? nil : size
    } catch .wouldBlock {
      return nil
    } catch .connectionReset {
      doom("left")
    } catch {
      doom("cannot be read: \(error)")
    }
    return nil
  }

  /// Sends a reply, or an event that the client must not miss. The socket's buffer holds a few hundred packets; a client
  /// that leaves that many unread is dropped, not waited for.
  func send(_ packet: RawSpan) {
    guard !isDoomed else { return }
    do {
      try socket.send(packet)
    } catch .wouldBlock {
      doom("does not read its replies")
    } catch {
      doom("left")
    }
  }

  /// Sends what a watching client may miss; it is told how much that was with the next event.
  func show(_ makePacket: (_ lost: UInt32, _ send: (RawSpan) -> Bool) -> Void) {
    guard !isDoomed else { return }
    makePacket(lost) { packet in
      do {
        try socket.send(packet)
        lost = 0
        return true
      } catch .wouldBlock {
        lost &+= 1
      } catch {
        doom("left")
      }
      return false
    }
  }
}
