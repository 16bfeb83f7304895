internal import Glibc

/// The keys that a user presses on the terminal of standard input, without waiting for a line.
///
/// While it exists, the terminal has an empty second screen. Its state is restored at the end of its owner, and also if the
/// process exits, is suspended, or receives a signal that ends it.
public struct TerminalKeys: ~Copyable {
  /// A key with a meaning; others are `other`.
  public enum Key: Equatable, Sendable {
    case up, down, left, right, pageUp, pageDown, home, end, enter, space, escape, tab, backspace, delete
    /// Ctrl-C, Ctrl-D, or the end of the input.
    case interrupt
    /// Ctrl-Z.
    case suspend
    case character(Unicode.Scalar)
    case other
  }

  /// The bytes that were read and are not yet a key.
  private var pending: [UInt8] = []

  /// Prepares the terminal.
  ///
  /// - Throws: the error of the kernel, such as `ENOTTY`, if standard input or standard output is not a terminal.
  ///
  /// The corresponding C functions are `tcgetattr` and `tcsetattr`.
  public init() throws(Errno) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw Errno(rawValue: ENOTTY) }
    try SavedTerminal.save()
  }

  deinit { SavedTerminal.restore() }

  /// Waits for a key. Ctrl-Z suspends the process, as a shell's user expects.
  ///
  /// - Returns: nil after the timeout, after a change of the size of the terminal, and after a suspension: the caller then
  ///   draws again.
  public mutating func next(timeout: Duration) throws(Errno) -> Key? {
    // In the background, the terminal belongs to another program.
    while !SavedTerminal.isForeground { usleep(Self.backgroundPause) }
    SavedTerminal.enter()
    if pending.isEmpty, try !read(timeout: timeout) { return nil }
    if pending.isEmpty { return .interrupt }
    // The rest of a sequence may arrive later, as over a slow network.
    while Self.firstKeyLength(pending[...]) == nil, try read(timeout: Self.sequenceTime), pending.count < Self.mostBytes
    {}
    let key = Self.key(from: &pending)
    guard key == .suspend else { return key }
    SavedTerminal.suspend()
    return nil
  }

  /// The time in which the rest of a sequence arrives; the escape key alone is noticed after it.
  private static let sequenceTime = Duration.milliseconds(40)
  private static let backgroundPause: UInt32 = 100_000
  private static let mostBytes = 4096

  /// Reads what the terminal has.
  ///
  /// - Returns: whether there was input, or its end; false after the timeout and after a signal.
  private mutating func read(timeout: Duration) throws(Errno) -> Bool {
    var poll = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let ready = unsafe Glibc.poll(&poll, 1, timeout.pollMilliseconds)
    guard ready > 0 else {
      if ready < 0, Errno.last != .interrupted { throw .last }
      return false
    }
    var bytes = [UInt8](repeating: 0, count: 256)
    // unsafe: the kernel writes into the array only during the call
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
    if count < 0, Errno.last == .interrupted { return false }
    pending += bytes.prefix(max(count, 0))
    return true
  }
}

// MARK: - Bytes

extension TerminalKeys {
  /// Takes the first key from the bytes; `.other` if there is none.
  static func key(from bytes: inout [UInt8]) -> Key {
    let count = firstKeyLength(bytes[...]) ?? bytes.count
    defer { bytes.removeFirst(count) }
    return key(of: bytes[..<count])
  }

  /// Returns the key that a terminal sends as these bytes.
  static func key(of bytes: ArraySlice<UInt8>) -> Key {
    let sequence = String(decoding: bytes, as: UTF8.self)
    // Keypads send O in place of [ in their application mode.
    if sequence.hasPrefix("\u{1b}["), let key = sequences[String(sequence.dropFirst(2))] { return key }
    if sequence.hasPrefix("\u{1b}O"), let key = sequences[String(sequence.dropFirst(2))] { return key }
    guard let first = sequence.unicodeScalars.first, sequence.unicodeScalars.count == 1 else { return .other }
    switch first {
    case "\u{3}", "\u{4}": return .interrupt
    case "\u{1a}": return .suspend
    case "\u{1b}": return .escape
    case "\r", "\n": return .enter
    case "\t": return .tab
    case "\u{8}", "\u{7f}": return .backspace
    case " ": return .space
    default: return first.value >= 0x20 ? .character(first) : .other
    }
  }

  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "1~": .home, "3~": .delete, "4~": .end,
    "5~": .pageUp, "6~": .pageDown, "7~": .home, "8~": .end,
  ]

  /// The number of bytes of the first key; nil if they are only the beginning of a sequence or of a character.
  private static func firstKeyLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return 0 }
    var length = utf8Length(first)
    if first == escape {
      guard let second = bytes.dropFirst().first else { return nil }
      if second == UInt8(ascii: "[") {
        return bytes.dropFirst(2).firstIndex(where: isFinal).map { $0 - bytes.startIndex + 1 }
      }
      if second == UInt8(ascii: "O") { length = 3 }
    }
    return length <= bytes.count ? length : nil
  }

  private static let escape: UInt8 = 0x1b

  /// Whether a byte ends a control sequence, by ECMA-48.
  private static func isFinal(_ byte: UInt8) -> Bool { (0x40...0x7e).contains(byte) }

  /// The length of a character with this first byte in UTF-8; 1 for bytes that cannot begin one.
  private static func utf8Length(_ first: UInt8) -> Int {
    switch first {
    case 0xc2...0xdf: 2
    case 0xe0...0xef: 3
    case 0xf0...0xf4: 4
    default: 1
    }
  }
}
