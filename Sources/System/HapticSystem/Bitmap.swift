/// A bitmap of an input device in sysfs: hexadecimal words of the machine's size, the most significant first.
package struct Bitmap: Equatable, Sendable {
  private let words: [UInt64]
  private let wordWidth: Int

  package init(_ text: String, wordWidth: Int = UInt.bitWidth) {
    words = text.split(separator: " ").reversed().map { UInt64($0, radix: 16) ?? 0 }
    self.wordWidth = wordWidth
  }

  package subscript(bit: Int32) -> Bool {
    let (word, place) = Int(bit).quotientAndRemainder(dividingBy: wordWidth)
    return word < words.count && words[word] >> UInt64(place) & 1 == 1
  }

  /// Whether these bits are set and no others.
  package func isExactly(_ bits: Int32...) -> Bool {
    bits.allSatisfy { self[$0] } && words.reduce(0) { $0 + $1.nonzeroBitCount } == bits.count
  }

  /// The bits of force feedback: bit n is the kernel's code 0x40 + n.
  package var effects: UInt64 {
    (0..<64).reduce(0) { effects, bit in self[0x40 + bit] ? effects | 1 << UInt64(bit) : effects }
  }
}
