internal import ArgumentParser

struct Plot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw patterns: intended, sent to a motor, and felt.",
    discussion: """
      The felt strength is computed by the motor model; it is not measured. Pulses that this motor loses, merges or \
      delays are marked and counted. Several patterns and motors are drawn over one time axis.
      """)

  @Argument(help: ArgumentHelp(SubjectName.help), completion: .subject)
  var patterns: [String]

  @Option(
    name: ChosenMotor.optionNames, help: ChosenMotor.help("; several with commas between them"), completion: .motor)
  var motor: String?

  @OptionGroup var strength: IntensityOptions

  @Option(
    help: ArgumentHelp("The start of the picture, in seconds, or with a unit. The default is 0.", valueName: "time"),
    transform: parseMoment)
  var from: Duration?

  @Option(
    help: ArgumentHelp("The end of the picture. The default is the end of the vibration.", valueName: "time"),
    transform: parseMoment)
  var to: Duration?

  @Option(
    help: ArgumentHelp("Write an SVG image to this file; - is standard output.", valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var svg: String?

  @Option(
    help: ArgumentHelp("The width of the picture in columns. The default is the terminal's.", valueName: "count"),
    transform: parseCount(from: 30, upTo: 1000))
  var columns: Int?

  @Option(
    help: ArgumentHelp("The height of each lane of the picture in lines. The default is 3.", valueName: "count"),
    transform: parseCount(upTo: 50))
  var rows: Int?

  @Flag(help: "Draw the file again each time it is saved, until interrupted, with the warnings of lint.")
  var watch = false

  @Flag(help: "Permit --svg to replace a file that is not an SVG image.")
  var force = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if svg == "-", output.json { throw ValidationError("--svg - and --json cannot both use standard output") }
    for (name, isPresent) in [("--columns", columns != nil), ("--rows", rows != nil)] {
      try expectAtMostOne(of: [name: isPresent, "--svg": svg != nil])
      try expectAtMostOne(of: [name: isPresent, "--json": output.json])
    }
    try expect("--force", force, onlyWith: "--svg", svg != nil)
    try PatternInput.expectOnce(patterns)
    if watch {
      let place = PatternPath(patterns[0])
      if patterns.count > 1 || place.isStandardInput || place.isList {
        throw ValidationError("--watch expects one file")
      }
    }
  }

  func run() throws {
    let daemon = OptionalDaemon()
    let motors = try ChosenMotor.list(motor, daemon)
    if watch { return try watchFile(patterns[0], motors) }
    let subjects = try patterns.map { name throws(Failure) in try Subject.named(name, daemon) }
    for subject in subjects { subject.reportFindings() }
    let group = try PlotGroup(subjects, on: motors, intensity: strength.intensity, from: from, to: to)
    try writeImage(group)
    if output.json {
      let documents = documents(group)
      return group.single == nil ? try printJSON(documents) : try printJSON(documents[0])
    }
    if svg == nil { Screen.standardOutput.show(group.lines(columns: width, rows: rows ?? Picture.usualRows)) }
  }

  private var width: Int { columns ?? Screen.standardOutput.columns ?? Screen.usualColumns }

  private func documents(_ group: PlotGroup) -> [JSONObject] {
    group.plots.joined().map { JSONObject.plot($0, svgFile: svg) }
  }

  private func writeImage(_ group: PlotGroup) throws {
    guard let svg else { return }
    let inputs = patterns.filter { SubjectName.isPath($0) || SubjectName.fileExists($0) }.map { PatternPath($0) }
    try output.write(image: group.image, to: svg, from: inputs, isForced: force)
  }

  // MARK: Watching

  private func watchFile(_ name: String, _ motors: [ChosenMotor]) throws {
    let file = try WatchedFile(name)
    while true {
      try draw(name, motors)
      OutputBuffer.flush()
      try file.waitUntilSaved()
    }
  }

  /// Draws the present version of the file. A mistake in it is reported, and the next version is awaited.
  private func draw(_ name: String, _ motors: [ChosenMotor]) throws {
    let subject: Subject
    let group: PlotGroup
    do throws(Failure) {
      subject = try Subject.file(name)
      group = try PlotGroup([subject], on: motors, intensity: strength.intensity, from: from, to: to)
    } catch {
      if output.json { return try printJSON(JSONObject.failed(error, file: name), onOneLine: true) }
      return report(error)
    }
    let checked = motors.map { subject.checked(on: $0) }
    try writeImage(group)
    if output.json { return try printJSON(JSONObject.plotted(name, documents(group), checked), onOneLine: true) }
    if svg == nil {
      Screen.standardOutput.clear()
      Screen.standardOutput.show(group.lines(columns: width, rows: rows ?? Picture.usualRows))
    }
    OutputBuffer.flush()
    checked[0].reportFindings()
    // Findings of the file itself are the same for each motor.
    for other in checked.dropFirst() { other.reportFindings { !checked[0].findings.contains($0) } }
  }
}
