/// Returns the bytes of an annotated hex dump. Spaces are ignored, `//` begins a comment, and `..` with a count in
/// parentheses repeats the byte before: `00..(48)` is 48 zeros.
func hex(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  for line in text.split(separator: "\n") {
    let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    for word in code.split(separator: " ") { bytes += hexWord(word) }
  }
  return bytes
}

private func hexWord(_ word: Substring) -> [UInt8] {
  guard let dots = word.firstRange(of: "..(") else {
    let digits = Array(word)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }
  }
  let byte = UInt8(word[..<dots.lowerBound], radix: 16)!
  return Array(repeating: byte, count: Int(word[dots.upperBound...].dropLast())!)
}
