internal import HapticPatterns

// Text in packets is UTF-8 in a field of fixed size, padded with NUL. A text that fills its field has no NUL.

extension RawSpan {
  /// Reads a name of up to 48 bytes. Does not allocate.
  ///
  /// - Throws: `.notUTF8` or `.notPadded`.
  func name(at offset: Int, _ field: ProtocolError.Field) throws(ProtocolError) -> ShortName {
    var words = [6 of UInt64](repeating: 0)
    for index in words.indices { words[index] = uint64(at: offset + 8 * index) }
    if let name = ShortName(words: words) { return name }
    _ = try textLength(at: offset, size: ShortName.capacity, field)
    throw .notUTF8(field)
  }

  /// Reads a text of any size.
  ///
  /// - Throws: `.notUTF8` or `.notPadded`.
  func text(at offset: Int, size: Int, _ field: ProtocolError.Field) throws(ProtocolError) -> String {
    let length = try textLength(at: offset, size: size, field)
    let bytes = (offset..<offset + length).map { uint8(at: $0) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8(field) }
    return text
  }

  /// Returns the number of bytes before the first NUL.
  ///
  /// - Throws: `.notPadded` if other bytes follow.
  private func textLength(at offset: Int, size: Int, _ field: ProtocolError.Field) throws(ProtocolError) -> Int {
    var length = 0
    while length < size, uint8(at: offset + length) != 0 { length += 1 }
    for padding in length..<size where uint8(at: offset + padding) != 0 { throw .notPadded(field) }
    return length
  }
}

extension MutableRawSpan {
  /// Stores a name into 48 bytes that are zero.
  @_lifetime(self: copy self)
  mutating func store(_ name: ShortName, at offset: Int) {
    let words = name.words
    for index in words.indices { store(words[index], at: offset + 8 * index) }
  }

  /// Stores the whole characters of `text` that fit into `size` bytes that are zero, up to a NUL.
  @_lifetime(self: copy self)
  mutating func store(_ text: String, at offset: Int, size: Int) {
    var end = offset
    for character in text {
      guard character != "\0", end + character.utf8.count <= offset + size else { return }
      for byte in character.utf8 {
        store(byte, at: end)
        end += 1
      }
    }
  }
}
