extension Opcode {
  /// Whether the opcode is that of a request, in this or a later version.
  public var isRequest: Bool { (0x0001...0x3fff).contains(rawValue) }
  /// Whether the opcode is that of an event.
  public var isEvent: Bool { (0x4000...0x7fff).contains(rawValue) }
}

extension Opcode: OpenNumber {}

extension Opcode: CustomStringConvertible {
  /// The name in `hapticd-protocol(7)`, or the number in hexadecimal.
  public var description: String { Self.names[self] ?? "0x" + String(rawValue, radix: 16) }
}
