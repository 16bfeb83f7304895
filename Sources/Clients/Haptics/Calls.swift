internal import HapticProtocol
internal import HapticSystem

/// The result that a call waits for.
enum Key: Hashable {
  case reply(serial: UInt32)
  /// The end of a playback. The ticket distinguishes calls that wait for the same end.
  case end(PlaybackID, ticket: UInt64)
  /// Room in a full socket.
  case room(ticket: UInt64)

  fileprivate var isRoom: Bool { if case .room = self { true } else { false } }
}

enum Question: Sendable {
  case request(Request)
  /// The definition of the pattern under this handle, which can take many packets.
  case definition(Handle)
}

enum Answer: Sendable {
  case reply(Reply)
  case end(Finished)
  case room
}

/// A waiting thread with its counter, or a handler that receives the answer, in time if it has a deadline.
enum Waiter {
  case thread(EventCounter)
  case handler(AnswerHandler, timeout: Duration = .zero, deadline: Instant = .distantFuture)
}

/// Receives an answer on a thread of the client.
typealias AnswerHandler = @Sendable (Result<Answer, ClientError>) -> Void

/// The waiting calls, by the results that they wait for.
struct Calls {
  private enum State {
    case waiting(Waiter)
    case answered(Result<Answer, ClientError>)
  }

  private var states: [Key: State] = [:]
  /// Answers for handlers, to be delivered outside the lock.
  var settled: [Delivery] = []
  private var recentEnds: [Finished] = []
  private var lastTicket: UInt64 = 0

  /// The earliest deadline of a handler.
  private(set) var nextDeadline = Instant.distantFuture

  mutating func newTicket() -> UInt64 {
    lastTicket += 1
    return lastTicket
  }

  /// Whether a call waits for the reply to this serial, or has not read it yet.
  func isPending(_ serial: UInt32) -> Bool { states[.reply(serial: serial)] != nil }

  mutating func begin(_ key: Key, _ waiter: Waiter) {
    states[key] = .waiting(waiter)
    if case .handler(_, _, let deadline) = waiter { nextDeadline = min(nextDeadline, deadline) }
    if case .end(let playback, _) = key, let finished = recentEnds.first(where: { $0.playback == playback }) {
      answer(key, with: .success(.end(finished)))
    }
  }

  /// Answers the calls that wait for the end of this playback. Keeps the end for calls that begin to wait after the
  /// verdict.
  mutating func end(_ finished: Finished) {
    if recentEnds.count == Limits.playbacks { recentEnds.removeFirst() }
    recentEnds.append(finished)
    for key in Array(states.keys) {
      guard case .end(finished.playback, _) = key else { continue }
      answer(key, with: .success(.end(finished)))
    }
  }

  var wantRoom: Bool { states.keys.contains { $0.isRoom } }

  /// Answers all calls that wait for room in the socket.
  mutating func giveRoom() {
    for key in states.keys.filter(\.isRoom) { answer(key, with: .success(.room)) }
  }

  /// Answers a call. Has no effect if no call waits for this key.
  mutating func answer(_ key: Key, with answer: Result<Answer, ClientError>) {
    guard case .waiting(let waiter) = states[key] else { return }
    switch waiter {
    case .thread(let counter):
      states[key] = .answered(answer)
      counter.raise()
    case .handler(let handler, _, _):
      states[key] = nil
      settled.append { handler(answer) }
    }
  }

  /// Removes and returns the answer for a waiting thread; nil if there is none yet.
  mutating func take(_ key: Key) -> Result<Answer, ClientError>? {
    guard case .answered(let answer) = states[key] else { return nil }
    states[key] = nil
    return answer
  }

  /// Removes a thread that no longer waits.
  mutating func abandon(_ key: Key) { states[key] = nil }

  mutating func failAll(_ error: ClientError) {
    for key in Array(states.keys) { answer(key, with: .failure(error)) }
    nextDeadline = .distantFuture
  }

  /// Fails the calls of handlers whose deadline has passed.
  mutating func expire(at now: Instant) {
    if now < nextDeadline { return }
    nextDeadline = .distantFuture
    for (key, state) in states {
      guard case .waiting(.handler(_, let timeout, let deadline)) = state else { continue }
      if deadline <= now {
        answer(key, with: .failure(.timedOut(timeout)))
      } else {
        nextDeadline = min(nextDeadline, deadline)
      }
    }
  }
}
