import Foundation
import HapticPatterns
import TestSupport
import Testing

@testable import OpenCoreHaptics

@Suite struct PatternTests {
  private func tap(at time: TimeInterval, duration: TimeInterval = 0) -> CHHapticEvent {
    CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: time, duration: duration)
  }

  private func parameter(_ value: Float, at time: TimeInterval) -> CHHapticDynamicParameter {
    CHHapticDynamicParameter(parameterID: .hapticIntensityControl, value: value, relativeTime: time)
  }

  @Test func `the duration is that of the last event or parameter`() throws {
    #expect(try CHHapticPattern(events: [], parameters: []).duration == 0)
    #expect(try CHHapticPattern(events: [tap(at: 2)], parameters: []).duration == 2)
    #expect(try CHHapticPattern(events: [tap(at: 1, duration: 3), tap(at: 2)], parameters: []).duration == 4)
    #expect(try CHHapticPattern(events: [tap(at: 1)], parameters: [parameter(1, at: 9)]).duration == 9)
    let curve = CHHapticParameterCurve(
      parameterID: .hapticIntensityControl, controlPoints: [.init(relativeTime: 3, value: 1)], relativeTime: 4)
    #expect(try CHHapticPattern(events: [tap(at: 1)], parameterCurves: [curve]).duration == 7)
  }

  @Test(arguments: [-1, -.infinity, .infinity, .nan, -1e-300] as [TimeInterval])
  func `a time that is negative or not finite is refused`(_ time: TimeInterval) {
    #expect(throws: CHHapticError(.invalidEventTime)) { try CHHapticPattern(events: [tap(at: time)], parameters: []) }
    #expect(throws: CHHapticError(.invalidTime)) {
      try CHHapticPattern(events: [tap(at: 0)], parameters: [parameter(1, at: time)])
    }
    let late = CHHapticParameterCurve(parameterID: .hapticIntensityControl, controlPoints: [], relativeTime: time)
    #expect(throws: CHHapticError(.invalidTime)) { try CHHapticPattern(events: [], parameterCurves: [late]) }
    let point = CHHapticParameterCurve(
      parameterID: .hapticIntensityControl, controlPoints: [.init(relativeTime: time, value: 1)], relativeTime: 0)
    #expect(throws: CHHapticError(.invalidTime)) { try CHHapticPattern(events: [], parameterCurves: [point]) }
  }

  @Test(arguments: [-1, -.infinity, .nan] as [TimeInterval])
  func `a duration that is negative or not a number is refused`(_ duration: TimeInterval) {
    #expect(throws: CHHapticError(.invalidEventDuration)) {
      try CHHapticPattern(events: [tap(at: 0, duration: duration)], parameters: [])
    }
  }

  @Test func `unknown types and parameters are refused`() {
    let event = CHHapticEvent(eventType: .init(rawValue: "Buzz"), parameters: [], relativeTime: 0)
    #expect(throws: CHHapticError(.invalidEventType)) { try CHHapticPattern(events: [event], parameters: []) }
    let strange = CHHapticEvent(
      eventType: .hapticTransient, parameters: [.init(parameterID: .init(rawValue: "Colour"), value: 1)],
      relativeTime: 0)
    #expect(throws: CHHapticError(.invalidParameterType)) { try CHHapticPattern(events: [strange], parameters: []) }
    let control = CHHapticDynamicParameter(parameterID: .init(rawValue: "HapticIntensity"), value: 1, relativeTime: 0)
    #expect(throws: CHHapticError(.invalidParameterType)) { try CHHapticPattern(events: [], parameters: [control]) }
  }

  @Test func `values out of range are clamped, and those that are not numbers refused`() throws {
    func event(_ value: Float) -> CHHapticEvent {
      CHHapticEvent(
        eventType: .hapticTransient, parameters: [.init(parameterID: .hapticIntensity, value: value)], relativeTime: 0)
    }
    for (value, intensity) in [(7, 1), (-1, 0), (.infinity, 1), (0.5, 0.5)] as [(Float, Double)] {
      let pattern = try CHHapticPattern(events: [event(value)], parameters: [parameter(value, at: 0)])
      #expect(pattern.pattern.events.first?.intensity == Intensity(intensity))
      #expect(pattern.pattern.parameters.first?.value == intensity)
    }
    #expect(throws: CHHapticError(.badParameterEntry)) { try CHHapticPattern(events: [event(.nan)], parameters: []) }
    #expect(throws: CHHapticError(.badParameterEntry)) {
      try CHHapticPattern(events: [], parameters: [parameter(.nan, at: 0)])
    }
  }

  @Test(arguments: [0, .infinity, 1e300, TimeInterval(GCHapticDurationInfinite)] as [TimeInterval])
  func `a continuous event without an end is endless`(_ duration: TimeInterval) throws {
    let event = CHHapticEvent(eventType: .hapticContinuous, parameters: [], relativeTime: 0, duration: duration)
    let pattern = try CHHapticPattern(events: [event], parameters: [])
    #expect(pattern.pattern.duration == Event.endless)
  }

  @Test func `a pattern copies what it is made of`() throws {
    let event = tap(at: 1)
    var events = [event]
    let pattern = try CHHapticPattern(events: events, parameters: [])
    event.relativeTime = 5
    events.append(tap(at: 9))
    #expect(pattern.duration == 1 && pattern.pattern.events.count == 1)
  }

  @Test func `a hundred thousand events make a pattern`() throws {
    let events = (0..<100_000).map { tap(at: Double($0) / 100) }
    let pattern = try CHHapticPattern(events: events, parameters: [])
    #expect(pattern.pattern.events.count == 100_000 && pattern.duration == 999.99)
  }

  @Test func `audio extends the haptics by its own time`() throws {
    let tone = CHHapticEvent(eventType: .audioContinuous, parameters: [], relativeTime: 1, duration: 2)
    let pattern = try CHHapticPattern(events: [tap(at: 0), tone], parameters: [])
    #expect(pattern.pattern.duration == .seconds(3) && pattern.pattern.audio.count == 1)
    #expect(try CHHapticPattern(events: [tone], parameters: []).pattern.duration == .seconds(3))
  }

  @Test func `a file that cannot be read or is not a pattern is refused`() throws {
    let folder = try TestFolder()
    #expect(throws: CHHapticError(.fileNotFound)) {
      try CHHapticPattern(contentsOf: URL(fileURLWithPath: folder.path(of: "missing.ahap")))
    }
    let file = URL(fileURLWithPath: try folder.write("{ \"Pattern\": ", to: "bad.ahap"))
    do {
      _ = try CHHapticPattern(contentsOf: file)
      Issue.record("not a pattern")
    } catch let error as CHHapticError {
      #expect(error.code == .invalidPatternData && error.description.contains("bad.ahap:1:"), "\(error)")
    }
  }

  @Test func `identifiers cast from the objects of Foundation`() {
    let object: Any = NSString("HapticTransient")
    #expect(object as? CHHapticEvent.EventType == .hapticTransient)
    #expect((object as? CHHapticEvent.ParameterID)?.rawValue == "HapticTransient")
    #expect("\(CHHapticDynamicParameter.ID.audioPanControl)" == "AudioPanControl")
    #expect(GCHapticsLocality._unconditionallyBridgeFromObjectiveC(nil).rawValue == "")
  }

  @Test func `every dynamic parameter has a control`() throws {
    let ids: [CHHapticDynamicParameter.ID] = [
      .hapticIntensityControl, .hapticSharpnessControl, .hapticAttackTimeControl, .hapticDecayTimeControl,
      .hapticReleaseTimeControl, .audioVolumeControl, .audioPanControl, .audioBrightnessControl, .audioPitchControl,
      .audioAttackTimeControl, .audioDecayTimeControl, .audioReleaseTimeControl,
    ]
    #expect(Set(try ids.map { try $0.control() }) == Set(Control.allCases))
    for control in Control.allCases { #expect(try CHHapticDynamicParameter.ID(control).control() == control) }
  }
}
