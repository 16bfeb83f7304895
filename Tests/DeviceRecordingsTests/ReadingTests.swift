import Glibc
import HapticSystem
import TestSupport
import Testing
import TextDiagnostics
import VirtualDevices

@testable import DeviceRecordings

/// The text of recordings: written, read, and with mistakes.
@Suite struct ReadingTests {
  @Test func `a recording reads as it was written`() throws {
    let recording = Recording.pad
    #expect(try Recording(text: Array(recording.text.utf8)) == recording)
  }

  @Test func `a recording without an accepted upload has no latencies`() throws {
    var recording = Recording.pad
    recording.latencies = nil
    recording.answers = Dictionary(uniqueKeysWithValues: TrialUpload.allCases.map { ($0, .notTried) })
    recording.answers[.rumble] = .refused(.timedOut)
    #expect(try Recording(text: Array(recording.text.utf8)) == recording)
  }

  @Test func `the text has one order and names`() {
    #expect(
      Recording.pad.text == """
        {
          "recording": 1,
          "name": "Pad \\"one\\"",
          "bus": "0x0003",
          "vendor": "0x054c",
          "product": "0x0ce6",
          "version": "0x8111",
          "driver": "playstation",
          "kernel": "6.12.38",
          "slotCount": 16,
          "uploads": {
            "rumble": "accepted",
            "square": "EINVAL",
            "triangle": "errno 600",
            "sine": "ENOTSUPP",
            "saw-up": "not tried",
            "saw-down": "not tried",
            "constant": "not tried"
          },
          "latencies": {
            "upload": {"medianMicroseconds": 3, "longestMicroseconds": 20},
            "erase": {"medianMicroseconds": 2, "longestMicroseconds": 5}
          },
          "properties": {
            "HAPTIC_CLASS": "gamepad",
            "HAPTIC_MOTORS": "2"
          },
          "capabilities": {
            "EV": [
              "EV_SYN", "EV_KEY", "EV_ABS", "EV_FF"
            ],
            "FF": [
              "FF_RUMBLE", "FF_PERIODIC", "FF_SINE", "FF_GAIN"
            ],
            "KEY": [
              "BTN_SOUTH", "0x2fe"
            ],
            "ABS": {
              "ABS_X": [0, 255],
              "ABS_HAT0X": [-1, 1]
            },
            "PROP": []
          }
        }

        """)
  }

  @Test func `long lists of codes are folded`() throws {
    var recording = Recording.pad
    recording.capabilities.keys = Array(1...200)
    let lines = recording.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 110 } && lines.count > 60)
    #expect(try Recording(text: Array(recording.text.utf8)) == recording)
  }

  /// Each mistake with its line, its key, and the end of the message.
  @Test(arguments: [
    ("\"recording\": 1", "\"recording\": 2", 2, "recording", "use a later hapticd"),
    ("\"recording\": 1", "\"recording\": \"1\"", 2, "recording", "write 1"),
    ("\"name\"", "\"nam\"", 1, "", "no \"name\"; add it"),
    ("\"slotCount\": 16", "\"slotCount\": 97", 10, "slotCount", "from 0 to 96"),
    ("\"slotCount\": 16", "\"slotCount\": -1", 10, "slotCount", "from 0 to 96"),
    ("\"slotCount\": 16", "\"slotCount\": 1.5", 10, "slotCount", "from 0 to 96"),
    ("\"slotCount\": 16", "\"slotCount\": 1e300", 10, "slotCount", "from 0 to 96"),
    ("\"slotCount\": 16,", "\"slotCount\": 16, \"slotCount\": 17,", 10, "", "a duplicate key"),
    ("\"slotCount\": 16", "\"slotCount\": 16, \"slotcount\": 16", 10, "slotcount", "did you mean \"slotCount\"?"),
    ("\"bus\": \"0x0003\"", "\"bus\": 3", 4, "bus", "write four hexadecimal digits"),
    ("\"vendor\": \"0x054c\"", "\"vendor\": \"054c\"", 5, "vendor", "write four hexadecimal digits"),
    ("\"vendor\": \"0x054c\"", "\"vendor\": \"0x+54c\"", 5, "vendor", "write four hexadecimal digits"),
    ("\"errno 600\"", "\"errno +600\"", 14, "uploads.triangle", "or an error of C"),
    ("\"errno 600\"", "\"errno 22\"", 14, "uploads.triangle", "or an error of C"),
    ("\"errno 600\"", "\"errno 99999999999\"", 14, "uploads.triangle", "or an error of C"),
    (
      "\"medianMicroseconds\": 3", "\"medianMicroseconds\": 3e9", 21, "latencies.upload.medianMicroseconds", "from 0 to"
    ),
    ("\"EINVAL\"", "\"EINVALID\"", 13, "uploads.square", "or an error of C"),
    ("\"saw-up\"", "\"saw_up\"", 11, "uploads", "no \"saw-up\"; add it"),
    ("[0, 255]", "[0]", 39, "capabilities.ABS.ABS_X", "such as [0, 255]"),
    ("[0, 255]", "[0, 3e9]", 39, "capabilities.ABS.ABS_X[1]", "expected a whole number"),
    ("\"ABS_X\"", "\"ABS_QX\"", 39, "capabilities.ABS.ABS_QX", "no code of ABS"),
    ("\"FF_SINE\"", "\"FF_SIN\"", 33, "capabilities.FF[2]", "no code of FF"),
    ("\"0x2fe\"", "\"0x300\"", 36, "capabilities.KEY[1]", "no code of KEY"),
    ("\"0x2fe\"", "\"BTN_SOUTH\"", 36, "capabilities.KEY[1]", "is there twice"),
    ("\"ABS_HAT0X\"", "\"0x0\"", 39, "capabilities.ABS.ABS_X", "is there twice"),
    ("\"HAPTIC_MOTORS\"", "\"HAPTIC_X}\"", 26, "properties.HAPTIC_X}", "write HAPTIC_"),
    ("\"HAPTIC_MOTORS\"", "\"ID_SERIAL\"", 26, "properties.ID_SERIAL", "write HAPTIC_"),
    ("\"PROP\": []", "\"PROP\": 1", 42, "capabilities.PROP", "expected an array"),
    ("\"PROP\": []", "\"PROP\": [],", 42, "", "is not JSON"),
  ]) func `a mistake is named with its line, its key and a remedy`(
    right: String, wrong: String, line: Int, key: String, words: String
  ) throws {
    let text = Recording.pad.text.replacing(right, with: wrong)
    #expect(text != Recording.pad.text)
    let refused = try #require(throws: Refused.self) { try Recording(text: Array(text.utf8)) }
    #expect(refused.finding.line == line && refused.finding.key == key, "\(refused)")
    #expect(!refused.finding.remedy.isEmpty)
    if words != "is not JSON" { #expect(refused.description.contains(words), "\(refused)") }
  }

  @Test(arguments: ["", "{}", "[]", "7", "{\"Version\": 1, \"Pattern\": []}"])
  func `a text that is not a recording is refused`(text: String) throws {
    let refused = try #require(throws: Refused.self) { try Recording(text: Array(text.utf8)) }
    #expect(!refused.finding.remedy.isEmpty)
  }

  @Test func `a recording that ends early is refused`() throws {
    let text = Array(Recording.pad.text.utf8.dropLast(2))
    for length in text.indices {
      #expect(throws: Refused.self) { try Recording(text: Array(text.prefix(length))) }
    }
  }

  @Test func `the extreme values of the kernel are read`() throws {
    var recording = Recording.pad
    recording.slotCount = 0
    recording.identity = RecordedIdentity(name: "", bus: 0xffff, vendor: 0, product: 0xffff, version: 0)
    recording.capabilities.axes = [0x3f: AxisRange(minimum: .max, maximum: .min)]
    recording.capabilities.keys = Array(0...0x2ff)
    #expect(try Recording(text: Array(recording.text.utf8)) == recording)
  }

  // MARK: Files

  @Test func `a file is read`() throws {
    let folder = try TestFolder()
    #expect(try Recording(file: folder.write(Recording.pad.text, to: "pad.json")) == .pad)
  }

  @Test func `a file that is huge, no file or missing is refused at once`() throws {
    let folder = try TestFolder()
    let huge = try folder.write("{", to: "huge")
    try #require(truncate(huge, 1 << 40) == 0)
    let pipe = folder.path(of: "pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    for (path, words) in [
      (huge, "too large"), (pipe, "not a regular file"), ("/dev/zero", "not a regular file"),
      (folder.path(of: "none"), "cannot be read: No such file"),
    ] {
      let refused = try #require(throws: Refused.self) { try Recording(file: path) }
      #expect(refused.description.hasPrefix(words), "\(refused)")
    }
  }

  @Test func `errors have the names of C`() {
    #expect(Errno.invalidArgument.symbol == "EINVAL" && Errno.timedOut.symbol == "ETIMEDOUT")
    #expect(Errno.noSpace.symbol == "ENOSPC" && Errno.notImplemented.symbol == "ENOSYS")
    for error in (1...600).map({ Errno(rawValue: $0) }) { #expect(Errno(symbol: error.symbol) == error) }
    #expect(Errno(symbol: "errno 0") == nil && Errno(symbol: "errno x") == nil)
  }
}

extension Recording {
  /// A gamepad with a name, a key and an error that need care.
  static let pad = Recording(
    identity: RecordedIdentity(name: "Pad \"one\"", bus: 3, vendor: 0x54c, product: 0xce6, version: 0x8111),
    driver: "playstation", kernel: "6.12.38", slotCount: 16,
    properties: ["HAPTIC_MOTORS": "2", "HAPTIC_CLASS": "gamepad"],
    capabilities: NodeCapabilities(
      events: [0, 1, 3, 0x15], keys: [0x130, 0x2fe],
      axes: [0: AxisRange(minimum: 0, maximum: 255), 0x10: AxisRange(minimum: -1, maximum: 1)],
      effects: [0x50, 0x51, 0x5a, 0x60]),
    answers: [
      .rumble: .accepted, .square: .refused(.invalidArgument), .triangle: .refused(Errno(rawValue: 600)),
      .sine: .refused(Errno(rawValue: 524)),
    ].merging([.sawUp, .sawDown, .constant].map { ($0, .notTried) }) { $1 },
    latencies: CallLatencies(
      upload: CallLatency(medianMicroseconds: 3, longestMicroseconds: 20),
      erase: CallLatency(medianMicroseconds: 2, longestMicroseconds: 5)))
}
