import HapticPatterns
import Testing

@Suite struct ControlTests {
  @Test func `the numbers of the controls are those of the protocol`() {
    #expect(
      Control.allCases == [
        .intensity, .sharpness, .attack, .decay, .release, .audioVolume, .audioBrightness, .audioPan, .audioPitch,
        .audioAttack, .audioDecay, .audioRelease,
      ])
    #expect(Control.allCases.map(\.rawValue) == Array(1...12))
  }

  @Test func `intensity and volume are factors, all others add`() {
    #expect(Control.allCases.filter { $0.isFactor } == [.intensity, .audioVolume])
    for control in Control.allCases {
      #expect(control.neutral == (control.isFactor ? 1 : 0))
      #expect(control.range == (control.isFactor ? 0...1 : -1...1))
    }
  }

  @Test func `the haptic controls are intensity, sharpness, attack, decay and release`() {
    #expect(Control.allCases.filter { $0.isHaptic } == [.intensity, .sharpness, .attack, .decay, .release])
  }

  @Test(arguments: [(-2, 0, -1), (0.5, 0.5, 0.5), (9, 1, 1), (.nan, 1, 0), (.infinity, 1, 1), (-.infinity, 0, -1)])
  func `values are clamped to the range, and one that is not a number is neutral`(
    value: Double, factor: Double, addend: Double
  ) {
    #expect(Control.intensity.clamped(value) == factor)
    #expect(Control.sharpness.clamped(value) == addend)
    #expect(DynamicParameter(.intensity, value).value == factor)
    #expect(ParameterCurve(.sharpness, [.init(at: .zero, value)]).points[0].value == addend)
  }

  @Test func `times are clamped to 0 and the latest possible time`() {
    let huge = Duration(secondsComponent: .max, attosecondsComponent: 0)
    for (time, kept) in [(.seconds(-1), .zero), (.seconds(1), .seconds(1)), (huge, Event.latest)] {
      #expect(DynamicParameter(.intensity, 1, at: time).time == kept)
      let curve = ParameterCurve(.intensity, at: time, [.init(at: time, 1)])
      #expect(curve.time == kept)
      #expect(curve.points[0].time == kept)
      #expect(curve.end == kept + kept)
    }
  }

  @Test func `points are put in order, and those of the same time keep theirs`() {
    let curve = ParameterCurve(
      .intensity, [.init(at: .seconds(2), 0.1), .init(at: .seconds(1), 0.2), .init(at: .seconds(2), 0.3)])
    #expect(curve.points.map(\.value) == [0.2, 0.1, 0.3])
  }

  @Test func `a curve comes to rest at its last point`() {
    #expect(ParameterCurve(.decay, at: .seconds(1), [.init(at: .seconds(2), 0.1)]).end == .seconds(3))
    #expect(ParameterCurve(.decay, at: .seconds(1), []).end == .seconds(1))
  }
}

@Suite struct AudioEventTests {
  @Test func `the default sound event has neutral values`() {
    let event = AudioEvent(.continuous)
    #expect(event.volume == 1 && event.pitch == 0 && event.pan == 0 && event.brightness == 1)
    #expect(event.envelope == .standard && event.duration == nil && event.time == .zero)
  }

  @Test func `values stay in their ranges`() {
    let event = AudioEvent(
      .continuous, at: .seconds(-1), duration: .seconds(-1), volume: 9, pitch: -9, pan: 9, brightness: .nan)
    #expect(event.time == .zero && event.duration == .zero)
    #expect(event.volume == 1 && event.pitch == -1 && event.pan == 1 && event.brightness == 0)
  }

  @Test func `a sound ends after its duration, or at its start if that is unknown`() {
    #expect(AudioEvent(.continuous, at: .seconds(1), duration: .seconds(2)).end == .seconds(3))
    let file = AudioEvent.Kind.custom(path: "a.wav", usesVolumeEnvelope: true, isLooping: false)
    #expect(AudioEvent(file, at: .seconds(1)).end == .seconds(1))
    let huge = Duration(secondsComponent: .max, attosecondsComponent: 0)
    #expect(AudioEvent(file, at: huge, duration: huge).end == Event.latest * 2)
  }

  @Test func `sounds are sorted by time and are not felt`() {
    let (late, early) = (AudioEvent(.continuous, at: .seconds(2)), AudioEvent(.continuous, at: .seconds(1)))
    let pattern = Pattern([], audio: [late, early])
    #expect(pattern.audio == [early, late])
    #expect(pattern.duration == .zero)
    #expect(pattern.isSilent)
  }
}
