internal import EventLoop
internal import HapticSystem
internal import Synchronization

/// Threads that ask for identities, a few at most, each as long as there are questions. A thread that waits for a file
/// system that does not answer stays until that ends; nothing waits for the thread.
final class IdentityThreads: Sendable {
  private struct State {
    var questions: [IdentityQuestion] = []
    var answers: [IdentityAnswer] = []
    var running = 0
    var trigger: Wakeup.Trigger?
  }

  private let reader: IdentityReader
  private let state = Mutex(State())

  init(_ reader: IdentityReader) { self.reader = reader }

  func setTrigger(_ trigger: Wakeup.Trigger) { state.withLock { $0.trigger = trigger } }

  /// - Returns: false where the question cannot be asked: too many wait, or the system has no thread left.
  func ask(_ question: IdentityQuestion) -> Bool {
    enum Step { case queued, start, refuse }
    let step: Step = state.withLock { state in
      if state.questions.count == Self.mostQuestions { return .refuse }
      state.questions.append(question)
      if state.running == Self.mostThreads { return .queued }
      state.running += 1
      return .start
    }
    switch step {
    case .queued: return true
    case .refuse: return false
    case .start: return start(question)
    }
  }

  /// Removes a question that nobody has begun with.
  func forget(_ number: UInt64) { state.withLock { state in state.questions.removeAll { $0.number == number } } }

  func takeAnswers() -> [IdentityAnswer] {
    state.withLock { state in
      defer { state.answers = [] }
      return state.answers
    }
  }

  private func start(_ question: IdentityQuestion) -> Bool {
    do throws(Errno) {
      try BackgroundThread.start { [self] in work() }
      return true
    } catch {
      return state.withLock { state in
        state.running -= 1
        // Another thread may come to it.
        if state.running > 0 { return true }
        state.questions.removeAll { $0.number == question.number }
        return false
      }
    }
  }

  private func work() {
    while let question = next() {
      let answer = IdentityAnswer(number: question.number, identity: reader.identity(of: question.process))
      state.withLock { state in
        state.answers.append(answer)
        // Signalled under the lock, as the loop's end of it may go.
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

/// A process whose application somebody wants to know.
final class IdentityQuestion: Sendable {
  let number: UInt64
  let process: PeerProcess

  init(_ number: UInt64, _ process: consuming PeerProcess) {
    self.number = number
    self.process = process
  }
}

struct IdentityAnswer: Sendable {
  let number: UInt64
  let identity: ApplicationIdentity
}
