import Foundation
import FoundationXML
import Haptics
import MotorRendering
import Testing

@testable import HapticControl

@Suite struct SVGTests {
  private func plot(_ pattern: Pattern, on preset: String = "erm", title: String = "tap") throws -> PlotGroup {
    let motor = ChosenMotor(preset: preset, try #require(MotorModel.presets[preset]))
    let subject = Subject(file: title, title, origin: "a test", pattern: pattern)
    return try PlotGroup([subject], on: [motor], intensity: 1, from: nil, to: nil)
  }

  private let storm = Pattern(
    (0..<6).map { Event(.transient, at: .milliseconds($0 * 25), intensity: 0.8, sharpness: 0.5) }
      + [Event(.continuous(duration: .milliseconds(300)), at: .milliseconds(400), intensity: 0.6, sharpness: 0.2)])

  /// Compares with the file next to this one. After an intended change, write the file with HAPTICD_WRITE_GOLDEN=1,
  /// inspect it, and run again without the variable.
  @Test func `a small image equals the golden file`() throws {
    var lane = ChartLane(
      title: "intensity", note: "intended", height: 40,
      curves: [
        .init(envelope: SampledStrength([0, 1, 0.5, 0], every: .milliseconds(2)), shape: .area, kind: "intensity"),
        .init(envelope: SampledStrength([0, 1, 1, 0], every: .milliseconds(2)), shape: .steps, kind: "sent"),
      ])
    lane.marks = [
      ChartMark(sign: .lost, moment: .milliseconds(2)), ChartMark(sign: .merged, moment: .milliseconds(4)),
      ChartMark(sign: .delayed, moment: .milliseconds(5), instead: .milliseconds(7)),
      ChartMark(sign: .lost, moment: .milliseconds(20)),
    ]
    let chart = Chart(
      title: "A & B <C>", subtitles: ["on \"erm\""], lanes: [lane], window: .zero..<Duration.milliseconds(8),
      legend: [ChartKey(sample: .patch("intensity"), text: "intended"), ChartKey(sample: .sign(.lost), text: "lost")],
      summary: "nothing is well", width: 180)
    let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/chart.svg")
    if ProcessInfo.processInfo.environment["HAPTICD_WRITE_GOLDEN"] != nil {
      try Data(chart.image.utf8).write(to: golden)
    }
    #expect(chart.image == (try? String(contentsOf: golden, encoding: .utf8)))
  }

  @Test(arguments: MotorModel.presets.keys)
  func `every motor's image is well-formed and has the texts of the picture`(preset: String) throws {
    let plot = try plot(storm, on: preset, title: "storm & <stress> \u{7}")
    let results = try #require(plot.single).forecast.results
    let image = Image(plot.image)
    #expect(image.error == nil)
    #expect(image.texts.contains("storm & <stress> "))
    #expect(image.texts.contains(results.summary))
    #expect(image.texts.contains("600"), "a time axis with numbers")
    #expect(image.texts.contains("700 ms"))
    #expect(image.texts.contains("strong") == (preset == "pad"))
    for sign in PulseResults.Sign.allCases {
      let words = results.words(of: sign)
      // A key in the legend and the signs.
      let count = image.classes.count { $0 == "sign \(sign.rawValue)" }
      #expect(count == results.count(sign.rawValue) + (words == nil ? 0 : 1))
      if let words { #expect(image.texts.contains(words)) }
    }
  }

  @Test func `an image has no external parts, no script, and a dark color scheme`() throws {
    let image = try plot(storm).image
    for word in ["<script", "href", "url(", "@import", "<image", "<foreignObject"] { #expect(!image.contains(word)) }
    #expect(image.contains("prefers-color-scheme:dark"))
    let classes = Set(Image(image).classes.flatMap { $0.split(separator: " ").map(String.init) })
    // Each color has a counterpart in the dark color scheme.
    let sheets = ChartStyle.sheet.components(separatedBy: "@media")
    for name in classes where sheets[0].contains(/\.\#(name)\{[^}]*(fill|stroke):#/) {
      #expect(sheets[1].contains(".\(name)"), "\(name)")
    }
  }

  @Test func `waves have a lane for their period`() throws {
    var model = try #require(MotorModel.presets["lra"])
    model.playsWaves = true
    let subject = Subject(file: "waves", "waves", origin: "", pattern: storm)
    let plot = try PlotGroup(
      [subject], on: [ChosenMotor(preset: "lra", model)], intensity: 1, from: nil, to: nil)
    #expect(Image(plot.image).texts.contains("period"))
    #expect(plot.lines(columns: 80).contains { $0.hasPrefix("pitch") })
  }

  @Test func `a long title stays in the image`() throws {
    let title = String(repeating: "WIDE-name", count: 28)
    let plot = try plot(storm, title: title)
    let image = Image(plot.image)
    #expect(image.texts.first { $0 == title } != nil, "the title element")
    #expect(!image.texts.dropFirst(2).contains(title))
    #expect(image.texts.joined().contains("WIDE-nameWIDE"))
    #expect("one two".broken(toWidth: 40, fontSize: 10) == ["one", "two"])
    #expect("手手手".broken(toWidth: 20, fontSize: 10) == ["手手", "手"])
  }

  @Test func `a long legend and a long summary stay in the image, one below the other`() throws {
    let lane = ChartLane(
      title: "a", note: "b", height: 40,
      curves: [.init(envelope: SampledStrength([0, 1], every: .milliseconds(4)), shape: .area, kind: "intensity")])
    let long = "the vibration that this motor cannot follow, because it rises too slowly for it"
    let chart = Chart(
      title: "t", subtitles: [], lanes: [lane], window: .zero..<Duration.milliseconds(8),
      legend: [ChartKey(sample: .patch("intensity"), text: long), ChartKey(sample: .sign(.lost), text: "lost")],
      summary: long, width: 240)
    let image = Image(chart.image)
    let lines = long.broken(toWidth: 240 - 24 - 24 - 24, fontSize: 13)
    #expect(lines.count > 2)
    for line in lines { #expect(image.texts.contains(line)) }
    for line in long.broken(toWidth: 240 - 48, fontSize: 13) { #expect(image.texts.contains(line)) }
    let feet = image.positions.filter { $0.kind == "key" || $0.kind == "note" }.map(\.y)
    #expect(Set(feet).count == feet.count, "no line is drawn over another one")
    #expect(feet.allSatisfy { $0 < image.height })
  }

  @Test func `the image of a long pattern has a limited size`() throws {
    let taps = (0..<3000).map { Event(.transient, at: .milliseconds($0 * 60), intensity: 0.8, sharpness: 0.5) }
    #expect(try plot(Pattern(taps), on: "lra").image.utf8.count < 200_000)
  }

  @Test(arguments: [
    (0, 36, ["0", "10", "20", "30"], "ms"), (0, 700, ["0", "200", "400", "600"], "ms"),
    (0, 12_000, ["0", "5", "10"], "s"), (1_900, 2_100, ["1.90", "1.95", "2.00", "2.05", "2.10"], "s"),
    (90, 95, ["90", "91", "92", "93", "94", "95"], "ms"),
  ])
  func `numbers on the time axis are round`(start: Int, end: Int, labels: [String], unit: String) {
    let ticks = TimeTicks(.milliseconds(start)..<Duration.milliseconds(end), numbers: 5)
    #expect(ticks.ticks.compactMap(\.label) == labels)
    #expect(ticks.unit == unit)
  }

  @Test func `a path leaves out points on a straight line`() {
    let points = [(0, 10), (1, 10), (2, 10), (2, 5), (2, 5.01), (4, 3), (5, 2)].map { SVGPoint($0, $1) }
    #expect(SVGPath(points, isClosed: true).data == "M0 10H2V5L5 2Z")
  }

  @Test func `a path that turns back keeps its turning point`() {
    let path = SVGPath([SVGPoint(0, 0), SVGPoint(0, 9), SVGPoint(0, 4)])
    #expect(path.data == "M0 0V9V4")
  }
}

/// The texts and classes of an image, read by an XML parser.
private final class Image: NSObject, XMLParserDelegate {
  private(set) var texts: [String] = []
  private(set) var classes: [String] = []
  private(set) var error: String?
  /// The baseline of each text with a class.
  private(set) var positions: [(kind: String, y: Double)] = []
  private(set) var height = 0.0
  /// Whether text belongs to an element; between elements there is only indentation.
  private var isOpen = false

  init(_ image: String) {
    super.init()
    let parser = XMLParser(data: Data(image.utf8))
    parser.delegate = self
    if !parser.parse() { error = "\(parser.parserError as Any), line \(parser.lineNumber)" }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    texts.append("")
    isOpen = true
    if let kind = attributes["class"] { classes.append(kind) }
    if name == "svg" { height = attributes["height"].flatMap(Double.init) ?? 0 }
    if name == "text", let kind = attributes["class"], let y = attributes["y"].flatMap(Double.init) {
      positions.append((kind, y))
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) { isOpen = false }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if isOpen { texts[texts.count - 1] += text }
  }
}
