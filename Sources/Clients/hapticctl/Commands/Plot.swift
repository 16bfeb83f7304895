internal import ArgumentParser
internal import Haptics
internal import MotorRendering

struct Plot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw a pattern: intended, sent to a motor, and felt.",
    discussion: """
      The felt strength is computed by the motor model; it is not measured. Pulses that this motor loses, merges or \
      delays are marked and counted.
      """)

  @Argument(help: ArgumentHelp(SubjectName.help), completion: .subject)
  var pattern: String

  @OptionGroup var motor: MotorOptions

  @Option(
    help: ArgumentHelp("The intensity, from 0 to 1 or from 0% to 100%. The default is 1.", valueName: "strength"),
    transform: parseIntensity)
  var intensity = 1.0

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
  }

  func run() throws {
    let subject = try Subject.named(pattern)
    subject.reportFindings()
    let motor = try ChosenMotor.named(motor.motor)
    let plot = try PatternPlot(subject, on: motor, intensity: intensity, from: from, to: to)
    if let svg { try write(plot.image, to: svg) }
    if output.json {
      var document = PlotJSON(plot)
      document.svgFile = svg
      return try printJSON(document)
    }
    let width = columns ?? Screen.standardOutput.columns ?? Screen.usualColumns
    if svg == nil { Screen.standardOutput.show(plot.lines(columns: width, rows: rows ?? Picture.usualRows)) }
  }

  private func write(_ image: String, to path: String) throws {
    if path == "-" { return OutputBuffer.add(image) }
    let input = SubjectName.isPath(pattern) || SubjectName.fileExists(pattern) ? PatternPath(pattern) : nil
    try OutputFile(path, .image, from: input, isForced: force).write(image)
    if !output.json { Screen.standardOutput.show("wrote \(path)") }
  }
}
