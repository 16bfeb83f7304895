/// The reason for which a packet is malformed. The receiver closes the connection; a well-formed request that is
/// refused gets a `Verdict` instead.
public enum ProtocolError: Error, Hashable, Sendable {
  /// The packet is shorter than a header.
  case noHeader(byteCount: Int)
  /// The packet is longer than any packet in this direction.
  case tooLong(byteCount: Int)
  /// The packet does not have the exact size of its opcode.
  case size(Opcode, expected: Int, actual: Int)
  /// The opcode is not valid in this direction, such as a reply sent to the daemon.
  case opcode(Opcode)
  /// The flags, which are reserved for later versions, are not zero.
  case flags(UInt16)
  /// An event with a serial, or a reply without one.
  case serial(UInt32)
  /// The reserved bytes at this offset are not zero.
  case reserved(Opcode, offset: Int)
  /// The number is not valid for its field.
  case outOfRange(Field, value: UInt64)
  /// The floating-point number, given by its bits, is not valid for its field, such as infinity.
  case number(Field, bits: UInt32)
  /// The text is not UTF-8.
  case notUTF8(Field)
  /// The text has bytes after its first NUL.
  case notPadded(Field)

  /// A field with validity rules, by its name in hapticd-protocol(7).
  public enum Field: String, Hashable, Sendable {
    case version, handle, device, playback, name, category, start, cause, deadline, reset, scope, verdict, received
    case admitted, written, reason, ended, change, state, driver, effect, kind, count, stage, planned, application
    case path, uptime, record, parameters, points, flags, time, duration, control, value, action, flag, at, offset
    case rate, pattern, theme, locality, important, importance, identity, medium, fallback, treatment, end, enabled
    case profile, circumstances, complaint, key, limit, repeats
    case loopEnd = "loop-end"
    case onOff = "on/off"
  }
}

extension ProtocolError: CustomStringConvertible {
  /// One line for a log: `play has 143 bytes; expected 144`.
  public var description: String {
    switch self {
    case .noHeader(let byteCount): "\(byteCount) bytes are too short for a header of \(Limits.headerSize)"
    case .tooLong(let byteCount): "\(byteCount) bytes exceed the largest packet"
    case .size(let opcode, let expected, let actual): "\(opcode) has \(actual) bytes; expected \(expected)"
    case .opcode(let opcode): "\(opcode) is not valid in this direction"
    case .flags(let flags): "flags are 0x\(String(flags, radix: 16)); expected 0"
    case .serial(let serial): "serial \(serial) is not valid for this kind of packet"
    case .reserved(let opcode, let offset): "\(opcode): the reserved bytes at offset \(offset) are not 0"
    case .outOfRange(let field, let value): "\(field.rawValue) does not allow \(value)"
    case .number(let field, let bits): "\(field.rawValue) does not allow \(Float(bitPattern: bits))"
    case .notUTF8(let field): "\(field.rawValue) is not UTF-8"
    case .notPadded(let field): "\(field.rawValue) has bytes after its first NUL"
    }
  }
}
