package import HapticPatterns

/// The limits of settings files and of their values. The daemon may use 64 MB of memory; a value out of range is
/// taken as a mistake.
package enum PreferenceLimits {
  /// The maximum size of a file, in bytes: enough for `applications`, each with all its keys.
  package static let fileBytes = 256 << 10
  /// The maximum size of all files of a folder, including drop-ins, in bytes. The daemon reads all of them after each
  /// change.
  package static let folderBytes = fileBytes
  /// The maximum length of a line without its end, in bytes. Dotted keys nest by their dots, and a line with a
  /// megabyte of dots would overflow the stack in toml++.
  package static let lineBytes = 1024
  /// The maximum numbers of applications and of devices with settings, in one file and in all files together.
  package static let applications = 1024
  package static let devices = 256
  /// The maximum number of drop-ins in a folder.
  package static let dropIns = 100
  /// The maximum number of warnings about one file; one more gives the number of the rest.
  package static let warnings = 20
  /// The range of plays per second: from one in 17 minutes to more than a motor can play separately.
  package static let rates = 0.001...1_000_000.0
  /// The range of plays at once.
  package static let bursts = 1...1_000_000
  /// The range of the duplicate window. A longer time between the same feedbacks is a rate limit.
  package static let duplicateWindows = Duration.zero...Duration.seconds(10)
  /// The range of the rise and the fall of a motor, as in the hardware database.
  package static let motorTimes = Duration.microseconds(100)...Duration.seconds(1)
  /// The maximum deadband, as in the hardware database.
  package static let largestDeadband: Intensity = 0.9
  /// The range of the gap of a rate limit.
  package static let gaps = Duration.zero...Duration.seconds(3600)
}
