internal import CSystemd
internal import HapticSystem

/// An outgoing message; freed unless it is sent.
@safe struct BusWriter: ~Copyable {
  let message: OpaquePointer

  init(owning message: OpaquePointer) { unsafe self.message = message }

  deinit { unsafe sd_bus_message_unref(message) }

  func append(_ values: [BusValue]) throws(Errno) {
    for value in values { try append(value) }
  }

  private func append(_ value: BusValue) throws(Errno) {
    switch value {
    case .byte(let number): try append("y", number)
    case .bool(let truth): try append("b", Int32(truth ? 1 : 0))
    case .int16(let number): try append("n", number)
    case .uint16(let number): try append("q", number)
    case .int32(let number): try append("i", number)
    case .uint32(let number): try append("u", number)
    case .int64(let number): try append("x", number)
    case .uint64(let number): try append("t", number)
    case .double(let number): try append("d", number)
    case .string(let text): try append("s", text: text)
    case .objectPath(let text): try append("o", text: text)
    case .signature(let text): try append("g", text: text)
    case .descriptor(let descriptor): try append("h", descriptor.rawValue)
    case .variant(let inner): try append("v", inner.typeSignature, [inner])
    case .array(let values, let element): try append("a", element, values)
    case .structure(let values): try append("r", values.map(\.typeSignature).joined(), values)
    case .entry(let key, let value): try append("e", key.typeSignature + value.typeSignature, [key, value])
    }
  }

  private func append<Value: BitwiseCopyable>(_ type: Unicode.Scalar, _ value: Value) throws(Errno) {
    var value = value
    try check(unsafe sd_bus_message_append_basic(message, letter(type), &value))
  }

  private func append(_ type: Unicode.Scalar, text: String) throws(Errno) {
    try check(unsafe text.withCString { unsafe sd_bus_message_append_basic(message, letter(type), $0) })
  }

  private func append(_ type: Unicode.Scalar, _ contents: String, _ values: [BusValue]) throws(Errno) {
    try check(unsafe sd_bus_message_open_container(message, letter(type), contents))
    try append(values)
    try check(unsafe sd_bus_message_close_container(message))
  }

  private func letter(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }
}
