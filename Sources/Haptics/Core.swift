internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import Synchronization

/// The connection and its lock: what a client and the reader's thread share. Nothing is called back under the lock,
/// and nothing that may be an application's last reference is let go under it.
final class Core: Sendable {
  let connection: Mutex<Connection>
  private let playbacks = Atomic<UInt32>(0)

  init(socket: DaemonSocket, applicationName: ShortName, serial: UInt32 = 0) {
    connection = Mutex(Connection(to: socket, applicationName: applicationName, serial: serial))
  }

  func close() {
    let streams = connection.withLock { connection in
      connection.close()
      return connection.inbox.finish()
    }
    for stream in streams { stream.finish() }
    setHandler(nil)
  }

  /// Numbers count up, past zero, which is none.
  func newPlayback() -> PlaybackID {
    while true {
      let number = playbacks.wrappingAdd(1, ordering: .relaxed).newValue
      if let playback = PlaybackID(rawValue: number) { return playback }
    }
  }

  /// Sends without asking for an answer.
  func fire(_ request: Request) -> Bool {
    let now = Instant.now
    let isSent = connection.withLock { connection in
      do throws(ClientError) {
        try connection.post(RequestPacket(request), at: now)
        return true
      } catch {
        return false
      }
    }
    if !isSent { tend() }
    return isSent
  }

  func claim(_ name: ShortName, for device: DeviceID?, allowingFallback: Bool) -> Handle? {
    let now = Instant.now
    return connection.withLock { connection in
      guard let handle = connection.bindings.claim(name, for: device, allowingFallback: allowingFallback) else {
        return nil
      }
      connection.flush(at: now)
      return handle
    }
  }

  func claim(_ pattern: Pattern, _ category: Category, for device: DeviceID?) -> Handle? {
    let now = Instant.now
    defer { tend() }
    return connection.withLock { connection in
      guard let handle = connection.bindings.claim(pattern, category, for: device) else { return nil }
      connection.flush(at: now)
      return handle
    }
  }

  func release(_ handle: Handle) {
    connection.withLock { connection in
      connection.bindings.release(handle)
      // A daemon that does not hear of it binds the handle anew, or loses it with the connection.
      connection.tell(RequestPacket(.release(handle)))
    }
  }

  func monitor(_ scope: MonitorScope) -> Bool {
    let now = Instant.now
    return connection.withLock { connection in connection.monitor(scope, at: now) }
  }

  func hello() throws(ClientError) -> HelloReply {
    guard let hello = connection.withLock({ $0.hello }) else { throw .disconnected }
    return hello
  }
}
