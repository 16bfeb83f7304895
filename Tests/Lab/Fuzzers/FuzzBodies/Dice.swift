/// Reads an input as a sequence of decisions. After its end all decisions are zero, so that every input is complete.
struct Dice {
  private var rest: ArraySlice<UInt8>

  init(_ input: [UInt8]) { rest = input[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// Returns a fraction of 0...1, inclusive.
  mutating func share() -> Double { Double(byte()) / 255 }

  /// Returns a number of 0...65,535.
  mutating func number() -> Int { Int(byte()) | Int(byte()) << 8 }
}
