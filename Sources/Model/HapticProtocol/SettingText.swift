/// The sizes of the text fields of a setting in packets.
public enum SettingText {
  /// The maximum size of a key in bytes, such as `app.org.example.Game.strength`.
  public static let keyCapacity = 128
  /// The maximum size of a value in TOML, in bytes.
  public static let valueCapacity = 256
}
