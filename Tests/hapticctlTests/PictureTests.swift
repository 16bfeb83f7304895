import HapticProtocol
import HapticThemes
import Haptics
import MotorRendering
import Testing

@testable import HapticControl

@Suite struct PictureTests {
  @Test func `a canvas raises bars of dots from its bottom`() {
    var canvas = Canvas(columns: 3, rows: 2)
    canvas.raise(at: 0, dots: 1)
    canvas.raise(at: 1, dots: 5)
    canvas.raise(at: 5, dots: 99)
    canvas.raise(at: 6, dots: 1)
    canvas.raise(at: -1, dots: 1)
    #expect(canvas.lines == ["⢀ ⢸", "⣸ ⢸"])
  }

  @Test func `a tap is drawn with its time axis`() {
    let tap = Pattern([Event(.transient, intensity: 1.0, sharpness: 0.0)])
    let picture = Picture(
      lanes: [.init(title: "intended", envelope: SampledStrength(intended: tap))], rows: 2, columns: 30)
    #expect(
      picture.lines == [
        "         ⣶⣦⣤⣤⣀⣀⡀",
        "intended ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣷⣶⣶⣤⣤⣄⣀⣀⣀",
        "         0         20        40 ms",
      ])
  }

  @Test func `a pulse shorter than a dot is still drawn`() {
    let pulse = SampledStrength([1] + [Double](repeating: 0, count: 3999) + [0.5])
    let lines = Picture(lanes: [.init(title: "sent", envelope: pulse)], columns: 10).lines
    #expect(lines.joined().contains("⡇"))
  }

  @Test func `the weakest strength draws a dot, and no strength draws none`() {
    let weak = SampledStrength([Double](repeating: 0.03, count: 40))
    let none = SampledStrength([Double](repeating: 0, count: 40))
    let lines = Picture(
      lanes: [.init(title: "weak", envelope: weak), .init(title: "none", envelope: none)], rows: 1, columns: 10
    ).lines
    #expect(lines == ["weak ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀", "none", "     0 ms"])
  }

  @Test func `a line is drawn where its lane is present, also at zero`() {
    let there = SampledStrength([1, 1, 0, 0, 1, 1], every: .milliseconds(1))
    let value = SampledStrength([0, 0, 1, 1, 1, 1], every: .milliseconds(1))
    let picture = Picture(lanes: [.init(title: "v", envelope: value, presence: there)], rows: 1, columns: 3)
    #expect(picture.lines.first == "v ⣀ ⠒")
  }

  @Test func `marks stand under their pulses, and the worse one is drawn`() {
    var lane = Picture.Lane(
      title: "felt", envelope: SampledStrength([Double](repeating: 1, count: 20), every: .milliseconds(1)))
    lane.marks = [(0, "×"), (1, "→"), (7, "∪"), (19, "→"), (40, "×")].map {
      Picture.Mark(moment: .milliseconds($0), sign: $1)
    }
    #expect(Picture(lanes: [lane], rows: 1, columns: 10).lines[1] == "     ×  ∪     →")
  }

  @Test func `a part of the time axis has its own numbers, in seconds if late`() {
    let lane = Picture.Lane(title: "v", envelope: SampledStrength([1], from: .seconds(12), every: .milliseconds(400)))
    var picture = Picture(lanes: [lane], rows: 1, columns: 20, start: .seconds(12), end: .milliseconds(12_400))
    #expect(picture.lines == ["v ⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶⣶", "  12.0      12.2 s"])
    (picture.start, picture.end) = (.milliseconds(100), .milliseconds(140))
    #expect(picture.lines == ["v", "  100       120 ms"])
  }

  @Test func `every motor's picture of every feedback shows something felt`() throws {
    for model in MotorModel.presets.values {
      for feedback in Theme.standard.vocabulary.feedbacks where !feedback.pattern.isSilent {
        let drive = model.drive(for: feedback.pattern, intensity: 1)
        let sent = SampledStrength(sent: drive, model.ceiling) { max($0.strong, $0.weak) }
        let felt = SampledStrength(felt: drive, by: model)
        #expect(sent.values.contains { $0 > SampledStrength.unfelt }, "\(feedback.name) on \(model.kind)")
        #expect(felt.values.contains { $0 > 0.2 }, "\(feedback.name) on \(model.kind)")
        #expect(felt.length(above: SampledStrength.unfelt) > sent.length(above: SampledStrength.unfelt) / 2)
      }
    }
  }

  @Test func `magnitudes are drawn as fractions of the device's full scale`() {
    let drive = Drive(
      [.init(at: .zero, level: Level(strong: 0x6400, weak: 0x3200))], end: .milliseconds(1))
    #expect(SampledStrength(sent: drive, 0x6400, \.strong).values == [1, 1, 1, 1])
    #expect(SampledStrength(sent: drive, 0x6400, \.weak).values == [0.5, 0.5, 0.5, 0.5])
  }

  @Test(arguments: [false, true])
  func `the picture uses the daemon's model of a motor`(playsWaves: Bool) {
    let record = DeviceRecord(
      id: nil, state: .ready, driver: .memless, kind: .gamepad,
      motor: .init(
        motors: 2, deadband: 13107, riseMicroseconds: 60_000, fallMicroseconds: 80_000, weakRiseMicroseconds: 30_000,
        weakFallMicroseconds: 40_000, minimumIntervalMicroseconds: 4_000, shortestPulseMicroseconds: 15_000,
        floor: 0x100, ceiling: 0xff00, playsWaves: playsWaves, isMeasured: playsWaves),
      name: "", path: "")
    let model = MotorModel(
      kind: .gamepad, strong: .init(rise: .milliseconds(60), fall: .milliseconds(80)),
      weak: .init(rise: .milliseconds(30), fall: .milliseconds(40)), deadband: 0.2, shortestPulse: .milliseconds(15),
      minimumInterval: .milliseconds(4), floor: 0x100, ceiling: 0xff00, playsWaves: playsWaves,
      isMeasured: playsWaves)
    #expect(MotorModel(record) == model)
  }

  @Test func `the sent levels keep their wave period`() {
    let change = LevelChange(
      device: DeviceID(rawValue: 1)!, strong: 1, weak: 2, plannedNanoseconds: 3, writtenNanoseconds: 4,
      leaseMilliseconds: 64, periodMilliseconds: 6)
    #expect(Level(change) == Level(strong: 1, weak: 2, periodMilliseconds: 6))
  }

  @Test func `a picture in ASCII has the size of the one in Unicode`() throws {
    let screen = Screen(isTerminal: true, columns: 80) { ["TERM": "linux"][$0] }
    #expect(screen.isASCII)
    #expect(Screen(isTerminal: false, columns: nil) { ["LC_ALL": "C", "LANG": "en_US.UTF-8"][$0] }.isASCII)
    #expect(!Screen(isTerminal: false, columns: nil) { ["LC_ALL": "", "LANG": "C.UTF-8"][$0] }.isASCII)
    #expect(!Screen(isTerminal: false, columns: nil) { _ in nil }.isASCII)
    for line in ["felt ⣠⣾⣷⣦⣄", "⠒⠉⣀ ▁▂█", "× 1 lost → 3 µs…"] {
      let plain = line.withASCIISigns
      #expect(plain.utf8.count == line.count && plain != line, "\(plain)")
    }
    #expect("⣀⣤⣶⣿ ⠒⠉".withASCIISigns == "_:|# -'")
    #expect("Gerät".withASCIISigns == "Gerät")
    let plot = try Program(
      "hapticctl", ["plot", "impact.light", "--motor", "pad", "--rows", "5"], socket: "/nonexistent/s",
      environment: ["LC_ALL": "C"]
    ).result().output
    #expect(plot.utf8.allSatisfy { $0 < 0x80 } && plot.contains("#"), "\(plot)")
  }

  @Test func `a plot has the requested number of rows`() throws {
    func lines(_ rows: String) throws -> Int {
      try Program(
        "hapticctl", ["plot", "impact.light", "--motor", "lra", "--rows", rows], socket: "/nonexistent/s"
      ).result().output.split(separator: "\n", omittingEmptySubsequences: false).count
    }
    #expect(try lines("5") - lines("3") == 2 * 4)
  }

  @Test func `every count above 0 is a visible block`() {
    #expect(bars([0, 1, 500, 1000]) == " ▁▄█")
    #expect(bars([0, 0]).isEmpty)
  }
}
