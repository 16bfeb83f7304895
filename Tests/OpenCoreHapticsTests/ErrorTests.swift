import Foundation
import Haptics
import Testing

@testable import OpenCoreHaptics

@Suite struct ErrorTests {
  @Test func `the codes are those of Core Haptics`() {
    let numbers = [
      -4805, -4806, -4808, -4809, -4810, -4811, -4812, -4813, -4814, -4815, -4816, -4820, -4821, -4822, -4823, -4824,
      -4825, -4830, -4831, -4840, -4851, -4897, -4898, -4899,
    ]
    #expect(CHHapticError.Code.allCases.map(\.rawValue) == numbers)
  }

  @Test(arguments: CHHapticError.Code.allCases)
  func `an error casts to its type, and to NSError with domain, code and description`(_ code: CHHapticError.Code) {
    let error: any Error = CHHapticError(code)
    #expect((error as! CHHapticError).code == code)
    let object = error as NSError
    #expect(object.domain == "com.apple.CoreHaptics" && object.code == code.rawValue)
    #expect(object.localizedDescription == "\(error)")
    #expect(error.localizedDescription.contains("\(code.rawValue)"))
    #expect(CHHapticError(code, userInfo: [NSLocalizedDescriptionKey: "because"]).description.hasPrefix("because ("))
  }

  @Test func `codes are matched in patterns`() {
    let codes: [(CHHapticError.Code, CHHapticError.Code)] = [
      (CHHapticError.engineNotRunning, .engineNotRunning),
      (CHHapticError.operationNotPermitted, .operationNotPermitted),
      (CHHapticError.engineStartTimeout, .engineStartTimeout), (CHHapticError.notSupported, .notSupported),
      (CHHapticError.serverInitFailed, .serverInitFailed), (CHHapticError.serverInterrupted, .serverInterrupted),
      (CHHapticError.invalidPatternPlayer, .invalidPatternPlayer),
      (CHHapticError.invalidPatternData, .invalidPatternData),
      (CHHapticError.invalidPatternDictionary, .invalidPatternDictionary),
      (CHHapticError.invalidAudioSession, .invalidAudioSession),
      (CHHapticError.invalidEngineParameter, .invalidEngineParameter),
      (CHHapticError.invalidParameterType, .invalidParameterType), (CHHapticError.invalidEventType, .invalidEventType),
      (CHHapticError.invalidEventTime, .invalidEventTime), (CHHapticError.invalidEventDuration, .invalidEventDuration),
      (CHHapticError.invalidAudioResource, .invalidAudioResource),
      (CHHapticError.resourceNotAvailable, .resourceNotAvailable), (CHHapticError.badEventEntry, .badEventEntry),
      (CHHapticError.badParameterEntry, .badParameterEntry), (CHHapticError.invalidTime, .invalidTime),
      (CHHapticError.fileNotFound, .fileNotFound), (CHHapticError.insufficientPower, .insufficientPower),
      (CHHapticError.unknownError, .unknownError), (CHHapticError.memoryError, .memoryError),
    ]
    #expect(codes.count == CHHapticError.Code.allCases.count)
    for (member, code) in codes { #expect(member == code && member ~= (CHHapticError(code) as any Error)) }
  }

  @Test func `a daemon of a newer protocol is a start that fails`() {
    #expect(CHHapticError(start: .newerProtocol(version: 9)).code == .serverInitFailed)
  }
}
