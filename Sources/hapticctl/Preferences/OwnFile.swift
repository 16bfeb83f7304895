internal import Glibc
internal import HapticSystem
internal import PreferenceEditing
internal import PreferenceFiles
internal import TextDiagnostics

/// The user's own settings file.
struct OwnFile {
  let path: String

  /// - Throws: a failure where neither HOME nor XDG_CONFIG_HOME is set.
  init() throws(Failure) {
    guard let folder = PreferenceFolders.own(environment: Environment.variable) else {
      throw .usage("there is no folder for settings; set HOME or XDG_CONFIG_HOME")
    }
    path = "\(folder)/\(PreferenceFolders.fileName)"
  }

  /// The settings of all files together, as a daemon that starts now would read them.
  var stack: PreferenceStack { PreferenceStack.load(in: PreferenceFolders.all(environment: Environment.variable)) }

  /// Its text; empty where there is no file.
  func bytes() throws(Failure) -> [UInt8] {
    do throws(RegularFile.Failure) {
      return try RegularFile.read(path, upTo: PreferenceLimits.fileBytes)
    } catch {
      switch error {
      case .refused(.noSuchFile): return []
      case .refused(let reason): throw .refused("cannot read \(path): \(reason); check its permissions")
      case .notRegular: throw .refused("\(path) is not a regular file; move it away")
      case .tooLarge:
        throw .refused("\(path) is larger than \(PreferenceLimits.fileBytes) bytes; make it smaller in an editor")
      }
    }
  }

  func text() throws(Failure) -> PreferenceText {
    let bytes = try bytes()
    do throws(EditRefusal) { return try PreferenceText(bytes) } catch { throw failure(error) }
  }

  /// Changes the file, unless the result is the same text.
  ///
  /// - Throws: a failure; the file is then unchanged.
  func change(_ change: (PreferenceText) throws(EditRefusal) -> PreferenceText) throws(Failure) {
    let replacement = try FileReplacement(path)
    let lock = try lock()
    let text = try text()
    let changed: PreferenceText
    do throws(EditRefusal) { changed = try change(text) } catch { throw failure(error) }
    if changed != text { try replacement.write(changed.bytes) }
    _ = lock
  }

  /// Replaces the text, unless the file is no longer `former`.
  func replace(_ former: [UInt8], by bytes: [UInt8]) throws(Failure) {
    let replacement = try FileReplacement(path)
    let lock = try lock()
    guard try self.bytes() == former else { throw .refused("\(path) was changed by another program meanwhile") }
    try replacement.write(bytes)
    _ = lock
  }

  /// Keeps two programs from changing the file at once, which would lose one of the changes. Locks the folder, because each
  /// change replaces the file. The corresponding C function is `flock`.
  private func lock() throws(Failure) -> FileDescriptor {
    let folder = String(path.dropLast(PreferenceFolders.fileName.count + 1))
    do throws(Errno) {
      let descriptor = try FileDescriptor.open(folder, [])
      let number = descriptor.rawValue
      _ = try retryingInterrupts { flock(number, LOCK_EX) }
      return descriptor
    } catch {
      throw .refused("cannot lock \(folder): \(error); check its permissions")
    }
  }

  private func failure(_ refusal: EditRefusal) -> Failure {
    switch refusal {
    case .broken(let finding):
      .refused("\(finding.description(in: path)); nothing is changed, fix the file first: hapticctl edit")
    case .form(let key, let line, let reason):
      .refused(
        "\(path)\(line.map { ":\($0)" } ?? ""): \(key): \(reason); change it with 'hapticctl edit'")
    }
  }
}

/// Finds the key that a user names.
///
/// - Throws: a failure for an unknown key, with the nearest one.
func preferenceKey(_ text: String) throws(Failure) -> PreferenceKey {
  do throws(PreferenceMistake) { return try PreferenceKey.spelled(text) } catch { throw .usage("\(error)") }
}

/// Reports mistakes in settings files.
func warn(of problems: [PreferenceProblem]) {
  for problem in problems { complain("\(problem)") }
}
