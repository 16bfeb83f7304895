internal import Glibc
internal import HapticControl
internal import HapticSystem
internal import HapticThemes
internal import TextDiagnostics

/// The folder that was opened. Files are read and written only in it, by plain names: no link is followed, and no pipe or
/// device is opened. It stays the same folder if another one, or a link, takes its name.
package final class OpenedFolder: Sendable {
  /// The path that it had, with all links resolved.
  package let path: String
  private let descriptor: FolderDescriptor

  package init(_ path: String) throws(StudioError) {
    guard let resolved = Folder.resolved(path), Folder.exists(resolved) else { throw Self.unreadable(path) }
    do throws(RegularFile.Failure) { descriptor = try FolderDescriptor.open(resolved) } catch {
      throw Self.unreadable(path)
    }
    self.path = resolved
  }

  private static func unreadable(_ path: String) -> StudioError {
    StudioError(.unreadable, "\(Quotation.quoted(path)) is not a folder that can be read", remedy: "check its path")
  }

  var isWritable: Bool { unsafe access(descriptor.path, W_OK) == 0 }

  /// The pattern and sound files, in order of their names.
  func files() -> [JSONObject] {
    let names = (try? Folder.entries(of: descriptor.path)) ?? []
    return names.sorted().prefix(Self.mostFiles).compactMap { .file($0, in: descriptor.path) }
  }

  private static let mostFiles = 5000

  /// Reads a file.
  ///
  /// - Throws: for a name that is not plain, and for everything but a regular file of at most `limit` bytes.
  package func read(_ name: String, upTo limit: Int) throws(StudioError) -> [UInt8] {
    try Self.checkName(name)
    do throws(RegularFile.Failure) { return try descriptor.read(name, upTo: limit) } catch {
      switch error {
      case .refused(.noSuchFile):
        throw StudioError(.notFound, "there is no file \(Quotation.quoted(name)) in the folder")
      case .refused(let reason) where reason.rawValue == ELOOP: throw Self.notRegular(name)
      case .refused(let reason): throw StudioError(.unreadable, "\(Quotation.quoted(name)) cannot be read: \(reason)")
      case .notRegular: throw Self.notRegular(name)
      case .tooLarge: throw StudioError(.tooLarge, "\(Quotation.quoted(name)) is larger than \(limit) bytes")
      }
    }
  }

  private static func notRegular(_ name: String) -> StudioError {
    StudioError(.unreadable, "\(Quotation.quoted(name)) is not a regular file", remedy: "open the file itself")
  }

  /// Replaces or creates a file atomically.
  ///
  /// - Parameters:
  ///   - version: the version that was read; nil for a file that does not exist.
  ///   - isForced: whether another version is replaced.
  /// - Returns: the new version.
  /// - Throws: `.changed` for another version, `.exists` for a file that exists; it is then unchanged.
  package func save(
    _ name: String, _ bytes: [UInt8], replacing version: FileVersion?, isForced: Bool
  ) throws(StudioError) -> FileVersion {
    try Self.checkName(name)
    let target = "\(descriptor.path)/\(name)"
    if (try? FileStatus(of: target)) != nil {
      let present = FileVersion(try read(name, upTo: FileLimits.standard.maximumBytes))
      guard isForced || version == present else {
        let message =
          "\(Quotation.quoted(name)) " + (version == nil ? "exists already" : "was changed by another program")
        throw StudioError(
          version == nil ? .exists : .changed, message, remedy: "replace it, or save under another name")
      }
    }
    do throws(Errno) { try RegularFile.replace(target, with: bytes, newMode: 0o666) } catch {
      throw StudioError(.refused, "\(Quotation.quoted(name)) cannot be saved: \(error)", remedy: "check the folder")
    }
    return FileVersion(bytes)
  }

  /// - Throws: a bad request for a name that could lead out of the folder, or that is hidden.
  package static func checkName(_ name: String) throws(StudioError) {
    let isPlain =
      !name.isEmpty && name.utf8.count <= 255 && !name.hasPrefix(".")
      && !name.utf8.contains { $0 < 0x20 || $0 == 0x2f || $0 == 0x7f }
    guard isPlain else { throw .badRequest("\(Quotation.quoted(name)) is not a plain file name") }
  }
}

package struct FileVersion: Equatable, Sendable {
  package let text: String

  package init(text: String) { self.text = text }

  /// A hash and the length: for changes by accident, not against an attack.
  package init(_ bytes: [UInt8]) {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    text = "\(bytes.count)-\(String(hash, radix: 16))"
  }
}

extension JSONObject {
  /// A file in the list of the folder; nil for one that the studio does not open. The format is `ahap`, `haptic`, `xml`,
  /// `json` or `sound`.
  fileprivate static func file(_ name: String, in folder: String) -> JSONObject? {
    guard (try? OpenedFolder.checkName(name)) != nil, let format = format(of: name),
      let status = try? FileStatus(of: "\(folder)/\(name)"), status.kind == .ordinary
    else { return nil }
    return ["file": name, "format": format, "bytes": status.size]
  }

  private static func format(of name: String) -> String? {
    guard name != ThemeTable.fileName, let dot = name.lastIndex(of: ".") else { return nil }
    let suffix = name[name.index(after: dot)...].lowercased()
    switch suffix {
    case "ahap", "haptic", "xml", "json": return suffix
    case "ahv": return "xml"
    case "wav", "ogg", "oga", "flac", "aif", "aiff", "mp3", "opus": return "sound"
    default: return nil
    }
  }
}
