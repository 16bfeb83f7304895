// The encoding of a message by the D-Bus specification:
//
//    0  byte order, type, flags, version     1 byte each
//    4  length of the contents, serial, length of the header fields     4 bytes each
//   16  header fields, padded to 8 bytes, then the contents

/// The fixed beginning of a message. The length of the message follows from it.
struct MessageFrame {
  let isCall: Bool
  /// Whether it is the reply to a call, other than an error. The bus delivers only replies that were asked for.
  let isReply: Bool
  let expectsReply: Bool
  let serial: UInt32
  /// The length of the beginning with all header fields, without padding.
  let headerCount: Int
  let byteCount: Int
  private let isLittleEndian: Bool

  static let fixedCount = 16
  /// The specification's limit, 128 MiB.
  private static let largest = 1 << 27

  /// - Parameter bytes: at least `fixedCount` bytes.
  /// - Returns: nil for bytes that do not begin a message.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.fixedCount, Self.begins(bytes[0]), (1...4).contains(bytes[1]) else { return nil }
    isLittleEndian = bytes[0] == UInt8(ascii: "l")
    isCall = bytes[1] == 1
    isReply = bytes[1] == 2
    expectsReply = isCall && bytes[2] & 1 == 0
    let reader = FieldBytes(bytes: bytes, isLittleEndian: isLittleEndian)
    guard let contents = reader.word(at: 4), let serial = reader.word(at: 8), let fields = reader.word(at: 12) else {
      return nil
    }
    self.serial = serial
    headerCount = Self.fixedCount + Int(fields)
    byteCount = FieldBytes.aligned(headerCount, to: 8) + Int(contents)
    if byteCount > Self.largest { return nil }
  }

  /// Whether a message can begin with this byte. No line of the authentication does.
  static func begins(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "l") || byte == UInt8(ascii: "B") }

  /// The unique name of the sender, which the bus has written.
  ///
  /// - Parameter header: the header with all fields.
  func sender(in header: [UInt8]) -> String? {
    let reader = FieldBytes(bytes: header, isLittleEndian: isLittleEndian)
    var position = Self.fixedCount
    while position < headerCount {
      position = FieldBytes.aligned(position, to: 8)
      guard position + 4 <= header.count, header[position + 1] == 1, header[position + 3] == 0 else { return nil }
      let (code, type) = (header[position], header[position + 2])
      position += 4
      switch type {
      case UInt8(ascii: "s"), UInt8(ascii: "o"):
        guard let count = reader.word(at: position), let text = reader.text(at: position + 4, Int(count)) else {
          return nil
        }
        if code == Self.senderField { return text }
        position += 4 + Int(count) + 1
      case UInt8(ascii: "u"): position += 4
      case UInt8(ascii: "g"):
        guard position < header.count else { return nil }
        position += 1 + Int(header[position]) + 1
      default: return nil
      }
    }
    return nil
  }

  private static let senderField: UInt8 = 7
}

/// Bytes of a message with numbers in its byte order.
private struct FieldBytes {
  let bytes: [UInt8]
  let isLittleEndian: Bool

  func word(at offset: Int) -> UInt32? {
    guard offset + 4 <= bytes.count else { return nil }
    let four = bytes[offset..<offset + 4]
    return (isLittleEndian ? four.reversed() : Array(four)).reduce(0) { $0 << 8 | UInt32($1) }
  }

  func text(at offset: Int, _ count: Int) -> String? {
    guard count <= 255, offset + count <= bytes.count else { return nil }
    return String(validating: bytes[offset..<offset + count], as: UTF8.self)
  }

  static func aligned(_ offset: Int, to size: Int) -> Int { (offset + size - 1) / size * size }
}

/// The bytes of an error as the reply to a call that the library never sees.
struct RefusalMessage {
  private(set) var bytes: [UInt8] = []

  /// - Parameters:
  ///   - caller: the unique name of the sender of the call.
  ///   - name: the name of the error.
  init(of call: MessageFrame, by caller: String, _ name: String, _ text: String) {
    // Little-endian, an error, without a reply, version 1.
    bytes = [UInt8(ascii: "l"), 3, 1, 1]
    append(UInt32(text.utf8.count + 5))
    // The serial is for replies, which an error does not have.
    append(UInt32.max)
    append(0)
    beginField(4, "s")
    append(name)
    beginField(5, "u")
    append(call.serial)
    beginField(6, "s")
    append(caller)
    beginField(8, "g")
    bytes += [1, UInt8(ascii: "s"), 0]
    let fields = UInt32(bytes.count - MessageFrame.fixedCount)
    for index in 0..<4 { bytes[12 + index] = UInt8(truncatingIfNeeded: fields >> UInt32(8 * index)) }
    align(to: 8)
    append(text)
  }

  private mutating func beginField(_ code: UInt8, _ type: Unicode.Scalar) {
    align(to: 8)
    bytes += [code, 1, UInt8(ascii: type), 0]
  }

  private mutating func append(_ text: String) {
    append(UInt32(text.utf8.count))
    bytes += Array(text.utf8) + [0]
  }

  private mutating func append(_ number: UInt32) {
    align(to: 4)
    for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
  }

  private mutating func align(to size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }
}
