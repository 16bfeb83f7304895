/// The command-line options.
struct Options {
  /// Whether to print a line per file and actuator, the worst first.
  var files = false
  var json = false
  /// Whether to search for the best possible drives.
  var bound = false
  /// Whether to leave out the part of files and units that no tuning run may see.
  var tuningOnly = false
  /// Whether to use the project's own patterns even if a corpus is there.
  var own = false
  /// Whether the exit code ignores missed targets.
  var reportOnly = false

  static let usage = """
    usage: fidelity [--tuning] [--own] [--files] [--json] [--bound] [--report]
      --tuning  only the files and units for tuning, not the held-out ones
      --own     the project's own patterns instead of the corpus
      --files   a line per file and motor as well, the worst first
      --json    everything as JSON
      --bound   the best results that a search over drives finds for short files (minutes)
      --report  exit code 0 even where a target is missed
    """

  init?(_ arguments: some Sequence<String>) {
    for argument in arguments {
      switch argument {
      case "--files": files = true
      case "--json": json = true
      case "--bound": bound = true
      case "--tuning": tuningOnly = true
      case "--own": own = true
      case "--report": reportOnly = true
      default: return nil
      }
    }
  }
}
