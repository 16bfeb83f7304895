internal import HapticPatterns

// The parts of the compiled forms of built-in themes:
//
//     name     length u8 | UTF-8
//     pattern  events u16 | parameters u16 | curves u16 | these
//
// Numbers are little-endian, times i64 in nanoseconds, values the bits of a double.

/// Reads a compiled form from the program's own bytes; other bytes may trap.
struct CompiledReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The bits of an event's first byte.
  static let (continuousBit, sustainedBit): (UInt8, UInt8) = (1, 2)

  mutating func byte() -> UInt8 {
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func word<Word: FixedWidthInteger & BitwiseCopyable>(_ type: Word.Type) -> Word {
    defer { position += MemoryLayout<Word>.size }
    // unsafe: any bytes are a valid integer, and the bounds are checked by the call
    return Word(littleEndian: unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: type))
  }

  mutating func count() -> Int { Int(word(UInt16.self)) }

  /// Reads a count and that many elements.
  mutating func list<Element>(_ element: (inout CompiledReader) -> Element) -> [Element] {
    let count = count()
    return (0..<count).map { _ in element(&self) }
  }

  mutating func text() -> String {
    let count = Int(byte())
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  /// Reads a name; nil if it is empty. A `String` in between would dominate the cost.
  mutating func name() -> ShortName? {
    let count = Int(byte())
    guard count > 0 else { return nil }
    var words = [6 of UInt64](repeating: 0)
    for index in 0..<count / 8 { words[index] = word(UInt64.self) }
    for index in 0..<count % 8 { words[count / 8] |= UInt64(byte()) << UInt64(index * 8) }
    return ShortName(words: words)
  }

  private mutating func duration() -> Duration { .nanoseconds(word(Int64.self)) }
  private mutating func value() -> Double { Double(bitPattern: word(UInt64.self)) }
  private mutating func control() -> Control { Control(rawValue: byte())! }

  // MARK: Patterns

  mutating func pattern() -> Pattern {
    let (events, parameters, curves) = (count(), count(), count())
    return Pattern(
      (0..<events).map { _ in event() },
      parameters: (0..<parameters).map { _ in DynamicParameter(control(), value(), at: duration()) },
      curves: (0..<curves).map { _ in curve() })
  }

  private mutating func event() -> Event {
    let (bits, time, length) = (byte(), duration(), duration())
    let (intensity, sharpness) = (value(), value())
    let envelope = Envelope(
      attack: value(), decay: value(), release: value(), isSustained: bits & CompiledReader.sustainedBit != 0)
    let isContinuous = bits & CompiledReader.continuousBit != 0
    return Event(
      isContinuous ? .continuous(duration: length) : .transient, at: time, intensity: Intensity(intensity),
      sharpness: Sharpness(sharpness), envelope: envelope, logicalDuration: isContinuous ? .zero : length)
  }

  private mutating func curve() -> ParameterCurve {
    let (control, time, points) = (control(), duration(), count())
    return ParameterCurve(
      control, at: time, (0..<points).map { _ in ParameterCurve.Point(at: duration(), value()) })
  }
}
