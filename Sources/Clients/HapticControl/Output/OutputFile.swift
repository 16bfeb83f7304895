internal import ArgumentParser
internal import Glibc
internal import HapticSystem

enum OutputContent: String {
  case image = "an SVG image"
  case recording = "a recording"
  case report = "a report"
  /// A pattern, which may be a work of its author: only an empty file is replaced.
  case pattern = "an empty file"

  /// Whether a file that begins with these bytes is empty or has such contents.
  func isReplaceable(_ start: [UInt8]) -> Bool {
    if start.isEmpty { return true }
    let text = String(decoding: start, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{feff}" }
    return switch self {
    case .image: text.hasPrefix("<") && text.includes("<svg")
    case .recording: text.hasPrefix("{") && text.includes("\"recording\":")
    case .report: text.hasPrefix(DeviceReport.title)
    case .pattern: text.isEmpty
    }
  }
}

/// A file for an image, a recording or a report. Existing contents are replaced only if they are of the same kind, or on
/// request. The input file of the contents is never replaced.
struct OutputFile {
  private let path: String
  /// The path of the file; for a symbolic link, of its target.
  private let target: String

  /// Checks the file and its folder, and changes nothing.
  ///
  /// - Parameters:
  ///   - inputs: the files that the contents were made from.
  ///   - isForced: whether other existing contents may be replaced.
  ///   - remedy: the way to another path.
  /// - Throws: a failure if the file is an input, is not a regular file, cannot be written, or must not be replaced.
  init(
    _ path: String, _ content: OutputContent, from inputs: [PatternPath] = [], isForced: Bool,
    or remedy: String = "choose another name"
  ) throws(Failure) {
    self.path = path
    target = Folder.resolved(path) ?? path
    let start: [UInt8]
    do throws(Errno) {
      start = try Self.checked(target, inputs)
    } catch {
      switch error {
      case .busy: throw .usage("\(path) is the input file; \(remedy)")
      case .invalidArgument: throw .usage("\(path) is not a regular file; for standard output use -")
      default:
        let remedy = error.remedy(or: "its folder must exist and be writable")
        throw .usage("\(path.shownName) cannot be written: \(error); \(remedy)")
      }
    }
    guard isForced || content.isReplaceable(start) else {
      let kind = content == .pattern ? "" : " and is not \(content.rawValue)"
      throw .usage("\(path) exists\(kind); \(remedy), or replace it with --force")
    }
  }

  /// Returns the first bytes of the file; none if it does not exist.
  ///
  /// - Throws: `.invalidArgument` if it is not a regular file, `.busy` if it is an input, or the error of the kernel.
  private static func checked(_ target: String, _ inputs: [PatternPath]) throws(Errno) -> [UInt8] {
    guard let status = try existing(target) else {
      try expectAccess(Folder.containing(target))
      return []
    }
    // Checked before the file is opened, because opening a pipe would wake its reader.
    guard status.kind == .ordinary else { throw .invalidArgument }
    if inputs.contains(where: { Self.status(of: $0)?.inode == status.inode }) { throw .busy }
    try expectAccess(target)
    try expectAccess(Folder.containing(target))
    return start(of: try FileDescriptor.open(target, .nonBlocking))
  }

  /// Returns nil if there is no file.
  ///
  /// - Throws: the error of the kernel, also for an empty path and for a symbolic link without a target.
  private static func existing(_ target: String) throws(Errno) -> FileStatus? {
    do throws(Errno) { return try FileStatus(of: target, followingLinks: true) } catch {
      let isUsable = !target.isEmpty && (try? FileStatus(of: target)) == nil
      guard error == .noSuchFile, isUsable else { throw error }
      return nil
    }
  }

  /// - Throws: the error of the kernel if this process may not write to the file, or create files in the folder.
  private static func expectAccess(_ path: String) throws(Errno) {
    if unsafe access(path, W_OK) != 0 { throw .last }
  }

  private static func status(of input: PatternPath) -> FileStatus? {
    try? input.isStandardInput ? FileStatus(of: STDIN_FILENO) : FileStatus(of: input.path, followingLinks: true)
  }

  /// The first bytes, enough to recognize the contents.
  private static func start(of descriptor: borrowing FileDescriptor) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let number = descriptor.rawValue
    // unsafe: the kernel writes into the array only during the call
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(number, $0.baseAddress, $0.count, 0) }
    return Array(bytes.prefix(max(count, 0)))
  }

  /// Replaces the contents. If that fails, for example because the disk is full, the former file is unchanged.
  func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws(Failure) {
    do throws(Errno) { try RegularFile.replace(target, with: bytes, newMode: 0o666) } catch {
      throw .usage(
        "\(path.shownName) cannot be written: \(error); \(error.remedy(or: "check the permissions of its folder"))")
    }
  }
}

extension OutputOptions {
  /// Writes an image to a file, or to standard output for `-`.
  func write(image: String, to path: String, from inputs: [PatternPath] = [], isForced: Bool) throws {
    if path == "-" { return OutputBuffer.add(image) }
    try OutputFile(path, .image, from: inputs, isForced: isForced).write(image)
    if !json { Screen.standardOutput.show("wrote \(path)") }
  }
}

/// Where a command that makes a pattern writes it.
struct PatternDestination: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write to this file. The default, -, is standard output.", valueName: "file"),
    completion: .file(extensions: ["ahap"]))
  var path = "-"

  @Flag(help: "Permit --output to replace a file that is not empty.")
  var force = false

  var isFile: Bool { path != "-" }

  func validate() throws { try expect("--force", force, onlyWith: "--output", isFile) }

  /// Checks the file before the command does its work; nil for standard output.
  func open(from inputs: [PatternPath] = []) throws -> OutputFile? {
    isFile ? try OutputFile(path, .pattern, from: inputs, isForced: force) : nil
  }
}
