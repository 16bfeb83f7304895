import AHAP
import Foundation
import HapticFiles
import HapticPatterns
import TestSupport
import Testing
import TextDiagnostics

private func written(_ pattern: Pattern, _ format: PatternFormat) throws -> WrittenPattern {
  try WrittenPattern(pattern, as: format)
}

private func text(_ pattern: Pattern, _ format: PatternFormat) throws -> String {
  String(decoding: try written(pattern, format).bytes, as: UTF8.self)
}

/// Reads what was written.
private func again(_ pattern: Pattern, _ format: PatternFormat) throws -> Pattern {
  let file = try read(try text(pattern, format), strict: true)
  #expect(file.format == format)
  return file.pattern
}

/// The largest difference of two patterns in the felt intensity of their vibrations.
private func difference(_ one: Pattern, _ other: Pattern, every step: Duration = .milliseconds(3)) -> Double {
  func vibrations(_ pattern: Pattern) -> Score {
    Score(
      Pattern(pattern.events.filter { $0.kind != .transient }, parameters: pattern.parameters, curves: pattern.curves))
  }
  let (left, right) = (vibrations(one), vibrations(other))
  var (moment, largest) = (Duration.microseconds(500), 0.0)
  while moment < max(one.duration, other.duration) {
    let levels = [left, right].map { $0.strength(at: moment).intensity.rawValue }
    largest = max(largest, abs(levels[0] - levels[1]))
    moment += step
  }
  return largest
}

@Suite struct WritingTests {
  private static let web = [
    "[100,50,100]", "[200]", "[0,100,12]", "[12,100,30,20,500]", "[5,5,5,5,5]", "[30,1,31]", "[20,3,200]", "[1,1,1]",
  ]

  @Test(arguments: web) func `a web vibration that is read and written is the same pattern`(list: String) throws {
    let pattern = try read(list).pattern
    #expect(try again(pattern, .web) == pattern)
    #expect(try written(pattern, .web).losses == [])
  }

  @Test func `a web vibration is written as it was`() throws {
    #expect(try text(try read("[100,50,100]").pattern, .web) == "[100,50,100]\n")
    #expect(try text(try read("[0, 100, 50, 20]").pattern, .web) == "[0,100,50]\n")
  }

  private static let waveforms: [[(Int, Int)]] = [
    [(100, 255), (50, 0), (200, 51)], [(12, 255), (250, 0), (30, 128)], [(20, 255), (20, 51)], [(40, 0), (15, 1)],
    [(7, 200), (4, 0), (300, 99)], [(500, 1), (500, 2), (500, 254)], [(3, 9), (1, 0), (3, 9), (1, 0), (3, 9)],
  ]

  @Test(arguments: waveforms)
  func `an Android waveform that is read and written is the same pattern`(entries: [(Int, Int)]) throws {
    let inside = entries.map { #"<waveform-entry durationMs="\#($0.0)" amplitude="\#($0.1)"/>"# }.joined()
    let pattern = try read("<vibration-effect><waveform-effect>\(inside)</waveform-effect></vibration-effect>").pattern
    #expect(try again(pattern, .androidXML) == pattern)
    #expect(try written(pattern, .androidXML).losses == [])
  }

  @Test func `every amplitude of a waveform stays the same`() throws {
    for amplitude in 1...255 {
      let step = #"<waveform-entry durationMs="50" amplitude="\#(amplitude)"/>"#
      let pattern = try read("<vibration-effect><waveform-effect>\(step)</waveform-effect></vibration-effect>").pattern
      #expect(try text(pattern, .androidXML).contains(#"durationMs="50" amplitude="\#(amplitude)""#))
    }
  }

  private static let clips: [String] = [
    clip(amplitude(0, 0.25) + "," + amplitude(0.5, 1) + "," + amplitude(1, 0)),
    clip(
      amplitude(0, 0.25) + "," + amplitude(0.5, 1, tap: (1, 0.3)) + "," + amplitude(1, 0),
      frequency(0, 0.36) + "," + frequency(0.8, 0)),
    clip(
      [
        amplitude(0, 0, tap: (1, 1)), amplitude(0.005, 0.25, tap: (0.49, 0.5)), amplitude(0.3, 0.25, tap: (0.36, 0)),
        amplitude(0.6, 0),
      ].joined(separator: ",")),
    clip(amplitude(1, 0.3) + "," + amplitude(1, 0.9) + "," + amplitude(2, 0.01), frequency(1.5, 0.123_456_789)),
  ]

  @Test(arguments: clips) func `a clip that is written and read is the same pattern`(text: String) throws {
    let pattern = try read(text).pattern
    let first = try again(pattern, .haptic)
    #expect(first.events.map(\.kind) == pattern.events.map(\.kind) || pattern.events[0].time > .zero)
    #expect(difference(pattern, first) < 1e-5)
    #expect(try again(first, .haptic) == first)
    #expect(try written(first, .haptic) == written(pattern, .haptic))
  }

  @Test(arguments: PatternFormat.writable) func `a written pattern keeps its taps`(format: PatternFormat) throws {
    let pattern = Pattern([tap(0, 1, 1), tap(100, 0.5, 0.5), tap(150, 0.8, 0.75)])
    let read = try again(pattern, format)
    #expect(read.events.count == 3)
    for (one, other) in zip(read.events, pattern.events) {
      #expect(one.kind == .transient && one.time == other.time)
      if format != .web { #expect(abs(one.intensity.rawValue - other.intensity.rawValue) < 0.005) }
      #expect(abs(one.sharpness.rawValue - other.sharpness.rawValue) < 0.03)
    }
  }

  @Test func `a curved pattern feels the same as a clip, and in steps as a waveform`() throws {
    let pattern = Pattern(
      [
        Event(
          .continuous(duration: .milliseconds(900)), intensity: 0.9, sharpness: 0.2,
          envelope: Envelope(attack: 0.6, release: 0.4)),
        Event(
          .continuous(duration: .milliseconds(300)), at: .milliseconds(100), intensity: 0.6, sharpness: 0.9,
          envelope: Envelope(decay: 0.7, isSustained: false)),
      ],
      curves: [
        ParameterCurve(
          .intensity, at: .milliseconds(200),
          [ParameterCurve.Point(at: .zero, 1), ParameterCurve.Point(at: .milliseconds(400), 0.3)])
      ])
    #expect(difference(pattern, try again(pattern, .haptic)) < 0.01)
    #expect(difference(pattern, try again(pattern, .androidXML)) < 0.06)
    #expect(
      try written(pattern, .androidXML).losses == [
        "the sharpness of 2 vibrations", "slopes of strength, written as steps of 10 ms",
      ])
  }

  @Test func `the losses name the parts that a format cannot hold`() throws {
    let pattern = Pattern(
      [
        buzz(0, for: 200, 0.5, 0.9), tap(100, 1, 0.5), tap(400, 1, 0), tap(400, 0.5, 1),
        Event(.continuous(duration: Event.endless), at: .seconds(1), intensity: 1, sharpness: 0.5),
      ], audio: [AudioEvent(.continuous)])
    let metadata = ["Author": "someone", "Mood": "calm"]
    let clip = try WrittenPattern(pattern, as: .haptic, metadata: metadata)
    #expect(
      clip.losses == [
        "1 audio event", "the metadata Mood", "1 vibration without an end, ended after one pass",
        "1 tap at the time of a stronger one",
      ])
    #expect(try PatternFile.read(clip.bytes, name: "").metadata == ["author": "someone"])
    #expect(
      try WrittenPattern(pattern, as: .web, metadata: metadata).losses == [
        "1 audio event", "the metadata Author, Mood", "1 vibration without an end, ended after one pass",
        "the sharpness of 1 vibration", "1 tap at the time of a stronger one",
        "1 tap in or next to vibrations, written as a part of them", "1 tap written shorter, and so sharper",
        "strengths below 100%: every vibration has full strength",
      ])
    #expect(try WrittenPattern(pattern, as: .ahap, metadata: metadata).losses == [])
  }

  @Test func `a written AHAP file has the whole pattern and its metadata`() throws {
    let pattern = Pattern(
      [buzz(0, for: 200, 0.5, 0.9), tap(100, 1, 0.5)], parameters: [DynamicParameter(.sharpness, -0.5)],
      audio: [AudioEvent(.custom(path: "a.wav", usesVolumeEnvelope: true, isLooping: false))])
    let bytes = try WrittenPattern(pattern, as: .ahap, metadata: ["Author": "\u{1b}[31m"]).bytes
    let file = try read(String(decoding: bytes, as: UTF8.self), strict: true)
    #expect(file.pattern == pattern && file.metadata == ["Author": "\u{1b}[31m"])
  }

  @Test func `a clip's metadata is kept, also values that are not texts, and empty ones are not`() throws {
    let clip = try read(
      #"""
      {"version": {"major": 1}, "metadata": {"editor": "E", "author": "", "tags": ["a", "b"], "levels": [], "take": 3},
       "signals": {"continuous": {"envelopes": {"amplitude": [{"time": 0, "amplitude": 1}, {"time": 1, "amplitude": 0}]}}}}
      """#)
    #expect(clip.metadata == ["editor": "E", "tags": #"["a", "b"]"#, "take": "3.0"])
    let ahap = try WrittenPattern(clip.pattern, as: .ahap, metadataOf: clip)
    #expect(String(decoding: ahap.bytes, as: UTF8.self).contains(#""tags": ["a", "b"]"#) && ahap.losses == [])
    let again = try WrittenPattern(clip.pattern, as: .haptic, metadataOf: clip)
    #expect(again.losses.contains("the metadata take"))
    #expect(try PatternFile.read(again.bytes, name: "").metadata == ["editor": "E", "tags": #"["a", "b"]"#])
  }

  @Test func `a long curve is written in parts of at most 16 points, with the same values`() throws {
    var random = SplitMix64(seed: 3)
    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    for _ in 0..<100 {
      // Several points at one time are jumps.
      let curves = [Control.intensity, .sharpness, .sharpness].map { control in
        ParameterCurve(
          control, at: .nanoseconds(below(3) * 500_000_001),
          (0..<below(120) + 1).map { _ in .init(at: .milliseconds(below(60)), Double(below(11)) / 10) })
      }
      let parameters = (0..<below(3)).map { _ in
        DynamicParameter([.intensity, .sharpness][below(2)], 0.5, at: .milliseconds(below(600)))
      }
      let pattern = Pattern([buzz(0, for: 2000, 1)], parameters: parameters, curves: curves)
      let written = try again(pattern, .ahap)
      #expect(written.events == pattern.events && written.parameters == pattern.parameters)
      let moments = parameters.map(\.time) + curves.flatMap { curve in curve.points.map { curve.time + $0.time } }
      for control in [Control.intensity, .sharpness] {
        let (one, other) = (pattern.track(of: control), written.track(of: control))
        for moment in moments {
          for time in [-1, 0, 1, 300_000].map({ moment + Duration.nanoseconds($0) }) {
            #expect(one.value(at: time) == other.value(at: time), "\(control) at \(time) of \(pattern)")
          }
        }
      }
      #expect(try again(written, .ahap) == written)
    }
  }

  @Test(arguments: [15, 16, 17, 30, 31, 32, 46, 200])
  func `the parts of a curve have at most 16 points, and begin with the last point of the previous one`(
    _ count: Int
  ) throws {
    // A third of a millisecond is no whole number of nanoseconds.
    let points = (0..<count).map { index -> ParameterCurve.Point in
      .init(at: Duration.milliseconds(index * 10) / 3, Double(index % 11) / 10)
    }
    let curve = ParameterCurve(.intensity, at: .milliseconds(100) / 3, points)
    let pattern = Pattern([buzz(0, for: 2000, 1)], curves: [curve])
    let written = try again(pattern, .ahap)
    #expect(written.curves.count == max((count + 13) / 15, 1))
    #expect(written.curves.allSatisfy { $0.points.count <= 16 })
    for (part, next) in zip(written.curves, written.curves.dropFirst()) {
      #expect(next.time == part.end && next.points[0] == .init(at: .zero, part.points.last!.value))
    }
    #expect(
      written.curves.enumerated().flatMap { $1.points.dropFirst($0 > 0 ? 1 : 0).map(\.value) } == points.map(\.value))
    #expect(Lint.findings(in: try read(try text(pattern, .ahap))).isEmpty)
  }

  @Test func `a long curve that another one or a parameter replaces stays whole`() throws {
    let long = ParameterCurve(.intensity, (0..<40).map { .init(at: .milliseconds($0 * 10), 0.5) })
    let other = ParameterCurve(.intensity, at: .milliseconds(150), [.init(at: .zero, 1)])
    let parameter = DynamicParameter(.intensity, 1, at: .milliseconds(150))
    for pattern in [
      Pattern([buzz(0, for: 2000, 1)], curves: [long, other]),
      Pattern([buzz(0, for: 2000, 1)], parameters: [parameter], curves: [long]),
    ] { #expect(try again(pattern, .ahap) == pattern) }
  }

  @Test func `a pattern with as many points as a file may have can be read after it is written`() throws {
    let points = (0..<FileLimits.standard.maximumPoints).map {
      ParameterCurve.Point(at: .milliseconds($0), Double($0 % 2))
    }
    let pattern = Pattern([buzz(0, for: 40_000, 1)], curves: [ParameterCurve(.intensity, points)])
    #expect(try again(pattern, .ahap) == pattern)
  }

  @Test(arguments: [PatternFormat.haptic, .androidXML, .web, .feedbackd])
  func `a pattern of which nothing can be felt is refused, and so is a format without a writer`(format: PatternFormat) {
    #expect(throws: Refused.self) { try WrittenPattern([], as: format) }
    #expect(throws: Refused.self) { try WrittenPattern([tap(0, 0, 0)], as: format) }
  }

  @Test func `a long and crowded pattern is written in a bounded time`() throws {
    let events = (0..<TestExtent.all(400, quick: 100)).map { index in
      Event(
        .continuous(duration: .seconds(3000)), at: .milliseconds(index),
        intensity: Intensity(Double(index % 100) / 100),
        sharpness: 0.5)
    }
    for format in [PatternFormat.haptic, .androidXML, .web] {
      let read = try again(Pattern(events), format)
      #expect(read.duration > .seconds(3000))
    }
  }

  @Test(.enabled(if: Corpus.folder("haptic") != nil, "no corpus of pattern files beside the repository"))
  func `a clip of the corpus is the same pattern after it is written and read`() throws {
    for file in Corpus.files("haptic") {
      guard let pattern = try? PatternFile.read(path: file.path).pattern, !pattern.isSilent else { continue }
      let first = try again(pattern, .haptic)
      #expect(difference(pattern, first, every: .milliseconds(17)) < 0.005, "\(file.lastPathComponent)")
      #expect(try again(first, .haptic) == first, "\(file.lastPathComponent)")
      #expect(
        first.events.filter { $0.kind == .transient }.map(\.time)
          == pattern.events.filter { $0.kind == .transient }.map(\.time), "\(file.lastPathComponent)")
    }
  }

  @Test(.enabled(if: Corpus.folder("android-xml") != nil, "no corpus of pattern files beside the repository"))
  func `a waveform of the corpus is the same pattern after it is written and read`() throws {
    for file in Corpus.files("android-xml") {
      guard let bytes = try? Data(contentsOf: file), String(decoding: bytes, as: UTF8.self).contains("<waveform-entry"),
        let pattern = try? PatternFile.read(path: file.path).pattern, !pattern.isSilent
      else { continue }
      #expect(try again(pattern, .androidXML) == pattern, "\(file.lastPathComponent)")
    }
  }
}
