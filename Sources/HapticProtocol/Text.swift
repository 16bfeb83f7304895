internal import HapticPatterns

// Text on the wire is UTF-8 in a field of fixed size, filled with NUL. A name that fills its field has no NUL at all.

extension RawSpan {
  /// A name of up to 48 bytes, without allocating.
  func name(at offset: Int, _ field: ProtocolError.Field) throws(ProtocolError) -> ShortName {
    try checkText(at: offset, size: ShortName.maximumByteCount, field)
    return ShortName(
      words: (
        uint64(at: offset), uint64(at: offset + 8), uint64(at: offset + 16),
        uint64(at: offset + 24), uint64(at: offset + 32), uint64(at: offset + 40)
      ))
  }

  /// A longer text, as devices have.
  func text(at offset: Int, size: Int, _ field: ProtocolError.Field) throws(ProtocolError) -> String {
    let length = try checkText(at: offset, size: size, field)
    return String(decoding: (offset..<offset + length).map { uint8(at: $0) }, as: UTF8.self)
  }

  /// Checks that a field is UTF-8 followed by nothing but NUL.
  ///
  /// - Returns: how many bytes of text it holds.
  @discardableResult
  private func checkText(at offset: Int, size: Int, _ field: ProtocolError.Field) throws(ProtocolError) -> Int {
    let bytes = extracting(offset..<offset + size)
    var length = 0
    var isASCII = true
    while length < size, bytes.uint8(at: length) != 0 {
      isASCII = isASCII && bytes.uint8(at: length) < 0x80
      length += 1
    }
    for padding in length..<size where bytes.uint8(at: padding) != 0 { throw .notPadded(field) }
    if !isASCII, !bytes.extracting(first: length).isUTF8 { throw .notUTF8(field) }
    return length
  }

  private var isUTF8: Bool {
    // unsafe: bytes as bytes
    let bytes = unsafe Span<UInt8>(_bytes: self)
    return (try? UTF8Span(validating: bytes)) != nil
  }
}

extension MutableRawSpan {
  /// Stores a name into 48 bytes that are zero.
  mutating func store(_ name: ShortName, at offset: Int) {
    let words = name.words
    store(words.0, at: offset)
    store(words.1, at: offset + 8)
    store(words.2, at: offset + 16)
    store(words.3, at: offset + 24)
    store(words.4, at: offset + 32)
    store(words.5, at: offset + 40)
  }

  /// Stores as many whole characters of `text` as fit into `size` bytes that are zero; it ends before a NUL.
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
