/// A name of at most 48 bytes of UTF-8 without a NUL, held inline: copying, comparing and hashing it allocates nothing,
/// so it can travel from a packet to a table without a `String`.
///
/// Names of feedbacks (`impact.light`), applications and devices.
public struct ShortName: Sendable {
  /// The most bytes of UTF-8 a name may have.
  public static let capacity = 48

  /// The bytes in order, eight to a word, the first byte in the lowest bits; all zero after the name's end.
  public let words: [6 of UInt64]

  /// The empty name.
  public static let empty = ShortName(unchecked: [6 of UInt64](repeating: 0))

  private init(unchecked words: [6 of UInt64]) { self.words = words }

  /// The name spelled `text`; nil if that is longer than `capacity` or contains a NUL. The empty text is a name.
  public init?(_ text: some StringProtocol) {
    var words = [6 of UInt64](repeating: 0)
    var position = 0
    for byte in text.utf8 {
      guard position < Self.capacity, byte != 0 else { return nil }
      words[position / 8] |= UInt64(byte) << UInt64(position % 8 * 8)
      position += 1
    }
    self.words = words
  }

  /// The longest beginning of `text` that is a name: cut before a NUL, and after a whole character at `capacity`.
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

  /// The name with these bytes, as `words` gives them; nil unless they are UTF-8 with nothing but zeros after the
  /// first NUL. Allocates nothing.
  public init?(words: [6 of UInt64]) {
    self.init(unchecked: words)
    guard isPadded, isASCII || isValidUTF8 else { return nil }
  }

  /// How many bytes of UTF-8 the name has, 0...48.
  public var utf8Count: Int {
    for index in words.indices {
      let count = Self.bytesBeforeZero(of: words[index])
      if count < 8 { return index * 8 + count }
    }
    return Self.capacity
  }

  /// How many bytes of a word come before its first zero: subtracting one from each byte borrows from its highest bit
  /// where the byte is zero, and the lowest of those is the first.
  private static func bytesBeforeZero(of word: UInt64) -> Int {
    let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    return zeros.trailingZeroBitCount / 8
  }

  /// Whether nothing but zeros follows the first.
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

  public var isEmpty: Bool { byte(at: 0) == 0 }

  /// The name without its last part, parts being set apart by `-` or `.`: `phone` for `phone-incoming`, `impact` for
  /// `impact.light`. Nil where nothing would be left. Allocates nothing.
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

  /// The byte at `position`, 0..<48; zero after the name's end.
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
    // What follows the end is the same for all.
    for index in words.indices where words[index] != 0 { hasher.combine(words[index]) }
  }
}

extension ShortName: ExpressibleByStringLiteral {
  /// A literal that is no name is a mistake of the programmer and stops the program.
  public init(stringLiteral text: String) {
    guard let name = ShortName(text) else { preconditionFailure("not a short name: \(text)") }
    self = name
  }
}

extension ShortName: CustomStringConvertible {
  /// The name as it may be shown: what would move a terminal's cursor or forge a line in a log is written as Swift writes
  /// it (`\u{1B}`).
  public var description: String {
    var shown = ""
    for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
      shown += scalar.isShown ? String(scalar) : scalar.escaped(asASCII: true)
    }
    return shown
  }
}
