internal import Dispatch
internal import HapticControl
internal import Haptics
internal import TextDiagnostics

/// Plays patterns through the daemon. Its calls wait, and so have a queue of their own.
final class StudioPlayer: @unchecked Sendable {
  // The session and the playback are used only on the queue.
  private let queue = DispatchQueue(label: "player")
  private var session: DaemonSession?
  private var current: (number: Int, playback: PlaybackID, prepared: PreparedSubject)?
  private var count = 0

  /// Executes a call on the queue.
  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (StudioPlayer) throws(StudioError) -> Value
  ) async throws(StudioError) -> Value {
    try await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result { () throws(StudioError) in try body(self) }) }
    }.get()
  }

  /// Calls the daemon. The first call connects, and the next one after a failure without an answer.
  private func call<Value>(_ body: (DaemonSession) throws(Failure) -> Value) throws(StudioError) -> Value {
    do throws(StudioError) {
      let session =
        if let session { session } else {
          try answered(try DaemonSession(HapticClient(applicationName: "hapticd-studio")))
        }
      self.session = session
      return try answered(try body(session))
    } catch {
      if error.code == .noDaemon { forget() }
      throw error
    }
  }

  private func forget() { (session, current) = (nil, nil) }

  func devices() async throws(StudioError) -> [DeviceRecord] {
    try await run { player throws(StudioError) in
      try player.call { session throws(Failure) in try session.devices() }
    }
  }

  /// Plays a pattern in place of the present one. The answer has no `seconds` without an end.
  func play(_ pattern: Pattern, _ options: PlayOptions, name: String) async throws(StudioError) -> JSONObject {
    try await run { player throws(StudioError) in
      let (ready, started) = try player.call { session throws(Failure) in
        let ready = try session.prepareSubject(pattern, .file, named: name, options)
        session.stopAll()
        return (ready, try session.start(ready, options))
      }
      player.count += 1
      player.current = started.plays ? (player.count, started.playback, ready) : nil
      let length = options.loop == nil ? (pattern.duration / options.rate).inSeconds : nil
      return ["playback": player.count, "verdict": started.reply.verdict.name, "seconds": length]
    }
  }

  func stop() async { try? await run { $0.session?.stopAll() } }

  /// The end of the present playback since the last call; nil if there is none.
  func end() async -> JSONObject? { (try? await run { $0.takeEnd() }) ?? nil }

  private func takeEnd() -> JSONObject? {
    guard let session, let current else { return nil }
    for event in session.takeEvents(waiting: .zero) {
      switch event {
      case .finished(let finished) where finished.playback == current.playback:
        self.current = nil
        return .finished(current.number, finished.reason.name, finished.reason.words)
      case .disconnected:
        forget()
        return .finished(current.number, "disconnected", "ended early: the daemon has ended")
      default: break
      }
    }
    return nil
  }
}

extension JSONObject {
  fileprivate static func finished(_ playback: Int, _ end: String, _ words: String) -> JSONObject {
    ["event": "finished", "playback": playback, "end": end, "words": words]
  }
}
