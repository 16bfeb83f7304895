internal import EventLoop
internal import HapticProtocol
internal import HapticSystem
internal import Synchronization

/// Up to four threads that identify processes, each as long as there are questions. A thread that waits for a file
/// system that does not respond stays until the wait ends; nothing waits for the thread.
final class IdentityThreads: Sendable {
  private struct State {
    var questions: [IdentityQuestion] = []
    var answers: [(number: UInt64, identity: Identity)] = []
    var running = 0
    var trigger: Wakeup.Trigger?
  }

  private let reader: IdentityReader
  private let state = Mutex(State())

  init(_ reader: IdentityReader) { self.reader = reader }

  func setTrigger(_ trigger: Wakeup.Trigger) { state.withLock { $0.trigger = trigger } }

  /// - Returns: false if the question is refused: too many wait, or the system cannot create a thread.
  func ask(_ question: IdentityQuestion) -> Bool {
    state.withLock { state in
      if state.questions.count == Self.mostQuestions { return false }
      if state.running < Self.mostThreads {
        do throws(Errno) {
          try BackgroundThread.start { [self] in work() }
          state.running += 1
        } catch {
          // Another thread will take the question.
          if state.running == 0 { return false }
        }
      }
      state.questions.append(question)
      return true
    }
  }

  /// Removes a question, unless a thread has begun it.
  func forget(_ number: UInt64) { state.withLock { state in state.questions.removeAll { $0.number == number } } }

  func takeAnswers() -> [(number: UInt64, identity: Identity)] {
    state.withLock { state in
      defer { state.answers = [] }
      return state.answers
    }
  }

  private func work() {
    while let question = next() {
      let identity = reader.identity(of: question.process)
      state.withLock { state in
        state.answers.append((question.number, identity))
        // Signals under the lock, because the event loop's end of the trigger may be released.
        state.trigger?.signal()
      }
    }
  }

  private func next() -> IdentityQuestion? {
    state.withLock { state in
      if !state.questions.isEmpty { return state.questions.removeFirst() }
      state.running -= 1
      return nil
    }
  }

  static let mostThreads = 4
  static let mostQuestions = 64
}

final class IdentityQuestion: Sendable {
  let number: UInt64
  let process: PeerProcess

  init(_ number: UInt64, _ process: consuming PeerProcess) {
    self.number = number
    self.process = process
  }
}
