/// An input taken for a row of decisions. At its end all further ones are zero, so that every input decides all.
struct Dice {
  private var rest: ArraySlice<UInt8>

  init(_ input: [UInt8]) { rest = input[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// 0...1, both included.
  mutating func share() -> Double { Double(byte()) / 255 }

  /// 0...65,535.
  mutating func number() -> Int { Int(byte()) | Int(byte()) << 8 }
}
