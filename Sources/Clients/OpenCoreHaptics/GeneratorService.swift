internal import Dispatch
internal import Haptics
internal import Synchronization

/// Plays feedbacks for all generators of the process, and keeps prepared ones for a few seconds.
///
/// No call waits. Without a daemon, nothing happens.
final class GeneratorService: Sendable {
  let client: HapticClient
  private let queue = DispatchQueue(label: "OpenCoreHaptics.generators")
  private let prepared = Mutex<[FeedbackName: KeptFeedback]>([:])
  private let vibration: Mutex<Prepared?> = Mutex(nil)

  /// The time for which `prepare()` keeps a feedback; Apple documents "seconds".
  static let preparedTime = Duration.seconds(3)

  /// The time after which a preparation is renewed: half of that for which the daemon keeps its uploads.
  private static let renewalTime = Duration.seconds(15)

  private let deadline: Duration?

  /// - Parameter deadline: the deadline of all plays; nil for that of their category.
  init(_ client: HapticClient, deadline: Duration?) {
    self.client = client
    self.deadline = deadline
  }

  /// Plays a feedback.
  ///
  /// - Parameter intensity: 0...1, clamped.
  func play(_ name: FeedbackName, intensity: Double = 1) {
    let feedback = prepared.withLock { $0[name]?.feedback }
    if let deadline {
      client.play(
        feedback.map { Haptic($0, intensity: intensity, deadline: deadline) }
          ?? Haptic(name, intensity: intensity, deadline: deadline))
    } else if let feedback {
      feedback.play(intensity: intensity)
    } else {
      client.play(name, intensity: intensity)
    }
  }

  // MARK: Preparing

  /// Keeps feedbacks resident for `preparedTime`.
  func prepare(_ names: [FeedbackName], at now: Instant = .now) {
    let until = now + Self.preparedTime
    let isFirst = prepared.withLock { prepared in
      let isFirst = prepared.isEmpty
      for name in names {
        var entry = prepared[name] ?? KeptFeedback(feedback: client.prepare(name), preparedAt: now, until: until)
        if entry.preparedAt + Self.renewalTime <= now {
          entry.feedback.renew()
          entry.preparedAt = now
        }
        entry.until = until
        prepared[name] = entry
      }
      return isFirst
    }
    if isFirst { expire(in: Self.preparedTime) }
  }

  var preparedCount: Int { prepared.withLock { $0.count } }

  /// Releases the feedbacks whose time has passed, after a delay, and so on until none is left.
  private func expire(in delay: Duration) {
    queue.asyncAfter(deadline: .now() + delay / .seconds(1)) { [weak self] in
      guard let self else { return }
      let now = Instant.now
      // Released outside the lock.
      let (expired, next) = prepared.withLock { prepared in
        let expired = prepared.filter { $0.value.until <= now }
        for name in expired.keys { prepared[name] = nil }
        return (expired, prepared.values.map(\.until).min())
      }
      withExtendedLifetime(expired) {}
      if let next { expire(in: next - now) }
    }
  }

  // MARK: Vibrating

  /// The vibration of `kSystemSoundID_Vibrate`, which lasts 0.4 seconds on a phone.
  static let vibrationTime = Duration.milliseconds(400)

  /// Plays the vibration of `kSystemSoundID_Vibrate`.
  func vibrate() {
    let buzz = vibration.withLock { vibration in
      if let vibration { return vibration }
      let new = client.define(
        [Event(.continuous(duration: Self.vibrationTime), intensity: 1, sharpness: 0.3)], category: .notification)
      vibration = new
      return new
    }
    client.play(Haptic(buzz, deadline: deadline))
  }
}

/// A feedback that is prepared for a few seconds.
private struct KeptFeedback: Sendable {
  let feedback: Prepared
  /// The time of the latest preparation.
  var preparedAt: Instant
  var until: Instant
}
