/// How much of preferences is read, and how far values go. The daemon has 64 MB for everything, and a value that nobody
/// can mean is a slip.
public enum PreferenceLimits {
  /// Of one file. A file that has as many applications as are taken, each with all its keys, is as large.
  public static let fileBytes = 256 << 10
  /// Of a folder's files together, drop-ins included. They are read again whenever one of them changes, and nothing else
  /// is done meanwhile.
  public static let folderBytes = fileBytes
  /// Of one line, its end not counted. Dotted keys nest as deep as they have dots, and a line of a megabyte of them would
  /// overflow the stack when it is taken apart.
  public static let lineBytes = 1024
  /// Applications and devices that something is said of, in one file and in all together.
  public static let applications = 1024
  public static let devices = 256
  /// Drop-ins in one folder.
  public static let dropIns = 100
  /// Warnings about one file; one more says how many there are.
  public static let warnings = 20
  /// Plays a second: from one in 17 minutes to as many as a motor could not tell apart.
  public static let rates = 0.001...1_000_000.0
  /// Plays at once.
  public static let bursts = 1...1_000_000
  /// A longer time between the same feedback twice is a rate, not a double.
  public static let longestDuplicateWindow = Duration.seconds(10)
  public static let longestGap = Duration.seconds(3600)
}
