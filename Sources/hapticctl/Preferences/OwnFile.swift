internal import AHAP
internal import Glibc
internal import HapticSystem
internal import PreferenceEditing
internal import PreferenceFiles

/// The file of preferences that is the user's own.
struct OwnFile {
  let path: String

  /// - Throws: a failure where the user has no home.
  init() throws(Failure) {
    guard let folder = PreferenceFolders.own(environment: Environment.variable) else {
      throw .usage("there is no place for preferences; set HOME or XDG_CONFIG_HOME")
    }
    path = "\(folder)/\(PreferenceFolders.fileName)"
  }

  /// What all files say.
  var stack: PreferenceStack { PreferenceStack.load(in: PreferenceFolders.all(environment: Environment.variable)) }

  /// What is in it; nothing where there is no file.
  func bytes() throws(Failure) -> [UInt8] {
    do throws(RegularFile.Failure) {
      return try RegularFile.read(path, upTo: PreferenceLimits.fileBytes)
    } catch {
      switch error {
      case .refused(.noSuchFile): return []
      case .refused(let reason): throw .refused("\(path) cannot be read: \(reason); see to its permissions")
      case .notRegular: throw .refused("\(path) is no ordinary file; move it away")
      case .tooLarge:
        throw .refused("\(path) has more than \(PreferenceLimits.fileBytes) bytes; make it smaller by hand")
      }
    }
  }

  func text() throws(Failure) -> PreferenceText {
    let bytes = try bytes()
    do throws(EditRefusal) { return try PreferenceText(bytes) } catch { throw failure(error) }
  }

  /// Changes it, unless nothing would change.
  ///
  /// - Throws: a failure; the file is then as it was.
  func change(_ change: (PreferenceText) throws(EditRefusal) -> PreferenceText) throws(Failure) {
    let replacement = try FileReplacement(path)
    let lock = try lock()
    let text = try text()
    let changed: PreferenceText
    do throws(EditRefusal) { changed = try change(text) } catch { throw failure(error) }
    if changed != text { try replacement.write(changed.bytes) }
    _ = lock
  }

  /// Puts a text in its place that somebody wrote after reading `former`.
  func replace(_ former: [UInt8], by bytes: [UInt8]) throws(Failure) {
    let replacement = try FileReplacement(path)
    let lock = try lock()
    guard try self.bytes() == former else { throw .refused("\(path) was changed by somebody else meanwhile") }
    try replacement.write(bytes)
    _ = lock
  }

  /// Two that change the file at once would lose what one of them says. The folder is locked, as the file is another one
  /// after each change. The corresponding C function is `flock`.
  private func lock() throws(Failure) -> FileDescriptor {
    let folder = String(path.dropLast(PreferenceFolders.fileName.count + 1))
    do throws(Errno) {
      let descriptor = try FileDescriptor.open(folder, [])
      let number = descriptor.rawValue
      _ = try retryingInterrupts { flock(number, LOCK_EX) }
      return descriptor
    } catch {
      throw .refused("\(folder) cannot be locked: \(error); see to its permissions")
    }
  }

  private func failure(_ refusal: EditRefusal) -> Failure {
    switch refusal {
    case .broken(let finding):
      .refused("\(finding.description(in: path)); nothing is changed, 'hapticctl edit' opens the file")
    case .form(let key, let line, let reason):
      .refused(
        "\(key) is left as it is at \(path)\(line.map { ":\($0)" } ?? ""): \(reason); change it with 'hapticctl edit'")
    }
  }
}

/// - Throws: a failure for what is no key.
func preferenceKey(_ text: String) throws(Failure) -> PreferenceKey {
  do throws(PreferenceMistake) { return try PreferenceKey.spelled(text) } catch { throw .usage("\(error)") }
}

/// Says what is wrong with other files; what is said of `path` was said already.
func warn(of problems: [PreferenceProblem]) {
  for problem in problems { complain("\(problem)") }
}
