internal import EventLoop
internal import HapticPreferences
internal import HapticSystem
internal import PreferenceEditing
internal import PreferenceFiles

/// Writes the profile to the user's own settings file, on a thread: a file system can take long.
final class ProfileFile {
  private let work: BackgroundWork<String?>
  /// The requests in order; the first one is being written.
  private var requests: [(profile: Profile, finish: (String?) -> Void)] = []

  /// The maximum number of requests that wait.
  private static let most = 16

  init(_ loop: EventLoop) { work = BackgroundWork(loop) }

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
      try work.start {
        Self.write(profile, in: folder)
      } finish: { [unowned self] in
        finishFirst($0)
      }
    } catch {
      finishFirst("cannot start a thread: \(error)")
    }
  }

  private func finishFirst(_ failure: String?) {
    let finish = requests.removeFirst().finish
    writeFirst()
    finish(failure)
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
}
