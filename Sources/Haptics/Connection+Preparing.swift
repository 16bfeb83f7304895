internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

// Feedbacks are one small packet each and go first. Patterns may be hundreds of large ones: they go behind whatever the
// application wants now, unless that is a play of the very pattern, and as far as the socket takes them. What it does
// not take goes with the next request, while somebody waits, or by the reader's thread, as the daemon reads.

extension Connection {
  /// Whether the daemon, though there, has not been told of everything.
  var hasLeftover: Bool { isConnected && !bindings.areSent }

  /// Prepares what is not prepared yet, now or, where that cannot be, before the next request.
  mutating func flush(at now: Instant) {
    readNowAndThen(at: now)
    do throws(ClientError) { try connect(at: now) } catch { return }
    sendLeftover()
  }

  /// Sends what must come before this request.
  mutating func sendBindings(neededBy request: Request) throws(Errno) {
    try sendFeedbacks()
    if case .play(let play) = request, case .handle(let handle) = play.subject { try sendBinding(handle) }
  }

  mutating func sendFeedbacks() throws(Errno) {
    while let handle = bindings.unsentFeedback { try sendBinding(handle) }
  }

  private mutating func sendBinding(_ handle: Handle) throws(Errno) {
    while let packet = bindings.next(of: handle) {
      try put(packet)
      bindings.advance(handle)
    }
  }

  /// Tells the daemon what it does not know yet, as far as the socket takes it. Where the connection was lost, whoever
  /// uses it next finds out.
  mutating func sendLeftover() {
    if bindings.areSent { return }
    do throws(Errno) {
      while let handle = bindings.firstUnsent() { try sendBinding(handle) }
    } catch {}
  }

  /// The daemon lost what was uploaded for the handles.
  mutating func prepareAgain() {
    bindings.forget()
    sendLeftover()
    if hasLeftover { readerCounter?.raise() }
  }

  /// Defines a pattern again, for somebody who waits for the verdict under this serial.
  mutating func define(_ handle: Handle, serial: UInt32, at now: Instant) throws(ClientError) {
    bindings.restart(handle, awaited: serial, opening: nextSerial())
    try connect(at: now)
    if try define(handle) { return }
    // As in `send`: the daemon may be back already.
    try connect(at: now)
    if try !define(handle) { throw .disconnected }
  }

  /// - Returns: false where the connection was lost; then it is closed and can be opened again.
  private mutating func define(_ handle: Handle) throws(ClientError) -> Bool {
    do throws(Errno) {
      try sendBinding(handle)
    } catch .wouldBlock {
      // The rest follows while somebody waits.
    } catch {
      lose(.disconnected)
      return false
    }
    return true
  }

  /// Hands a reply to who waits for it, or for the definition that it concludes.
  mutating func conclude(_ serial: UInt32, _ reply: Reply) {
    for serial in bindings.conclude(serial, isRefusal: reply.isRefusal) ?? [serial] {
      calls.answer(.reply(serial: serial), with: .success(.reply(reply)))
    }
  }
}

extension Reply {
  fileprivate var isRefusal: Bool {
    guard case .verdict(let verdict) = self else { return false }
    return !verdict.verdict.isSuccess
  }
}
