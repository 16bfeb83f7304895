internal import Glibc
internal import HapticSystem

/// A file for an image. Existing contents are replaced only if they are an SVG image too, or on request. The input
/// file of the image is never replaced.
struct ImageFile: ~Copyable {
  private let path: String
  private let descriptor: FileDescriptor

  /// Opens the file without changing it.
  ///
  /// - Parameters:
  ///   - input: the file that the image shows; nil if it shows no file.
  ///   - isForced: whether other existing contents may be replaced.
  /// - Throws: a failure if the file is the input, is not a regular file, cannot be opened, or must not be replaced.
  init(_ path: String, drawnFrom input: PatternPath?, isForced: Bool) throws(Failure) {
    descriptor = try Self.opened(path, input, isForced)
    self.path = path
  }

  private static func opened(
    _ path: String, _ input: PatternPath?, _ isForced: Bool
  ) throws(Failure) -> FileDescriptor {
    let file = try opened(path)
    do throws(Errno) {
      let identity = try FileIdentity(file.rawValue)
      guard identity.kind == .ordinary else { throw .invalidArgument }
      if let input, identity == Self.identity(of: input) { throw .busy }
    } catch {
      throw failure(path, error)
    }
    guard isForced || isReplaceable(start(of: file)) else {
      throw .usage("\(path) exists and is not an SVG image; choose another name, or replace it with --force")
    }
    return file
  }

  private static func opened(_ path: String) throws(Failure) -> FileDescriptor {
    do throws(Errno) {
      // Checks the type before opening, because opening a pipe would wake its reader.
      if let kind = try? FileIdentity(path: path).kind, kind != .ordinary { throw .invalidArgument }
      let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
      return FileDescriptor(owning: try retryingInterrupts { unsafe open(path, flags, 0o666) })
    } catch {
      throw failure(path, error)
    }
  }

  private static func failure(_ path: String, _ error: Errno) -> Failure {
    switch error {
    case .busy: .usage("\(path) is the input file; choose another name")
    case .invalidArgument: .usage("\(path) is not a regular file; for standard output use -")
    default: .usage("\(path.shownName) cannot be written: \(error); its folder must exist and be writable")
    }
  }

  private static func identity(of input: PatternPath) -> FileIdentity? {
    try? input.isStandardInput ? FileIdentity(STDIN_FILENO) : FileIdentity(path: input.path)
  }

  /// The first bytes, enough to recognize an image.
  private static func start(of descriptor: borrowing FileDescriptor) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let number = descriptor.rawValue
    // unsafe: the kernel writes into the array only during the call
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(number, $0.baseAddress, $0.count, 0) }
    return Array(bytes.prefix(max(count, 0)))
  }

  static func isReplaceable(_ start: [UInt8]) -> Bool {
    if start.isEmpty { return true }
    let text = String(decoding: start, as: UTF8.self)
    return text.drop { $0.isWhitespace || $0 == "\u{feff}" }.hasPrefix("<") && text.contains("<svg")
  }

  /// Replaces the contents with an image.
  consuming func write(_ image: String) throws(Failure) {
    let number = descriptor.rawValue
    do throws(Errno) {
      _ = try retryingInterrupts { ftruncate(number, 0) }
      var bytes = Array(image.utf8)[...]
      while !bytes.isEmpty {
        // unsafe: the kernel reads the bytes only during the call
        let count = try retryingInterrupts {
          unsafe bytes.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
        }
        bytes = bytes.dropFirst(count)
      }
    } catch {
      throw .refused("\(path) cannot be written: \(error)")
    }
  }
}
