internal import Glibc
package import HapticSystem
internal import PreferenceFiles
internal import TextDiagnostics

/// The reason why a file cannot be read or written, with the remedy, in one line.
package struct FileFailure: Error, Equatable, Sendable {
  package let message: String
  /// The error of the system, `.invalidArgument` for a file that is not regular, or `.tooLarge`; nil if the contents of
  /// the file or another program are the reason.
  package let reason: Errno?

  init(_ message: String, because reason: Errno? = nil) { (self.message, self.reason) = (message, reason) }

  /// - Parameters:
  ///   - action: the action that failed, with the path, such as `cannot read /x`.
  ///   - remedy: the remedy for missing permissions.
  init(_ action: String, _ reason: Errno, remedy: String) {
    self.init("\(action): \(reason); \(reason.remedy(or: remedy))", because: reason)
  }
}

/// A settings file that is edited in place.
package struct SettingsFile: Sendable {
  package let path: String
  /// The maximum time to wait for another program that changes the file.
  private let lockTimeout: Duration

  package init(_ path: String, lockTimeout: Duration = .seconds(5)) {
    self.path = path
    self.lockTimeout = lockTimeout
  }

  /// The contents of the file; empty if it does not exist.
  ///
  /// - Throws: a failure if it cannot be read, is not a regular file, or is too large.
  package func bytes() throws(FileFailure) -> [UInt8] {
    do throws(RegularFile.Failure) {
      return try RegularFile.read(path, upTo: PreferenceLimits.fileBytes)
    } catch {
      switch error {
      case .refused(.noSuchFile): return []
      case .refused(let reason):
        throw FileFailure("cannot read \(path)", reason, remedy: "check its permissions")
      case .notRegular: throw FileFailure("\(path) is not a regular file; move it away", because: .invalidArgument)
      case .tooLarge:
        throw FileFailure(
          "\(path) is larger than \(PreferenceLimits.fileBytes) bytes; make it smaller in an editor", because: .tooLarge
        )
      }
    }
  }

  package func text() throws(FileFailure) -> PreferenceText {
    let bytes = try bytes()
    do throws(EditRefusal) { return try PreferenceText(bytes) } catch { throw failure(error) }
  }

  /// Changes the file, unless the text stays the same. May wait up to five seconds for another program that
  /// changes it.
  ///
  /// - Throws: a failure; the file is then unchanged.
  package func change(_ change: (PreferenceText) throws(EditRefusal) -> PreferenceText) throws(FileFailure) {
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
  package func replace(_ former: [UInt8], by bytes: [UInt8]) throws(FileFailure) {
    let replacement = try FileReplacement(path)
    let lock = try lock()
    guard try self.bytes() == former else {
      throw FileFailure("\(path) was changed by another program meanwhile")
    }
    try replacement.write(bytes)
    _ = lock
  }

  /// Prevents lost changes if two programs change the file at the same time. Locks the folder, because each change
  /// replaces the file. The corresponding C function is `flock`.
  private func lock() throws(FileFailure) -> FileDescriptor {
    let folder = String(path.dropLast(PreferenceFolders.fileName.count + 1))
    do throws(Errno) {
      let descriptor = try FileDescriptor.open(folder, [])
      try waitForLock(descriptor.rawValue)
      return descriptor
    } catch .wouldBlock {
      throw FileFailure(
        "\(folder) is locked by another program, and nothing is changed; "
          + "'fuser \(folder)' names the process: end it, then try again")
    } catch {
      throw FileFailure("cannot lock \(folder)", error, remedy: "check its permissions")
    }
  }

  /// - Throws: `.wouldBlock` if another program keeps the lock for too long.
  private func waitForLock(_ folder: Int32) throws(Errno) {
    let end = Instant.now + lockTimeout
    while true {
      do throws(Errno) {
        _ = try retryingInterrupts { flock(folder, LOCK_EX | LOCK_NB) }
        return
      } catch {
        guard error == .wouldBlock, Instant.now < end else { throw error }
      }
      usleep(20_000)
    }
  }

  private func failure(_ refusal: EditRefusal) -> FileFailure {
    switch refusal {
    case .broken(let finding):
      FileFailure("\(finding.description(in: path)); nothing is changed, fix the file first: hapticctl edit")
    case .form(let key, let line, let reason):
      FileFailure("\(path)\(line.map { ":\($0)" } ?? ""): \(key): \(reason); change it with 'hapticctl edit'")
    }
  }
}

/// Replaces a settings file atomically. A reader finds either the former or the new text, also after a power failure.
package struct FileReplacement {
  /// The path of the file; for a symbolic link, of its target.
  private let target: String

  /// Creates the folder if it does not exist, accessible only to its owner.
  ///
  /// - Throws: a failure if the folder cannot be created, the file is not writable, or the link has no target.
  package init(_ path: String) throws(FileFailure) {
    try Self.makeFolder(Folder.containing(path))
    target = try Self.target(of: path)
  }

  /// Replaces the contents of the file. Only its owner can read a new one.
  ///
  /// - Throws: a failure with the system's reason; the file is then unchanged.
  package func write(_ bytes: [UInt8]) throws(FileFailure) {
    do throws(Errno) { try RegularFile.replace(target, with: bytes, newMode: 0o600) } catch {
      throw FileFailure("cannot write \(target)", error, remedy: "check the permissions of its folder")
    }
  }

  // MARK: Paths

  private static func makeFolder(_ path: String) throws(FileFailure) {
    if Folder.exists(path) { return }
    if path != "/" { try makeFolder(Folder.containing(path)) }
    guard unsafe mkdir(path, 0o700) != 0, case let error = Errno.last, error != Errno(rawValue: EEXIST) else { return }
    throw FileFailure("cannot create the folder \(path)", error, remedy: "check the permissions of its parent folder")
  }

  private static func target(of path: String) throws(FileFailure) -> String {
    if let target = Folder.resolved(path) {
      guard unsafe access(target, W_OK) == 0 else {
        throw FileFailure("cannot write \(target)", .last, remedy: "check its permissions")
      }
      return target
    }
    let reason: Errno
    do throws(Errno) {
      // Another program may have created the file meanwhile.
      _ = try FileStatus(of: path, followingLinks: true)
      return path
    } catch { reason = error }
    guard reason == .noSuchFile else {
      throw FileFailure("cannot write \(path)", reason, remedy: "check its permissions")
    }
    guard (try? SymbolicLink.target(of: path)) == nil else {
      throw FileFailure(
        "\(path) is a symbolic link without a target; create the target, or remove the link", because: reason)
    }
    return path
  }
}
