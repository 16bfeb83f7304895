/// The sizes of the texts of a setting in packets.
public enum SettingText {
  /// Bytes of a key, `app.org.example.Game.strength`.
  public static let keyCapacity = 128
  /// Bytes of a value, in TOML.
  public static let valueCapacity = 256
}
