internal import ArgumentParser
internal import Haptics

struct Feedbacks: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List all feedbacks by name, each with a picture.",
    discussion: """
      The list is the daemon's, or that of the theme 'default' if no daemon is running. The pictures show the intended \
      intensity, ten milliseconds per dot; long patterns are compressed.
      """)

  @Option(
    help: ArgumentHelp("List the feedbacks of this theme, instead of the daemon's.", valueName: "name"),
    completion: .theme)
  var theme: String?

  @Flag(name: .customLong("try"), help: "Show the list on the whole terminal; the arrow keys play each feedback.")
  var isTrial = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    try expectAtMostOne(of: ["--try": isTrial, "--json": output.json])
    // The daemon plays the feedbacks of its own theme only.
    try expectAtMostOne(of: ["--try": isTrial, "--theme": theme != nil])
  }

  func run() throws {
    if isTrial {
      let session = try DaemonSession()
      var trial = FeedbackTrial(session, try FeedbackIndex.present())
      return try trial.run()
    }
    let catalogue = try FeedbackIndex.present(theme: theme)
    if output.json { catalogue.warnIfSubstitute() }
    try output.show(catalogue.entries.map(JSONObject.feedback)) { Self.lines(catalogue, columns: $0.columns) }
  }

  static func lines(_ catalogue: FeedbackIndex, columns: Int? = nil) -> [String] {
    table(catalogue.entries).lines(columns: columns) + [
      "", "\(counted(catalogue.entries.count, "feedback")), from \(catalogue.origin)",
    ]
  }

  static func table(_ entries: [FeedbackIndex.Entry]) -> Table {
    var table = Table(
      [
        ("NAME", .left), ("CATEGORY", .left), ("INTENDED", .left), ("LENGTH", .right), ("PATTERN", .left),
        ("THEME", .left), ("FILE", .left),
      ], optional: ["THEME", "PATTERN", "INTENDED", "FILE", "CATEGORY"])
    for entry in entries {
      table.add(
        "\(entry.name)", entry.category.name, entry.thumbnail, entry.isSilent ? "-" : entry.duration.words,
        entry.isSilent ? "silent" : "\(entry.patternName)", "\(entry.theme)",
        entry.path ?? (entry.isBuiltIn ? "built in" : "-"))
    }
    return table
  }
}

extension FeedbackIndex.Entry {
  /// The intended intensity as one line of dots; empty if the feedback is silent or its pattern is unknown.
  fileprivate var thumbnail: String {
    guard let pattern, !pattern.isSilent else { return "" }
    let dots = Self.columns * 2
    let perDot = max(Self.dot, pattern.duration / dots)
    let intended = SampledStrength(intended: pattern)
    var canvas = Canvas(columns: Self.columns, rows: 1)
    for x in 0..<dots {
      let peak = intended.peak(from: perDot * x, to: perDot * (x + 1))
      canvas.raise(
        at: x, dots: peak > SampledStrength.unfelt ? max(1, Int((peak * Double(canvas.height)).rounded())) : 0)
    }
    return canvas.lines[0]
  }

  private static let columns = 12
  private static let dot = Duration.milliseconds(10)
}

extension JSONObject {
  static func feedback(_ entry: FeedbackIndex.Entry) -> JSONObject {
    [
      "feedback": "\(entry.name)", "category": entry.category.name, "silent": entry.isSilent,
      "pattern": entry.isSilent ? nil : entry.patternName.words, "theme": "\(entry.theme)", "patternFile": entry.path,
      "chain": entry.chain.map(\.description), "fallback": entry.isFallback,
      "lengthMilliseconds": entry.duration.milliseconds,
    ]
  }
}
