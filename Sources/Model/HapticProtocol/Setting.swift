/// Reads the value in force of a setting. It can differ from the value in the files while one of them has a mistake.
/// `.notPermitted` in a sandbox, `.unsupported` for an unknown key.
public struct SettingQuery: Query {
  public typealias Answer = SettingValue
  public static let opcode = Opcode.setting

  /// The key as in hapticd.toml(5), such as `app.org.example.Game.strength`; at most 128 bytes.
  public var key: String

  public init(_ key: String) { self.key = key }
}

/// The value in force of a setting.
public struct SettingValue: Equatable, Sendable {
  /// The value in TOML, at most 256 bytes; empty if it is not set.
  public var text: String

  public init(_ text: String) { self.text = text }
}

extension SettingQuery: Record {
  static let byteCount = Limits.headerSize + 128
  static var blank: Self { Self("") }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&key, at: Limits.headerSize, size: 128, .key)
  }
}

extension SettingValue: PacketBody, Record {
  static let byteCount = Limits.headerSize + 256
  static var blank: Self { Self("") }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&text, at: Limits.headerSize, size: 256, .value)
  }
}
