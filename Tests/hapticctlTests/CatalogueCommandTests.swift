import FakeDaemon
import Foundation
import Haptics
import MotorRendering
import TestSupport
import Testing

@testable import HapticControl

/// The output of `feedbacks` and `explain`, as text and as JSON.
@Suite struct CatalogueCommandTests {
  private let files: PatternFiles

  init() throws { files = try PatternFiles() }

  // MARK: feedbacks

  @Test func `every feedback is listed with a picture, its pattern and its theme`() throws {
    let result = try control("feedbacks")
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n")
    #expect(lines[0].hasPrefix("NAME "))
    #expect(
      lines.contains {
        $0.hasPrefix("success ") && $0.contains("⣄⡀") && $0.contains(#/ success +default +built in$/#)
      })
    let silent = try #require(lines.first { $0.hasPrefix("unlike ") })
    #expect(silent.contains(" silent "))
    #expect(silent.allSatisfy { !("\u{2801}"..."\u{28ff}").contains($0) }, "without a picture")
    #expect(lines.last?.hasSuffix("feedbacks, from the theme default, because no daemon is running") == true)
    let other = try control("feedbacks", "--theme", "hig")
    #expect(other.output.contains("hig-success"))
    #expect(other.output.hasSuffix("feedbacks, from the theme hig\n"))
    #expect(try control("feedbacks", "--theme", "none").status == 2)
  }

  @Test func `the daemon's own feedbacks are listed, explained and drawn, whatever its theme`() throws {
    let daemon = try Daemon("lra", theme: "hig")
    let feedbacks = try daemon.control("feedbacks").output
    #expect(feedbacks.hasSuffix("feedbacks, from the daemon\n"))
    #expect(feedbacks.contains("hig-success"))
    let explained = try daemon.control("explain", "share-complete").output
    #expect(explained.contains("share-complete has no pattern of its own: share-complete -> success."))
    #expect(explained.contains("hig-success.ahap of the theme hig."))
    #expect(explained.contains("The source is the daemon."))
    #expect(try daemon.control("plot", "success").output.contains("hig-success of the theme hig, from the daemon"))
  }

  @Test func `a theme in a folder of the person's own is listed`() throws {
    let theme = files.folder + "/hapticd/themes/mine"
    try FileManager.default.createDirectory(atPath: theme, withIntermediateDirectories: true)
    try files.add("hapticd/themes/mine/knock.ahap", [PatternFiles.tap(0), PatternFiles.tap(150)])
    let table = """
      { "Name": "mine", "Feedbacks": [ { "Name": "knock", "Category": "touch", "Pattern": "knock.ahap" } ] }
      """
    try files.add("hapticd/themes/mine/theme.json", text: table)
    let arguments = ["feedbacks", "--theme", "mine", "--json"]
    let result = try Program(
      "hapticctl", arguments, socket: nowhere, environment: ["XDG_CONFIG_HOME": files.folder]
    ).result()
    let feedbacks = try JSONDecoder().decode([FeedbackReport].self, from: Data(result.output.utf8))
    let knock = try #require(feedbacks.first { $0.feedback == "knock" })
    #expect(knock.theme == "mine")
    #expect(knock.pattern == "knock")
    #expect(feedbacks.contains { $0.feedback == "success" && $0.theme == "default" })
    #expect(feedbacks.contains { $0.feedback == "unlike" && $0.silent && $0.pattern == nil })
  }

  // MARK: Without a daemon

  private static let withJSON = [["feedbacks", "--json"], ["explain", "like", "--json"]]

  @Test(arguments: withJSON) func `JSON has a warning if a theme stands in for the daemon`(
    arguments: [String]
  ) throws {
    let result = try Program("hapticctl", arguments, socket: nowhere).result()
    #expect(result.status == 0)
    let warning = #"{"warning":{"message":"the source is the theme default, because no daemon is running"}}"#
    #expect(result.errors == warning + "\n")
  }

  @Test func `the feedbacks of a chosen theme and of the daemon have no warning`() throws {
    #expect(try control("feedbacks", "--theme", "hig", "--json").errors.isEmpty)
    let daemon = try Daemon("lra")
    for arguments in Self.withJSON {
      #expect(try Program("hapticctl", arguments, socket: daemon.socket).result().errors.isEmpty)
    }
  }

  @Test(arguments: [
    ["feedbacks", "--json"], ["explain", "like", "--json"], ["explain", "like", "--motor", "lra,", "--json"],
    ["plot", "like", "tap", "--motor", "erm,lra", "--json"], ["plot", "like", "--json"],
  ]) func `a daemon that does not answer is asked once`(arguments: [String]) throws {
    let path = SocketPath()
    let daemon = try ManualDaemon(at: path)
    let environment = ["HAPTICD_TIMEOUT": "0.1"]
    let result = try Program("hapticctl", arguments, socket: path.path, environment: environment).result()
    #expect((result.output + result.errors).contains("because the daemon does not answer"), "\(result)")
    #expect(daemon.dropAll() == 1)
  }

  @Test func `an unknown name says that the daemon does not answer`() throws {
    let path = SocketPath()
    let daemon = try ManualDaemon(at: path)
    let result = try Program(
      "hapticctl", ["explain", "doorbell"], socket: path.path, environment: ["HAPTICD_TIMEOUT": "0.1"]
    ).result()
    #expect(
      result.errors == "hapticctl: the daemon does not answer, and the theme default has no feedback 'doorbell'; "
        + "'hapticctl doctor' shows the remedy\n")
    #expect(result.status == 2 && daemon.dropAll() == 1)
  }

  // MARK: explain

  @Test func `explain shows a feedback from its name to the writes`() throws {
    let result = try control("explain", "message-sent-instant", "--motor", "erm")
    #expect(result.status == 0, "\(result.errors)")
    for words in [
      "message-sent-instant -> message-sent -> impact.light", "impact-light.ahap of the theme default",
      "The source is the theme default, because no daemon is running.", "1 tap:", "erm, a typical motor of that kind",
      "with a rise of 60 ms, ", "full for ", "the stop; nothing is felt after ",
      "its one pulse is felt in time",
      "1 level: an effect in a slot of the device with a lease of 64 ms", "writes 2 times",
      "'hapticctl play' has no deadline",
    ] { #expect(result.output.contains(words), "\(words)") }
  }

  @Test func `the present device is named with its slots`() throws {
    let result = try Daemon("lra").control("explain", "success")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("device 1, simulated lra: one motor"))
    #expect(result.output.contains("The device has 16 slots, and the daemon uses 8"))
  }

  @Test func `a silent feedback is explained in two sentences, an unknown name in one`() throws {
    let silent = try control("explain", "unlike")
    #expect(silent.output.contains("unlike is silent on purpose. Nothing is written."))
    #expect(!silent.output.contains("Drive"))
    let wrong = try control("explain", "sucess")
    #expect(wrong.status == 2)
    #expect(wrong.errors == "hapticctl: unknown feedback 'sucess'; did you mean success?\n")
  }

  @Test func `the JSON of explain has the names, the steps and their reasons`() throws {
    let output = try control("explain", "like", "--motor", "erm", "--json").output
    let explanation = try JSONDecoder().decode(ExplanationReport.self, from: Data(output.utf8))
    #expect(explanation.feedback == "like" && explanation.chain == ["impact.light"])
    #expect(explanation.writeCount == explanation.steps.count)
    #expect(explanation.steps.allSatisfy { $0.because?.isEmpty == false })
    #expect(explanation.steps.first?.leaseMilliseconds == 64)
    #expect(explanation.deadlineNanoseconds == 20_000_000)
    #expect(explanation.events.map(\.eventKind) == ["tap"])
  }

  @Test func `text and JSON of explain show the author's values and those under a curve`() throws {
    let curve = """
      {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0,
        "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 0.5}]}}
      """
    let path = try files.add("curve.ahap", [PatternFiles.tap(0), curve])
    let text = try control("explain", path, "--motor", "lra").output
    let output = try control("explain", path, "--motor", "lra", "--json").output
    let event = try #require(JSONDecoder().decode(ExplanationReport.self, from: Data(output.utf8)).events.first)
    #expect(event.intensity == event.authorIntensity / 2, "\(event)")
    #expect(text.contains("(written \(event.authorIntensity.fixed(2)))"), "\(text)")
    #expect(event.sharpness == event.authorSharpness)
  }
}

private struct FeedbackReport: Decodable {
  let feedback, theme: String
  let pattern: String?
  let silent: Bool
}

private struct ExplanationReport: Decodable {
  struct Step: Decodable {
    let because: String?
    let leaseMilliseconds: Int?
  }
  struct Event: Decodable {
    let eventKind: String
    let intensity, sharpness, authorIntensity, authorSharpness: Double
  }
  let feedback: String?
  let chain: [String]
  let deadlineNanoseconds: Int64
  let events: [Event]
  let writeCount: Int
  let steps: [Step]
}
