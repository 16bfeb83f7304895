/// The sizes of the text fields of a setting in packets.
public enum SettingText {
  /// The maximum size of a key in bytes, such as `app.org.example.Game.strength`.
  public static let keyCapacity = 128
  /// The maximum size of a value in TOML, in bytes.
  public static let valueCapacity = 256

  /// The fields of a `setting` request.
  struct Key: Body {
    var text: String

    static let opcode = Opcode.setting
    static let byteCount = Limits.headerSize + keyCapacity
    static var blank: Self { Self(text: "") }

    mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
      try packet.field(&text, at: Limits.headerSize, size: keyCapacity, .key)
    }
  }

  /// The fields of a `setting` reply.
  struct Value: Body {
    var text: String

    static let opcode = Opcode.settingReply
    static let byteCount = Limits.headerSize + valueCapacity
    static var blank: Self { Self(text: "") }

    mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
      try packet.field(&text, at: Limits.headerSize, size: valueCapacity, .value)
    }
  }
}
