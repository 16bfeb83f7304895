/// The command-line options.
struct Options {
  /// Whether to print a line per file and actuator, the worst first.
  var files = false
  var json = false
  /// Whether to search for the best possible drives.
  var bound = false
  /// Whether to measure other units of the motors as well.
  var units = false
  /// Whether the exit code ignores missed targets.
  var reportOnly = false

  static let usage = """
    usage: fidelity [--files] [--json] [--units] [--bound] [--report]
      --files   a line per file and motor as well, the worst first
      --json    everything as JSON
      --units   the same on eight units of each motor with other constants, from the worst to the best
      --bound   the best correlations that a search over drives finds for short files (minutes)
      --report  exit code 0 even where a target is missed
    """

  init?(_ arguments: some Sequence<String>) {
    for argument in arguments {
      switch argument {
      case "--files": files = true
      case "--json": json = true
      case "--units": units = true
      case "--bound": bound = true
      case "--report": reportOnly = true
      default: return nil
      }
    }
  }
}
