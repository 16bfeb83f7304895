/// The layout of the samples that an IIO device puts into its buffer (Documentation/iio/iio_devbuf.rst).
struct ScanLayout: Equatable {
  struct Element: Equatable {
    let index: Int
    let type: ScanType
    /// The position in a sample, in bytes.
    fileprivate(set) var offset = 0
  }

  /// The three axes, and the time if there is one.
  private(set) var elements: [Element] = []
  /// The size of a sample in bytes.
  private(set) var size = 0

  /// Each element is aligned to its own size, in the order of indices. The whole sample is aligned to its largest
  /// element.
  init(_ types: [(index: Int, type: ScanType)]) {
    elements = types.map { Element(index: $0.index, type: $0.type) }
    for position in elements.indices.sorted(by: { elements[$0].index < elements[$1].index }) {
      let bytes = elements[position].type.bytes
      size = (size + bytes - 1) / bytes * bytes
      elements[position].offset = size
      size += bytes
    }
    if let largest = elements.map(\.type.bytes).max() { size = (size + largest - 1) / largest * largest }
  }

  /// The values of a sample, in the order in which the types were given.
  func values(_ sample: ArraySlice<UInt8>) -> [Int64] {
    elements.map { element in
      let start = sample.startIndex + element.offset
      return element.type.value(sample[start..<start + element.type.bytes])
    }
  }
}

/// The type of an element, such as `le:s12/16>>4`: byte order, sign, valid bits, stored bits and shift.
struct ScanType: Equatable {
  let isBigEndian, isSigned: Bool
  let bits, bytes, shift: Int

  /// Nil for an invalid text, and for repeated elements, which no accelerometer has.
  init?(_ text: String) {
    var rest = Substring(text)
    guard let order = rest.take("le:", "be:"), let sign = rest.take("s", "u"), let bits = rest.takeNumber(),
      let stored = rest.take("/8>>", "/16>>", "/32>>", "/64>>").flatMap({ Int($0.dropFirst().dropLast(2)) }),
      let shift = rest.takeNumber(), rest.isEmpty, bits >= 1, shift + bits <= stored
    else { return nil }
    (isBigEndian, isSigned) = (order == "be:", sign == "s")
    (self.bits, bytes, self.shift) = (bits, stored / 8, shift)
  }

  func value(_ stored: ArraySlice<UInt8>) -> Int64 {
    let ordered = isBigEndian ? Array(stored) : stored.reversed()
    let word = ordered.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> UInt64(shift)
    let unused = UInt64(64 - bits)
    return isSigned
      ? Int64(bitPattern: word << unused) >> Int64(unused) : Int64(bitPattern: (word << unused) >> unused)
  }
}

extension Substring {
  /// Removes the one of `words` with which the text starts, and returns it.
  fileprivate mutating func take(_ words: String...) -> String? {
    guard let word = words.first(where: hasPrefix) else { return nil }
    removeFirst(word.count)
    return word
  }

  /// Removes a number of one or two digits.
  fileprivate mutating func takeNumber() -> Int? {
    let digits = prefix(2).prefix { $0.isASCII && $0.isNumber }
    removeFirst(digits.count)
    return Int(digits)
  }
}
