package import EventLoop
package import HapticProtocol
package import HapticSystem

// The way of a connection to the server, by the identification of its application:
//
//   identify ──┬── own root folder ──────────────────────────────> onIdentified, at once
//              └── IdentityThreads ── identity, or the time limit ─> onIdentified
//
// An answer after the limit is ignored. The packets of the client wait in its socket meanwhile. A process without a
// connection, such as one on a message bus, is identified in the same way.

/// Identifies the applications of connections and of processes without blocking the event loop.
package final class IdentityLookup {
  private let reader: IdentityReader
  private let limit: Duration
  private let onIdentified: (consuming SeqpacketSocket, Identity) -> Void
  private let threads: IdentityThreads
  private var wakeup: Wakeup?
  private var timer: Timer?
  /// The waiting clients, in the order of their deadlines.
  private var waiting: [(number: UInt64, deadline: Instant, finish: (Identity) -> Void)] = []
  private var lastNumber: UInt64 = 0

  /// - Parameters:
  ///   - limit: the maximum time for the identification of a client; after that it counts as hidden.
  ///   - onIdentified: takes ownership of the connection; called in the event loop.
  package init(
    _ loop: EventLoop, reader: IdentityReader = IdentityReader(), limit: Duration = .milliseconds(250),
    onIdentified: @escaping (consuming SeqpacketSocket, Identity) -> Void
  ) throws(Errno) {
    self.reader = reader
    self.limit = limit
    self.onIdentified = onIdentified
    threads = IdentityThreads(reader)
    let wakeup = try loop.wakeup { [unowned self] in takeAnswers() }
    threads.setTrigger(wakeup.trigger)
    self.wakeup = consume wakeup
    timer = loop.timer { [unowned self] now in giveUp(at: now) }
  }

  /// Identifies a connection and passes it to `onIdentified`, now or within the limit. A connection that was passed
  /// to another process counts as that of the process that made it.
  package func identify(_ socket: consuming SeqpacketSocket) {
    let process: PeerProcess
    do throws(Errno) {
      process = try socket.peerProcess()
    } catch {
      return onIdentified(socket, .hidden)
    }
    if let identity = reader.quickIdentity(of: process) { return onIdentified(socket, identity) }
    let waiting = WaitingSocket(socket)
    ask(process) { [onIdentified] identity in
      if let socket = waiting.socket.take() { onIdentified(socket, identity) }
    }
  }

  /// Identifies a process and calls `finish`, now or within the limit.
  package func identify(_ process: consuming PeerProcess, _ finish: @escaping (Identity) -> Void) {
    if let identity = reader.quickIdentity(of: process) { return finish(identity) }
    ask(process, finish)
  }

  private func ask(_ process: consuming PeerProcess, _ finish: @escaping (Identity) -> Void) {
    lastNumber += 1
    guard threads.ask(IdentityQuestion(lastNumber, process)) else { return finish(.hidden) }
    waiting.append((lastNumber, .now + limit, finish))
    if waiting.count == 1 { timer?.arm(at: waiting[0].deadline) }
  }

  private func takeAnswers() {
    for answer in threads.takeAnswers() {
      guard let index = waiting.firstIndex(where: { $0.number == answer.number }) else { continue }
      waiting.remove(at: index).finish(answer.identity)
    }
  }

  private func giveUp(at now: Instant) {
    while let first = waiting.first {
      if first.deadline > now { return timer?.arm(at: first.deadline) ?? () }
      threads.forget(first.number)
      waiting.removeFirst().finish(.hidden)
    }
  }
}

/// A connection whose client is being identified.
private final class WaitingSocket {
  var socket: SeqpacketSocket?

  init(_ socket: consuming SeqpacketSocket) { self.socket = consume socket }
}
