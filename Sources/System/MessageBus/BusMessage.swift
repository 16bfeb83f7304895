internal import CSystemd
internal import Glibc
internal import HapticSystem

/// A received message.
///
/// The corresponding C type is `sd_bus_message`.
@safe package final class BusMessage {
  let pointer: OpaquePointer

  /// Retains a message beyond the callback that received it.
  init(keeping pointer: OpaquePointer) { unsafe self.pointer = sd_bus_message_ref(pointer) }

  deinit { unsafe sd_bus_message_unref(pointer) }

  /// The unique name of the sender; `org.freedesktop.DBus` for the bus itself. A sender cannot use the name of
  /// another.
  package var sender: String { unsafe text(sd_bus_message_get_sender(pointer)) }
  package var interface: String { unsafe text(sd_bus_message_get_interface(pointer)) }
  package var member: String { unsafe text(sd_bus_message_get_member(pointer)) }
  /// The types of the contents, in the letters of D-Bus.
  package var signature: String { unsafe text(sd_bus_message_get_signature(pointer, 1)) }

  /// Whether the message is a call whose caller waits for the reply.
  var expectsReply: Bool { unsafe sd_bus_message_get_expect_reply(pointer) > 0 }

  package var error: BusError? {
    guard let error = unsafe sd_bus_message_get_error(pointer) else { return nil }
    return unsafe .refused(name: text(error.pointee.name), text: text(error.pointee.message))
  }

  /// The contents.
  ///
  /// - Parameters:
  ///   - most: the maximum number of values, including containers. By default more than any valid message has: a value
  ///     takes many times the bytes of its encoding.
  ///   - textBytes: the maximum number of bytes of all texts together.
  /// - Throws: `.malformed` if the message exceeds a limit.
  package func values(atMost most: Int = 4096, textBytes: Int = 1 << 16) throws(BusError) -> [BusValue] {
    _ = unsafe sd_bus_message_rewind(pointer, 1)
    var reader = unsafe BusReader(message: pointer, budget: most, textBytes: textBytes)
    return try reader.values()
  }
}

private func text(_ characters: UnsafePointer<CChar>?) -> String {
  guard let characters = unsafe characters else { return "" }
  return unsafe String(cString: characters)
}

@safe private struct BusReader {
  let message: OpaquePointer
  var budget: Int
  /// The bytes that remain for texts.
  var textBytes: Int

  /// Reads the values up to the end of the container or of the message.
  mutating func values() throws(BusError) -> [BusValue] {
    var values: [BusValue] = []
    while let value = try next() { values.append(value) }
    return values
  }

  private mutating func next() throws(BusError) -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    if try succeed(unsafe sd_bus_message_peek_type(message, &type, &contents)) == 0 { return nil }
    budget -= 1
    guard budget >= 0 else { throw .malformed }
    return unsafe try value(type, contents)
  }

  private mutating func value(_ type: CChar, _ contents: UnsafePointer<CChar>?) throws(BusError) -> BusValue {
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "y"): .byte(try read(type, 0))
    case UInt8(ascii: "b"): .bool(try read(type, Int32(0)) != 0)
    case UInt8(ascii: "n"): .int16(try read(type, 0))
    case UInt8(ascii: "q"): .uint16(try read(type, 0))
    case UInt8(ascii: "i"): .int32(try read(type, 0))
    case UInt8(ascii: "u"): .uint32(try read(type, 0))
    case UInt8(ascii: "x"): .int64(try read(type, 0))
    case UInt8(ascii: "t"): .uint64(try read(type, 0))
    case UInt8(ascii: "d"): .double(try read(type, 0))
    case UInt8(ascii: "s"): .string(try readText(type))
    case UInt8(ascii: "o"): .objectPath(try readText(type))
    case UInt8(ascii: "g"): .signature(try readText(type))
    case UInt8(ascii: "h"): .descriptor(try readDescriptor(type))
    default: unsafe try container(type, contents)
    }
  }

  private mutating func container(_ type: CChar, _ contents: UnsafePointer<CChar>?) throws(BusError) -> BusValue {
    let element = unsafe text(contents)
    try succeed(unsafe sd_bus_message_enter_container(message, type, contents))
    let values = try values()
    try succeed(unsafe sd_bus_message_exit_container(message))
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "a"): return .array(values, of: element)
    case UInt8(ascii: "r"): return .structure(values)
    case UInt8(ascii: "v") where values.count == 1: return .variant(values[0])
    case UInt8(ascii: "e") where values.count == 2: return .entry(key: values[0], value: values[1])
    default: throw .malformed
    }
  }

  private func read<Value: BitwiseCopyable>(_ type: CChar, _ zero: Value) throws(BusError) -> Value {
    var value = zero
    // unsafe: the value has the type that the letter stands for
    try succeed(unsafe sd_bus_message_read_basic(message, type, &value))
    return value
  }

  private mutating func readText(_ type: CChar) throws(BusError) -> String {
    var characters: UnsafePointer<CChar>?
    try succeed(unsafe sd_bus_message_read_basic(message, type, &characters))
    guard let characters = unsafe characters else { throw .malformed }
    // Longer texts are not copied: without memory for them, the program would end.
    let length = unsafe strnlen(characters, textBytes + 1)
    guard length <= textBytes else { throw .malformed }
    textBytes -= length
    return unsafe text(characters)
  }

  /// Duplicates the descriptor, because the message keeps and closes its own.
  private func readDescriptor(_ type: CChar) throws(BusError) -> BusDescriptor {
    let number = try read(type, Int32(-1))
    do throws(Errno) {
      return BusDescriptor(try FileDescriptor.duplicating(number))
    } catch {
      throw .failed(error)
    }
  }

  @discardableResult
  private func succeed(_ result: Int32) throws(BusError) -> Int32 {
    if result < 0 { throw .malformed }
    return result
  }
}
