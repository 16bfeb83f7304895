/// A name of at most 48 bytes of UTF-8 without NUL, stored inline. Copying, comparing and hashing do not allocate, so
/// that a name from a packet can be looked up without a `String`.
///
/// Used for the names of feedbacks (`impact.light`), applications and devices.
public struct ShortName: Sendable {
  /// The maximum number of bytes of UTF-8.
  public static let capacity = 48

  /// The bytes in order, eight per word, with the first byte in the lowest bits; zero after the end of the name.
  public let words: [6 of UInt64]

  /// The empty name.
  public static let empty = ShortName(unchecked: [6 of UInt64](repeating: 0))

  private init(unchecked words: [6 of UInt64]) { self.words = words }

  /// Creates a name from `text`, or nil if it is longer than `capacity` or contains a NUL. An empty text is valid.
  public init?(_ text: String) {
    var words = [6 of UInt64](repeating: 0)
    var position = 0
    for byte in text.utf8 {
      guard position < Self.capacity, byte != 0 else { return nil }
      words[position / 8] |= UInt64(byte) << UInt64(position % 8 * 8)
      position += 1
    }
    self.words = words
  }

  /// The same for a part of a text. The initializer above is not generic because other modules call it for each play.
  public init?(_ text: Substring) { self.init(String(text)) }

  /// Creates a name from the longest valid beginning of `text`: truncated before a NUL, and after a whole character at
  /// `capacity`.
  public init(truncating text: some StringProtocol) {
    var words = [6 of UInt64](repeating: 0)
    var position = 0
    characters: for character in text {
      let bytes = character.utf8
      guard position + bytes.count <= Self.capacity else { break }
      for byte in bytes {
        if byte == 0 { break characters }
        words[position / 8] |= UInt64(byte) << UInt64(position % 8 * 8)
        position += 1
      }
    }
    self.words = words
  }

  /// Creates a name from bytes in the form of `words`, or nil if they are not UTF-8 or if other bytes follow the first
  /// NUL. Does not allocate.
  public init?(words: [6 of UInt64]) {
    self.init(unchecked: words)
    guard isPadded, isASCII || isValidUTF8 else { return nil }
  }

  /// The number of bytes of UTF-8, 0...48.
  public var utf8Count: Int {
    for index in words.indices {
      let count = Self.bytesBeforeZero(of: words[index])
      if count < 8 { return index * 8 + count }
    }
    return Self.capacity
  }

  /// Returns the number of bytes of a word before its first zero byte: subtracting one from each byte borrows from the
  /// highest bit of a zero byte, and the lowest such bit marks the first one.
  private static func bytesBeforeZero(of word: UInt64) -> Int {
    let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    return zeros.trailingZeroBitCount / 8
  }

  /// Whether all bytes after the first zero byte are zero.
  private var isPadded: Bool {
    var hasEnded = false
    for index in words.indices {
      if hasEnded, words[index] != 0 { return false }
      let count = Self.bytesBeforeZero(of: words[index])
      if count < 8, words[index] >> UInt64(8 * count) != 0 { return false }
      hasEnded = hasEnded || count < 8
    }
    return true
  }

  public var isEmpty: Bool { words[0] == 0 }

  /// The name without its last part; parts are separated by `-` or `.`: `phone` for `phone-incoming`, `impact` for
  /// `impact.light`. Nil if the result would be empty. Does not allocate.
  var withoutLastPart: ShortName? {
    var position = utf8Count
    while position > 0 {
      position -= 1
      let byte = byte(at: position)
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") { return position > 0 ? cut(to: position) : nil }
    }
    return nil
  }

  private func cut(to count: Int) -> ShortName {
    var words = words
    for position in count..<Self.capacity { words[position / 8] &= ~(0xff << UInt64(position % 8 * 8)) }
    return ShortName(unchecked: words)
  }

  /// Returns the byte at `position`, 0..<48; zero after the end of the name.
  func byte(at position: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: words[position / 8] >> UInt64(position % 8 * 8))
  }

  /// The bytes of the name, without padding.
  package var utf8: [UInt8] { (0..<utf8Count).map { byte(at: $0) } }

  private var isASCII: Bool {
    for index in words.indices where words[index] & 0x8080_8080_8080_8080 != 0 { return false }
    return true
  }

  private var isValidUTF8: Bool {
    var bytes = [48 of UInt8](repeating: 0)
    for position in bytes.indices { bytes[position] = byte(at: position) }
    return (try? UTF8Span(validating: bytes.span)) != nil
  }
}

extension ShortName: Hashable {
  public static func == (left: ShortName, right: ShortName) -> Bool {
    for index in left.words.indices where left.words[index] != right.words[index] { return false }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    // Words after the end are zero in all names.
    for index in words.indices where words[index] != 0 { hasher.combine(words[index]) }
  }

  /// A hash without a seed, for tables whose names no client chooses.
  var quickHash: UInt64 {
    var hash: UInt64 = 0
    for index in words.indices { hash = (hash ^ words[index]) &* 0x9e37_79b9_7f4a_7c15 }
    return hash ^ hash >> 32
  }
}

extension ShortName: ExpressibleByStringLiteral {
  /// Creates a name from a literal. A literal that is not a valid name is a programming error and traps.
  public init(stringLiteral text: String) {
    guard let name = ShortName(text) else { preconditionFailure("not a short name: \(text)") }
    self = name
  }
}

extension ShortName: CustomStringConvertible {
  /// The name for display: invisible characters, which could move a terminal's cursor or forge a line in a log, are
  /// escaped as in Swift (`\u{1B}`).
  public var description: String {
    var shown = ""
    for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
      shown += scalar.isShown ? String(scalar) : scalar.escaped(asASCII: true)
    }
    return shown
  }
}

extension ShortName {
  /// Whether this is a valid name for a folder of a theme, which cannot lead out of the folder of themes.
  public var isFolderName: Bool {
    let text = description
    // Names with invisible characters have a longer description.
    return !isEmpty && text.utf8.count == utf8Count && !text.hasPrefix(".") && !text.utf8.contains(UInt8(ascii: "/"))
  }
}
