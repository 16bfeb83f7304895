internal import HapticProtocol
internal import HapticSystem

// The order of packets. A prepared feedback is one small packet and is sent first. A pattern can be hundreds of large
// packets; they are sent after the current request, unless that plays this very pattern, and until the socket is
// full. The rest is sent with the next request, during a wait, or by the reader thread as the daemon reads.

extension Connection {
  /// Whether some packets of the bindings are not sent yet, although the daemon is connected.
  var hasLeftover: Bool { isConnected && !bindings.areSent }

  /// Sends the packets of the bindings now, until the socket is full; otherwise before the next request.
  mutating func flush(at now: Instant) {
    readNowAndThen(at: now)
    do throws(ClientError) { try connect(at: now) } catch { return }
    sendLeftover()
  }

  mutating func sendFeedbacks() throws(Errno) {
    while let handle = bindings.unsentFeedback { try sendBinding(handle) }
  }

  mutating func sendBinding(_ handle: Handle) throws(Errno) {
    while let packet = bindings.next(of: handle) {
      try put(packet)
      bindings.advance(handle)
    }
  }

  /// Sends the remaining packets until the socket is full. If the connection is lost, the next use detects it.
  mutating func sendLeftover() {
    if bindings.areSent { return }
    do throws(Errno) {
      while let handle = bindings.firstUnsent() { try sendBinding(handle) }
    } catch {}
  }

  /// Sends all bindings again, after the daemon has lost the uploads of the handles.
  mutating func prepareAgain() {
    bindings.forget()
    sendLeftover()
    if hasLeftover { readerCounter?.raise() }
  }

  /// Defines a pattern again for a caller that waits for the verdict under this serial.
  mutating func define(_ handle: Handle, serial: UInt32, at now: Instant) throws(ClientError) {
    bindings.restart(handle, awaited: serial, opening: nextSerial())
    try connect(at: now)
    if try define(handle) { return }
    // As in `send`: the daemon may already have restarted.
    try connect(at: now)
    if try !define(handle) { throw .disconnected }
  }

  /// - Returns: false if the connection was lost. It is closed then and can be opened again.
  private mutating func define(_ handle: Handle) throws(ClientError) -> Bool {
    do throws(Errno) {
      try sendBinding(handle)
    } catch .wouldBlock {
      // The rest is sent during the wait.
    } catch {
      lose(.disconnected)
      return false
    }
    return true
  }

  /// Passes a reply to the calls that wait for it, or for the definition that it completes.
  mutating func conclude(_ serial: UInt32, _ reply: Reply) {
    let isRefusal = (try? reply.verdict.verdict.isSuccess) == false
    for serial in bindings.conclude(serial, isRefusal: isRefusal) ?? [serial] {
      calls.answer(.reply(serial: serial), with: .success(.reply(reply)))
    }
  }
}
