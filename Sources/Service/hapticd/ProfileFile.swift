internal import EventLoop
internal import HapticPreferences
internal import HapticSystem
internal import PreferenceEditing
internal import PreferenceFiles
internal import Synchronization

/// Writes the profile to the user's own settings file, on a thread: a file system can take long.
final class ProfileFile {
  private let results = Results()
  private var wakeup: Wakeup?
  /// The requests in order; the first one is being written.
  private var requests: [(profile: Profile, finish: (String?) -> Void)] = []

  /// The maximum number of requests that wait.
  private static let most = 16

  init(_ loop: EventLoop) throws(Errno) {
    let wakeup = try loop.wakeup { [unowned self] in takeResult() }
    results.setTrigger(wakeup.trigger)
    self.wakeup = consume wakeup
  }

  /// - Parameter finish: called with nil after the profile is written, or with the reason of a failure.
  func save(_ profile: Profile, _ finish: @escaping (String?) -> Void) {
    guard requests.count < Self.most else { return finish("too many changes of the profile at a time") }
    requests.append((profile, finish))
    if requests.count == 1 { writeFirst() }
  }

  private func writeFirst() {
    guard let profile = requests.first?.profile else { return }
    let folder = PreferenceFolders.own(environment: Environment.variable)
    do throws(Errno) {
      try BackgroundThread.start { [results] in results.put(Self.write(profile, in: folder)) }
    } catch {
      results.put("cannot start a thread: \(error)")
    }
  }

  private func takeResult() {
    guard let result = results.take(), !requests.isEmpty else { return }
    let finish = requests.removeFirst().finish
    writeFirst()
    finish(result.failure)
  }

  /// - Returns: the reason of a failure, or nil.
  private static func write(_ profile: Profile, in folder: String?) -> String? {
    guard let folder else { return "there is no folder for settings; set HOME or XDG_CONFIG_HOME" }
    guard let key = try? PreferenceKey.spelled("profile") else { return "unknown key" }
    do throws(FileFailure) {
      try SettingsFile("\(folder)/\(PreferenceFolders.fileName)").change { text throws(EditRefusal) in
        try text.setting(key, to: .profile(profile))
      }
      return nil
    } catch {
      return error.message
    }
  }

  private struct Result { let failure: String? }

  /// The result of the thread.
  private final class Results: Sendable {
    private let state = Mutex<(result: Result?, trigger: Wakeup.Trigger?)>((nil, nil))

    func setTrigger(_ trigger: Wakeup.Trigger) { state.withLock { $0.trigger = trigger } }

    func put(_ failure: String?) {
      state.withLock { state in
        state.result = Result(failure: failure)
        // Signals under the lock, because the event loop's end of the trigger may be released.
        state.trigger?.signal()
      }
    }

    func take() -> Result? {
      state.withLock { state in
        defer { state.result = nil }
        return state.result
      }
    }
  }
}
