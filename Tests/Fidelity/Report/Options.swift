/// What is asked for.
struct Options {
  /// A line per file and actuator, and the worst.
  var files = false
  var json = false
  /// Misses do not decide the exit code.
  var reportOnly = false

  static let usage = """
    usage: fidelity [--files] [--json] [--report]
      --files   a line per file and motor as well, the worst first
      --json    everything as JSON
      --report  exit code 0 even where a target is missed
    """

  init?(_ arguments: some Sequence<String>) {
    for argument in arguments {
      switch argument {
      case "--files": files = true
      case "--json": json = true
      case "--report": reportOnly = true
      default: return nil
      }
    }
  }
}
