internal import ArgumentParser
internal import Glibc
internal import HapticFiles
internal import HapticSystem
internal import TextDiagnostics

/// Reads pattern files: regular files, and standard input for `-`. Reads no more than the maximum size of a pattern
/// file.
///
/// Named pipes are refused, because opening or reading one may block without a limit. The shell's `<(command)` and
/// `/dev/stdin` name descriptors that are already open; they are read like standard input.
enum PatternInput {
  static let standardInput = "-"

  /// - Throws: a finding about the contents of the file, or the reason why it cannot be read.
  static func read(_ place: PatternPath) throws(Refused) -> PatternFile {
    let bytes: [UInt8]
    do throws(RegularFile.Failure) { bytes = try self.bytes(place) } catch { throw refused(error) }
    return try read(bytes, of: place)
  }

  /// - Throws: `.refused` with the system's error, or `.notRegular` for a pipe or a device.
  static func bytes(_ place: PatternPath) throws(RegularFile.Failure) -> [UInt8] {
    if place.isList { return Array(place.path.utf8) }
    do throws(Errno) {
      if place.isStandardInput { return try bytes(STDIN_FILENO) }
      // Without blocking, because a pipe may have no writer.
      let file = try FileDescriptor.open(place.path, .nonBlocking)
      let kind = try FileStatus(of: file.rawValue).kind
      if kind == .folder { throw Errno(rawValue: EISDIR) }
      if kind == .ordinary || isDescriptor(place.path) { return try bytes(file.rawValue) }
    } catch {
      throw .refused(error)
    }
    throw .notRegular
  }

  static func read(_ bytes: [UInt8], of place: PatternPath) throws(Refused) -> PatternFile {
    try PatternFile.read(bytes, name: place.path, feedback: place.feedback)
  }

  /// - Throws: a mistake if more than one of these names is standard input, which the first one reads to its end.
  static func expectOnce(_ names: [String]) throws {
    if names.count(where: { isStandardInput(PatternPath($0).path) }) > 1 {
      throw ValidationError("standard input can be read only once; write it to a file, and give its name")
    }
  }

  private static func isStandardInput(_ path: String) -> Bool {
    [standardInput, "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(path)
  }

  /// Whether a path names a descriptor that is already open.
  static func isDescriptor(_ path: String) -> Bool {
    path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
  }

  /// Reads up to one byte more than the limit, so that the caller can detect a file that is too long.
  private static func bytes(_ descriptor: Int32) throws(Errno) -> [UInt8] {
    let limit = FileLimits.standard.maximumBytes
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      // unsafe: the kernel writes into the buffer only during the call
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes += buffer.prefix(count)
      } else if count == 0 {
        break
      } else if Errno.last == .wouldBlock {
        try waitUntilReadable(descriptor, timeout: .seconds(3600))
      } else if Errno.last != .interrupted {
        throw .last
      }
    }
    return bytes
  }

  private static func refused(_ failure: RegularFile.Failure) -> Refused {
    if failure == .notRegular {
      return Refused(
        "not a regular file", remedy: "to read from a pipe, write to standard input and give - as the file")
    }
    return Refused("cannot be read: \(failure.words)", remedy: failure.remedy(or: "check its path and its permissions"))
  }
}

/// The path of a pattern file. In a file with several feedbacks, `#` and a name select one, as in
/// `theme.json#bell-terminal`. `-` is standard input. A text in brackets is a list of `navigator.vibrate` itself.
struct PatternPath {
  /// The text as the user gave it.
  let name: String
  let path: String
  /// The selected feedback; nil without `#`.
  let feedback: String?

  /// Splits the name at its last `#`, unless a file with the whole name exists.
  init(_ name: String) {
    self.name = name
    guard let mark = name.lastIndex(of: "#"), !SubjectName.fileExists(name) else {
      (path, feedback) = (name, nil)
      return
    }
    path = String(name[..<mark])
    feedback = String(name[name.index(after: mark)...])
  }

  var isStandardInput: Bool { path == PatternInput.standardInput }

  /// Whether the text is a list, such as `[100,50,100]`, and not a path.
  var isList: Bool { feedback == nil && SubjectName.isList(path) }

  /// The path for messages.
  var shownPath: String { isStandardInput ? "standard input" : path.shownName }

  /// The name without its folder.
  var title: String {
    isStandardInput ? shownPath : String(name.dropFirst(path.count - Folder.name(of: path).count))
  }
}
