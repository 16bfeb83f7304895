internal import ArgumentParser
internal import FoundationEssentials
internal import HapticSystem
internal import Haptics
internal import MotorModel

struct Plot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw what a pattern means, what a motor is sent for it, and what is felt.",
    discussion: """
      What is felt follows from the motor's model; nobody measures your hand. Pulses that this motor loses, merges or \
      delays are marked and counted.
      """)

  @Argument(help: ArgumentHelp(SubjectName.help), completion: .subject)
  var pattern: String

  @OptionGroup var motor: MotorOptions

  @Option(
    help: ArgumentHelp("How strong, from 0 to 1 or from 0% to 100%. The default is 1.", valueName: "strength"),
    transform: parseIntensity)
  var intensity = 1.0

  @Option(
    help: ArgumentHelp("Where the picture starts, in seconds, or with a unit. The default is 0.", valueName: "time"),
    transform: parseMoment)
  var from: Duration?

  @Option(
    help: ArgumentHelp("Where the picture ends. The default is the end of what is felt.", valueName: "time"),
    transform: parseMoment)
  var to: Duration?

  @Option(
    help: ArgumentHelp("Draw it as an SVG image into this file; - is standard output.", valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var svg: String?

  @Option(
    help: ArgumentHelp("How many columns the picture has. The default is the terminal's.", valueName: "count"),
    transform: parseCount(from: 30, upTo: 1000))
  var columns: Int?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if svg == "-", output.json { throw ValidationError("--svg - and --json want to be standard output both") }
  }

  func run() throws {
    let subject = try Subject.named(pattern)
    let motor = try ChosenMotor.named(motor.motor)
    let plot = try PatternPlot(subject, on: motor, intensity: intensity, from: from, to: to)
    if let svg { try write(plot.image, to: svg) }
    if output.json { return try printJSON(PlotJSON(plot)) }
    if svg == nil { for line in plot.lines(columns: columns ?? Terminal.columns ?? Self.usualColumns) { print(line) } }
  }

  /// What terminals have had since they were made of paper.
  private static let usualColumns = 80

  private func write(_ image: String, to path: String) throws {
    if path == "-" { return print(image, terminator: "") }
    do { try Data(image.utf8).write(to: URL(filePath: path)) } catch {
      throw Failure.usage("\(path) cannot be written; its folder must be there and yours to write")
    }
    if !output.json { print("\(path) is written") }
  }
}
