// The names are those of Apple.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
internal import Haptics

/// The domain of `CHHapticError`. Apple: `CoreHapticsErrorDomain`.
public let CoreHapticsErrorDomain = "com.apple.CoreHaptics"

/// An error of an engine, a pattern or a player. `error as! CHHapticError` and `(error as NSError).code` both work.
///
/// Apple: `CHHapticError`.
public struct CHHapticError: CustomNSError, Hashable, Sendable {
  /// The codes, with the numbers of Core Haptics. Apple: `CHHapticError.Code`.
  public enum Code: Int, CaseIterable, Hashable, Sendable {
    /// The engine is stopped.
    case engineNotRunning = -4805
    /// The operation is not allowed now, or not for this pattern.
    case operationNotPermitted = -4806
    /// hapticd did not answer in time.
    case engineStartTimeout = -4808
    /// No connected device can play.
    case notSupported = -4809
    /// hapticd is not running and could not be started.
    case serverInitFailed = -4810
    /// The connection to hapticd was lost.
    case serverInterrupted = -4811
    /// The player was made before hapticd restarted; make a new one.
    case invalidPatternPlayer = -4812
    /// The data is not a pattern, or nothing in it can play.
    case invalidPatternData = -4813
    /// The dictionary is not a pattern.
    case invalidPatternDictionary = -4814
    /// The audio session cannot be used. hapticd plays no audio and never throws this.
    case invalidAudioSession = -4815
    /// A parameter of the engine is invalid.
    case invalidEngineParameter = -4816
    /// The parameter does not exist, or does not apply to this type of event.
    case invalidParameterType = -4820
    /// The type of event does not exist.
    case invalidEventType = -4821
    /// The time of an event is negative or not a number.
    case invalidEventTime = -4822
    /// The duration of an event is negative or not a number.
    case invalidEventDuration = -4823
    /// The audio resource is not registered.
    case invalidAudioResource = -4824
    /// A limit of hapticd is reached, such as the number of players or the size of a pattern.
    case resourceNotAvailable = -4825
    /// An event in a pattern is invalid.
    case badEventEntry = -4830
    /// A parameter or a curve in a pattern is invalid.
    case badParameterEntry = -4831
    /// A time is negative or not a number.
    case invalidTime = -4840
    /// The file does not exist or cannot be read.
    case fileNotFound = -4851
    /// The battery is low. hapticd never throws this.
    case insufficientPower = -4897
    /// An error without a code of its own.
    case unknownError = -4898
    /// The system has no memory or no descriptors left.
    case memoryError = -4899
  }

  /// The code.
  public let code: Code
  private let message: String?

  /// Creates an error.
  ///
  /// - Parameter userInfo: `NSLocalizedDescriptionKey` may give the description; other keys are ignored.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    message = userInfo[NSLocalizedDescriptionKey] as? String
  }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// `CoreHapticsErrorDomain`.
  public static var errorDomain: String { CoreHapticsErrorDomain }
  /// The number of the code.
  public var errorCode: Int { code.rawValue }
  /// The description under `NSLocalizedDescriptionKey`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
  /// The same as `errorUserInfo`.
  public var userInfo: [String: Any] { errorUserInfo }
  /// The description for logs, in English.
  public var localizedDescription: String { description }

  /// Compares the codes.
  public static func == (left: CHHapticError, right: CHHapticError) -> Bool { left.code == right.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension CHHapticError: CustomStringConvertible {
  /// One line, with the remedy if there is one.
  public var description: String { "\(message ?? code.summary) (\(code) \(code.rawValue))" }
}

extension CHHapticError.Code {
  /// Matches errors with this code, as in `catch CHHapticError.engineNotRunning`.
  public static func ~= (code: Self, error: any Error) -> Bool { (error as? CHHapticError)?.code == code }

  fileprivate var summary: String {
    switch self {
    case .engineNotRunning: "the engine is not running; call start()"
    case .operationNotPermitted: "the operation is not permitted"
    case .engineStartTimeout: "hapticd did not answer in time; see: systemctl --user status hapticd"
    case .notSupported: "no connected device can play haptics; see: hapticctl doctor"
    case .serverInitFailed: "hapticd is not running; \(ClientError.start)"
    case .serverInterrupted: "the connection to hapticd was lost; wait for resetHandler"
    case .invalidPatternPlayer: "the player was made before hapticd restarted; make a new one"
    case .invalidPatternData: "the data is not a haptic pattern"
    case .invalidPatternDictionary: "the dictionary is not a haptic pattern"
    case .invalidAudioSession: "the audio session cannot be used"
    case .invalidEngineParameter: "a parameter of the engine is invalid"
    case .invalidParameterType: "the parameter does not exist or does not apply to this event"
    case .invalidEventType: "the event type does not exist"
    case .invalidEventTime: "the time of an event is negative or not a number"
    case .invalidEventDuration: "the duration of an event is negative or not a number"
    case .invalidAudioResource: "the audio resource is not registered"
    case .resourceNotAvailable: "a limit of hapticd is reached"
    case .badEventEntry: "an event is invalid"
    case .badParameterEntry: "a parameter or a curve is invalid"
    case .invalidTime: "a time is negative or not a number"
    case .fileNotFound: "the file does not exist or cannot be read"
    case .insufficientPower: "the battery is low"
    case .unknownError: "unknown error"
    case .memoryError: "the system has no memory or no descriptors left"
    }
  }
}

/// The codes, as in `catch CHHapticError.engineNotRunning`.
extension CHHapticError {
  public static var engineNotRunning: Code { .engineNotRunning }
  public static var operationNotPermitted: Code { .operationNotPermitted }
  public static var engineStartTimeout: Code { .engineStartTimeout }
  public static var notSupported: Code { .notSupported }
  public static var serverInitFailed: Code { .serverInitFailed }
  public static var serverInterrupted: Code { .serverInterrupted }
  public static var invalidPatternPlayer: Code { .invalidPatternPlayer }
  public static var invalidPatternData: Code { .invalidPatternData }
  public static var invalidPatternDictionary: Code { .invalidPatternDictionary }
  public static var invalidAudioSession: Code { .invalidAudioSession }
  public static var invalidEngineParameter: Code { .invalidEngineParameter }
  public static var invalidParameterType: Code { .invalidParameterType }
  public static var invalidEventType: Code { .invalidEventType }
  public static var invalidEventTime: Code { .invalidEventTime }
  public static var invalidEventDuration: Code { .invalidEventDuration }
  public static var invalidAudioResource: Code { .invalidAudioResource }
  public static var resourceNotAvailable: Code { .resourceNotAvailable }
  public static var badEventEntry: Code { .badEventEntry }
  public static var badParameterEntry: Code { .badParameterEntry }
  public static var invalidTime: Code { .invalidTime }
  public static var fileNotFound: Code { .fileNotFound }
  public static var insufficientPower: Code { .insufficientPower }
  public static var unknownError: Code { .unknownError }
  public static var memoryError: Code { .memoryError }
}
