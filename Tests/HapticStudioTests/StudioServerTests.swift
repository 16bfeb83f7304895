import Foundation
import Glibc
import HapticStudio
import StudioPage
import TestSupport
import Testing

/// The server of the studio, with real connections.
@Suite struct StudioServerTests {
  private let studio: ServedStudio

  init() throws { studio = try ServedStudio() }

  // MARK: Access

  @Test func `the address opens the page once, and sets a cookie that scripts and other sites do not get`() throws {
    let query = try #require(studio.server.address.components(separatedBy: "/?").last)
    let first = try studio.answer("GET /?\(query)", "Host: \(studio.host)")
    #expect(first.status == 303 && first.field("Location") == "/")
    #expect(first.field("Set-Cookie") == "\(studio.cookie); HttpOnly; SameSite=Strict; Path=/")
    #expect(try studio.answer("GET /?\(query)", "Host: \(studio.host)").status == 403)
    let page = try studio.answer("GET /", "Host: \(studio.host)", "Cookie: \(studio.cookie)")
    #expect(
      page.status == 200 && page.field("Content-Type") == "text/html; charset=utf-8" && page.body.contains("<html"))
  }

  @Test func `every answer forbids other origins, frames and guesses of its type, and none permits CORS`() throws {
    let stream = try studio.events()
    let answers = [
      StudioReply(stream.text(upTo: "\r\n\r\n")),
      try studio.answer("GET /", "Host: \(studio.host)", "Cookie: \(studio.cookie)"),
      try studio.answer("GET /", "Host: evil.example"), try studio.answer("GET /", "Host: \(studio.host)"),
      try studio.answer("OPTIONS /api/save", "Host: \(studio.host)", "Origin: http://evil.example"),
      try studio.call("list"), try studio.call("missing"), try studio.answer("odd"),
    ]
    #expect(answers.map(\.status) == [200, 200, 403, 403, 403, 200, 404, 400])
    for answer in answers {
      #expect(answer.field("Cross-Origin-Resource-Policy") == "same-origin")
      #expect(answer.field("X-Content-Type-Options") == "nosniff")
      #expect(answer.field("Content-Security-Policy")?.contains("default-src 'none'") == true)
      #expect(answer.field("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
      #expect(answer.field("Content-Security-Policy")?.contains("unsafe") == false)
      #expect(!answer.head.lowercased().contains("access-control"))
    }
  }

  @Test(arguments: ["", "[]", "null", "{", "{\"a\":}", "\u{0}", "\"list\"", "{\"text\":1}"])
  func `a body that is no valid call gets a message in JSON`(_ body: String) throws {
    let answer = try studio.call("compute", body)
    #expect(answer.status == 400 && answer.code == "bad-request")
    #expect(answer.field("Content-Type") == "application/json; charset=utf-8")
  }

  // MARK: Files

  @Test func `a file is opened, saved, and not replaced after a change by another program`() throws {
    let opened = try studio.call("open", ["file": "tap.ahap"]).object
    #expect(opened["text"] as? String == ServedStudio.tap)
    let version = try #require(opened["version"] as? String)
    let text = ServedStudio.tap.replacing("0.1", with: "0.2")
    let saved = try studio.call("save", ["file": "tap.ahap", "text": text, "version": version])
    #expect(saved.status == 200)
    #expect(try contents("tap.ahap") == text)
    #expect(try studio.call("save", ["file": "tap.ahap", "text": "{}", "version": version]).code == "changed")
    #expect(try studio.call("save", ["file": "tap.ahap", "text": "{}"]).code == "exists")
    #expect(try contents("tap.ahap") == text)
    #expect(
      try studio.call("save", ["file": "tap.ahap", "text": "{}", "version": version, "replace": true]).status == 200)
    #expect(try contents("tap.ahap") == "{}")
  }

  @Test func `the files of a theme with a mistake are listed with the mistake`() throws {
    let folder = try TestFolder()
    try folder.write("{ broken", to: "theme.json")
    try folder.write(ServedStudio.tap, to: "tap.ahap")
    let served = try ServedStudio(folder)
    let list = try served.call("list").object
    #expect((list["message"] as? String)?.contains("theme.json:1:3") == true && list["kind"] as? String == "theme")
    #expect((list["files"] as? [[String: Any]])?.map { $0["file"] as? String } == ["tap.ahap"])
    #expect((list["feedbacks"] as? [Any])?.isEmpty == true)
  }

  @Test func `nothing is written without a save`() throws {
    let text = ServedStudio.tap
    let before = try FileManager.default.contentsOfDirectory(atPath: studio.folder.path)
    for (name, call) in [
      ("list", [:]), ("open", ["file": "tap.ahap"]), ("import", ["name": "a.ahap", "text": text]),
      ("compute", ["text": text, "motors": ["lra"], "edits": [["op": "remove", "entry": 0]]]),
      ("export", ["text": text, "format": "android"]), ("picture", ["text": text]), ("review", ["text": text]),
      ("motors", [:]), ("stop", [:]),
    ] as [(String, [String: Any])] { #expect(try studio.call(name, call).status == 200, "\(name)") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: studio.folder.path) == before)
    #expect(try contents("tap.ahap") == text)
  }

  @Test(arguments: [
    "../tap.ahap", "/etc/passwd", "..", ".", "", "a/b.ahap", ".hidden.ahap", "a\u{0}.ahap", "a\n.ahap", "theme.json",
    "a.sh", "%2e%2e%2ftap.ahap/", String(repeating: "a", count: 260) + ".ahap",
  ])
  func `a name that leads out of the folder, or is no pattern file, is not saved`(_ name: String) throws {
    let answer = try studio.call("save", ["file": name, "text": "{}", "replace": true])
    #expect(answer.code == "bad-request")
    #expect(try FileManager.default.contentsOfDirectory(atPath: studio.folder.path) == ["tap.ahap"])
  }

  @Test func `line ends of two characters are kept`() throws {
    try studio.folder.write("{\r\n\"Pattern\":[]}\r\n", to: "dos.ahap")
    let opened = try studio.call("open", ["file": "dos.ahap"]).object
    #expect(opened["text"] as? String == "{\n\"Pattern\":[]}\n" && opened["newline"] as? String == "crlf")
    let version = try #require(opened["version"] as? String)
    _ = try studio.call(
      "save", ["file": "dos.ahap", "text": "{\n\"Pattern\": []}\n", "version": version, "newline": "crlf"])
    #expect(try contents("dos.ahap") == "{\r\n\"Pattern\": []}\r\n")
  }

  @Test(arguments: [
    "\u{feff}{\"Version\":1,\"Pattern\":[]}", "{\"Version\":1,\r\n\"Pattern\":[\n]}\r\n",
    "{\"Version\":1,\n\"Pattern\":[\r\n]}", "\u{feff}{\"Version\":1,\r\"Pattern\":[\r]}\r", "",
  ])
  func `a save without an edit changes no byte`(_ text: String) throws {
    try studio.folder.write(text, to: "odd.ahap")
    _ = try saveOdd { $0 }
    #expect(try Array(contents("odd.ahap").utf8) == Array(text.utf8))
  }

  @Test(arguments: [
    ("{\r\n\"a\":1,\n\"b\":2}\r\n", "\"a\":1", "\"a\":3", "{\r\n\"a\":3,\n\"b\":2}\r\n"),
    ("{\n\"a\":1,\r\n\"b\":2}\n", "\"a\":1", "\"a\":1,\n\"c\":1", "{\n\"a\":1,\r\n\"c\":1,\r\n\"b\":2}\n"),
    ("\u{feff}{\n\"a\":1,\r\n\"b\":2}\n", "\"a\":1,\n", "", "\u{feff}{\n\"b\":2}\n"),
  ])
  func `an edit keeps the byte order mark and the ends of the other lines`(
    _ text: String, _ part: String, _ replacement: String, _ result: String
  ) throws {
    try studio.folder.write(text, to: "odd.ahap")
    _ = try saveOdd { $0.replacing(part, with: replacement) }
    #expect(try Array(contents("odd.ahap").utf8) == Array(result.utf8))
  }

  /// Opens and saves a file, as the page does.
  private func saveOdd(_ edit: (String) -> String) throws -> StudioReply {
    let opened = try studio.call("open", ["file": "odd.ahap"]).object
    let text = try #require(opened["text"] as? String)
    #expect(!text.utf8.contains(0x0d) && !text.hasPrefix("\u{feff}"))
    return try studio.call(
      "save",
      ["file": "odd.ahap", "text": edit(text), "version": opened["version"] ?? "", "newline": opened["newline"] ?? ""])
  }

  private func contents(_ name: String) throws -> String {
    // With the byte order mark, which `String(contentsOfFile:)` drops.
    String(decoding: try Data(contentsOf: URL(filePath: studio.folder.path(of: name))), as: UTF8.self)
  }

  // MARK: Computing

  @Test func `a pattern is edited and computed in one call, in the words of lint`() throws {
    let text = """
      {"Version":1,"Pattern":[
        {"Event":{"Time":0,"EventType":"HapticTransient"}},
        {"Event":{"Time":0.5,"EventType":"HapticTransient"}}]}
      """
    let edits = [["op": "set", "entry": 1, "key": "time", "value": 0.03] as [String: Any]]
    let answer = try studio.call(
      "compute", ["id": 7, "text": text, "motors": ["erm", "lra"], "edits": edits, "samples": 50])
    let object = answer.object
    #expect(answer.status == 200 && object["id"] as? Int == 7 && object["isChanged"] as? Bool == true)
    #expect(object["text"] as? String == text.replacing("0.5", with: "0.03"))
    let model = try #require(object["model"] as? [String: Any])
    let events = try #require(model["events"] as? [[String: Any]])
    #expect(events.map { $0["time"] as? Double } == [0, 0.03] && events[1]["line"] as? Int == 3)
    let plots = try #require(object["plots"] as? [[String: Any]])
    #expect(plots.map { $0["motor"] as? String } == ["erm", "lra"])
    #expect(plots.allSatisfy { ($0["felt"] as? [Double])?.count == 50 && ($0["intended"] as? [Double])?.max() == 1 })
    let fates = try #require(plots[0]["events"] as? [[String: Any]])
    #expect(fates.last?["result"] as? String == "merged")
    let findings = try #require(object["findings"] as? [[String: Any]])
    let merged = try #require(findings.first { $0["motor"] as? String == "erm" })
    #expect(merged["entry"] as? Int == 1)
    #expect(
      merged["message"] as? String
        == "felt as one with the previous pulse on erm: it comes 30 ms after the previous one")
  }

  @Test func `the window of the curves may be longer than a forecast`() throws {
    let text = ServedStudio.tap.replacing("0.1", with: "3599")
    let window = ["from": 0, "to": 7200, "samples": 100] as [String: Any]
    let answer = try studio.call("compute", window.merging(["text": text, "motors": ["lra"]]) { $1 })
    let plot = try #require((answer.object["plots"] as? [[String: Any]])?.first, "\(answer.body.prefix(300))")
    #expect(plot["to"] as? Double == 7200)
    let intended = try #require(plot["intended"] as? [Double])
    #expect(intended.count == 100 && intended.firstIndex { $0 > 0 } == 49)
    #expect(try studio.call("compute", ["text": text, "from": 0, "to": 7201]).code == "bad-request")
  }

  @Test func `a preview has the plots of the edited text, and nothing else`() throws {
    let edits = [["op": "set", "entry": 0, "key": "time", "value": 0.5] as [String: Any]]
    let call = ["text": ServedStudio.tap, "motors": ["lra"], "edits": edits] as [String: Any]
    let whole = try studio.call("compute", call).object
    let preview = try studio.call("compute", call.merging(["preview": true]) { $1 }).object
    #expect(preview["text"] == nil && preview["model"] == nil && (preview["findings"] as? [Any])?.isEmpty == true)
    #expect(preview["plots"] as? NSArray == whole["plots"] as? NSArray)
    #expect((whole["plots"] as? [[String: Any]])?.first?["to"] as? Double ?? 0 > 0.5)
  }

  @Test func `a text with a mistake is computed to its finding, with its place`() throws {
    let object = try studio.call("compute", ["text": "{\n  \"é😀\": [1,}\n", "motors": ["lra"]]).object
    #expect(object["model"] == nil)
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.count == 1 && findings[0]["severity"] as? String == "error")
    // In units of UTF-16: the second sign has two.
    #expect(findings[0]["line"] as? Int == 2 && findings[0]["start"] as? Int == 14)
  }

  @Test func `a pattern is exported with its losses, drawn, and written for review`() throws {
    let text = """
      {"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticContinuous","EventDuration":1,"EventParameters":[
        {"ParameterID":"HapticIntensity","ParameterValue":0.5}]}}]}
      """
    let web = try studio.call("export", ["text": text, "name": "tap.ahap", "format": "web"]).object
    #expect(web["name"] as? String == "tap.json" && (web["losses"] as? [String])?.isEmpty == false)
    let picture = try studio.call("picture", ["text": text, "name": "tap.ahap", "motors": ["lra", "pad"]]).object
    #expect((picture["svg"] as? String)?.hasPrefix("<svg") == true && picture["name"] as? String == "tap.svg")
    let review = try studio.call("review", ["text": text, "name": "<b>.ahap"]).object
    let page = try #require(review["html"] as? String)
    #expect(page.contains("&lt;b&gt;") && !page.contains("<b>") && !page.contains("<script"))
  }

  /// Two clicks, 0.2 and 0.7 s after the start.
  private static let clicks: [UInt8] = {
    let samples = (0..<8000).map { index -> Float in
      let since = [1600, 5600].map { index - $0 }.first { (0..<400).contains($0) }
      return since.map { ($0 % 8 < 4 ? 1 : -1) * (30_000 - Float($0) * 70) / 32_767 } ?? 0
    }
    return WAVFile.bytes([samples], rate: 8000)
  }()

  @Test(.enabled(if: dlopen("libsndfile.so.1", RTLD_LAZY) != nil, "no libsndfile"))
  func `a sound of the folder or of the page is analyzed as from-audio does`() throws {
    try Data(Self.clicks).write(to: URL(filePath: studio.folder.path(of: "clicks.wav")))
    let answers = [
      try studio.call("sound", ["file": "clicks.wav"]),
      try studio.call("sound", ["name": "clicks.wav", "base64": Data(Self.clicks).base64EncodedString()]),
    ]
    for answer in answers {
      let object = answer.object
      #expect(answer.status == 200 && object["duration"] as? Double == 1)
      let onsets = try #require(object["onsets"] as? [Double])
      #expect(onsets.count == 2 && abs(onsets[0] - 0.2) < 0.03 && abs(onsets[1] - 0.7) < 0.03, "\(onsets)")
      let peaks = try #require(object["peaks"] as? [Double])
      #expect(peaks.count == 200 && peaks[10] == 0 && peaks[42] > 0.5)
      #expect((object["text"] as? String)?.contains("HapticTransient") == true)
    }
    #expect(try studio.call("sound", ["name": "a.wav", "base64": "bm8gc291bmQ="]).code == "unreadable")
    #expect(try studio.call("sound", ["name": "a.wav", "base64": "%"]).code == "bad-request")
    #expect(try studio.call("sound", ["file": "../a.wav"]).code == "bad-request")
  }

  @Test func `other formats are imported as AHAP`() throws {
    let object = try studio.call("import", ["name": "a.json", "text": "[100,50,100]"]).object
    #expect(object["imported"] as? String == "web vibration" && object["suggested"] as? String == "a.ahap")
    #expect((object["text"] as? String)?.contains("HapticContinuous") == true)
    #expect(try studio.call("import", ["name": "a.json", "text": "{}"]).code == "unreadable")
  }

  @Test func `without a daemon the page gets the reason, and the typical motors`() throws {
    let motors = try studio.call("motors").object
    #expect(motors["daemon"] as? Bool == false && motors["message"] is String)
    #expect((motors["motors"] as? [Any])?.count == 4)
    #expect(try studio.call("play", ["text": ServedStudio.tap]).code == "no-daemon")
  }
}
