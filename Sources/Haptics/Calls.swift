internal import HapticProtocol
internal import HapticSystem

/// What somebody waits for.
enum Key: Hashable {
  case reply(serial: UInt32)
  /// The ticket tells apart those who wait for the same end.
  case end(PlaybackID, ticket: UInt64)
  /// That a full socket takes packets again.
  case room(ticket: UInt64)
}

extension Key {
  fileprivate var isRoom: Bool { if case .room = self { true } else { false } }
}

/// What is asked.
enum Question: Sendable {
  case request(Request)
  /// That the pattern under this handle is defined, which may take many packets.
  case definition(Handle)
}

/// What came of it.
enum Answer: Sendable {
  case reply(Reply)
  case end(Finished)
  case room
}

/// Who waits: a thread on its counter, or a task.
enum Waiter {
  case thread(EventCounter)
  case task(CheckedContinuation<Result<Answer, ClientError>, Never>, timeout: Duration, deadline: Instant)
}

/// The calls under way, by what they wait for.
struct Calls {
  private enum State {
    case waiting(Waiter)
    case answered(Result<Answer, ClientError>)
  }

  private var states: [Key: State] = [:]
  /// Answers for tasks, to be handed over outside the lock.
  private var settled: [Delivery] = []
  private var recentEnds: [Finished] = []
  private var lastTicket: UInt64 = 0

  /// The earliest moment at which a waiting task must be told that it waited too long.
  private(set) var nextDeadline = Instant.distantFuture

  /// A key for one who waits for the end of a playback.
  mutating func newKey(forEndOf playback: PlaybackID) -> Key {
    lastTicket += 1
    return .end(playback, ticket: lastTicket)
  }

  /// A key for one who waits for room in the socket.
  mutating func newKeyForRoom() -> Key {
    lastTicket += 1
    return .room(ticket: lastTicket)
  }

  /// Whether somebody waits for the reply to this serial, or has not taken it yet.
  func isPending(_ serial: UInt32) -> Bool { states[.reply(serial: serial)] != nil }

  mutating func begin(_ key: Key, _ waiter: Waiter) {
    states[key] = .waiting(waiter)
    if case .task(_, _, let deadline) = waiter { nextDeadline = min(nextDeadline, deadline) }
    if case .end(let playback, _) = key, let finished = recentEnds.first(where: { $0.playback == playback }) {
      answer(key, with: .success(.end(finished)))
    }
  }

  /// A playback ended. Kept a while for who asks only after its verdict.
  mutating func end(_ finished: Finished) {
    if recentEnds.count == Limits.playbacks { recentEnds.removeFirst() }
    recentEnds.append(finished)
    for key in Array(states.keys) {
      guard case .end(finished.playback, _) = key else { continue }
      answer(key, with: .success(.end(finished)))
    }
  }

  /// Whether anybody waits for room in the socket.
  var wantRoom: Bool { states.keys.contains { $0.isRoom } }

  /// The socket has room: everybody who waits for it may try.
  mutating func giveRoom() {
    for key in states.keys.filter(\.isRoom) { answer(key, with: .success(.room)) }
  }

  /// Hands the answer to who waits; nothing where nobody does (any more).
  mutating func answer(_ key: Key, with answer: Result<Answer, ClientError>) {
    guard case .waiting(let waiter) = states[key] else { return }
    switch waiter {
    case .thread(let counter):
      states[key] = .answered(answer)
      counter.raise()
    case .task(let continuation, _, _):
      states[key] = nil
      settled.append(.answer(answer, continuation))
    }
  }

  /// Removes and returns the answers for tasks.
  mutating func takeSettled() -> [Delivery] {
    defer { settled = [] }
    return settled
  }

  /// The answer for a waiting thread, if it is there.
  mutating func take(_ key: Key) -> Result<Answer, ClientError>? {
    guard case .answered(let answer) = states[key] else { return nil }
    states[key] = nil
    return answer
  }

  /// A thread waits no longer.
  mutating func abandon(_ key: Key) { states[key] = nil }

  /// Nobody will be answered any more.
  mutating func failAll(_ error: ClientError) {
    for key in Array(states.keys) { answer(key, with: .failure(error)) }
    nextDeadline = .distantFuture
  }

  /// Tells the tasks whose time is over.
  mutating func expire(at now: Instant) {
    if now < nextDeadline { return }
    nextDeadline = .distantFuture
    for (key, state) in states {
      guard case .waiting(.task(_, let timeout, let deadline)) = state else { continue }
      if deadline <= now {
        answer(key, with: .failure(.timedOut(timeout)))
      } else {
        nextDeadline = min(nextDeadline, deadline)
      }
    }
  }
}
