internal import Glibc
internal import HapticSystem
internal import PreferenceEditing
internal import PreferenceFiles
internal import TextDiagnostics

/// The user's own settings file.
struct OwnFile {
  let path: String

  /// - Throws: a failure if neither HOME nor XDG_CONFIG_HOME is set.
  init() throws(Failure) {
    guard let folder = PreferenceFolders.own(environment: Environment.variable) else {
      throw .usage("there is no folder for settings; set HOME or XDG_CONFIG_HOME")
    }
    path = "\(folder)/\(PreferenceFolders.fileName)"
  }

  /// The settings of all files, merged as a daemon that starts now would merge them.
  var stack: PreferenceStack { PreferenceStack.load(in: PreferenceFolders.all(environment: Environment.variable)) }

  /// The contents of the file; empty if it does not exist.
  ///
  /// - Throws: a failure if it cannot be read, is not a regular file, or is too large.
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

  /// Changes the file, unless the text stays the same.
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

  /// Replaces the text.
  ///
  /// - Throws: a failure if the text is no longer `former`; the file is then unchanged.
  func replace(_ former: [UInt8], by bytes: [UInt8]) throws(Failure) {
    let replacement = try FileReplacement(path)
    let lock = try lock()
    guard try self.bytes() == former else { throw .refused("\(path) was changed by another program meanwhile") }
    try replacement.write(bytes)
    _ = lock
  }

  /// Prevents lost changes if two programs change the file at the same time. Locks the folder, because each change
  /// replaces the file. The corresponding C function is `flock`.
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

/// Parses a key.
///
/// - Throws: a failure for an unknown key, with the nearest key.
func preferenceKey(_ text: String) throws(Failure) -> PreferenceKey {
  do throws(PreferenceMistake) { return try PreferenceKey.spelled(text) } catch { throw .usage("\(error)") }
}

/// Prints a warning for each mistake in settings files.
func warn(of problems: [PreferenceProblem]) {
  for problem in problems { complain("\(problem)") }
}
