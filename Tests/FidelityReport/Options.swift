/// The command-line options.
struct Options {
  private static let all: Set = [
    "--files", "--json", "--bound", "--tuning", "--own", "--generated", "--calibrated", "--report", "--alone",
  ]
  private let chosen: Set<String>

  init?(_ arguments: some Sequence<String>) {
    chosen = Set(arguments)
    if !chosen.isSubset(of: Self.all) { return nil }
  }

  /// Whether to print a line per file and actuator, the worst first.
  var files: Bool { chosen.contains("--files") }
  var json: Bool { chosen.contains("--json") }
  /// Whether to search for the best possible drives.
  var bound: Bool { chosen.contains("--bound") }
  /// Whether to leave out the part of files and units that no tuning run may see.
  var tuningOnly: Bool { chosen.contains("--tuning") }
  /// Whether to use the project's own patterns even if a corpus is there.
  var own: Bool { chosen.contains("--own") }
  /// Whether to use generated patterns, by class.
  var generated: Bool { chosen.contains("--generated") }
  /// Whether to report how calibrated units are rendered instead.
  var calibrated: Bool { chosen.contains("--calibrated") }
  /// Whether to leave out the naive players.
  var alone: Bool { chosen.contains("--alone") }
  /// Whether the exit code ignores missed targets.
  var reportOnly: Bool { chosen.contains("--report") }

  static let usage = """
    usage: fidelity [--tuning] [--own | --generated] [--files] [--json] [--bound] [--calibrated] [--alone] [--report]
      --tuning  only the files and units for tuning, not the held-out ones
      --own     the project's own patterns instead of the corpus
      --generated
                generated patterns instead of the corpus, with a table of their classes
      --files   a line per file and motor as well, the worst first
      --json    everything as JSON
      --bound   the best results that a search over drives finds for short files (minutes)
      --calibrated
                other units of each motor with the preset, as calibrated and as known (with --tuning, --own and
                --report only)
      --alone   without the naive players, to compare renderers with each other: their figures are 0
      --report  exit code 0 even where a target is missed
    """
}
