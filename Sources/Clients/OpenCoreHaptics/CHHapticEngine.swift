public import Foundation
internal import HapticPatterns
internal import Haptics
internal import Synchronization

/// A connection to hapticd that plays patterns.
///
/// ```swift
/// let engine = try CHHapticEngine()
/// engine.resetHandler = { [weak engine] in try? engine?.start() }
/// try engine.start()
/// let player = try engine.makePlayer(with: pattern)
/// try player.start(atTime: CHHapticTimeImmediate)
/// ```
///
/// Haptics end when the engine is released: keep it in a property. All methods can be called from any thread, also from
/// handlers. Handlers are called in order on a queue of the engine, never on the main thread: in the Swift 6 language
/// mode, mark a handler `@Sendable` or begin it with `Task { @MainActor in`.
///
/// Commands such as a stop or a pause are never lost. If the daemon is too busy to read them, they wait; if it reads
/// nothing for 5 seconds, the engine closes the connection, which ends its haptics, as after a restart of the daemon.
///
/// Apple: `CHHapticEngine`.
public final class CHHapticEngine: @unchecked Sendable {
  let core: EngineCore

  /// Creates an engine for the device that the user has chosen: usually the phone's motor, or the gamepad in use.
  ///
  /// Without a running daemon it succeeds, and `start()` throws.
  ///
  /// - Throws: `notSupported` if no connected device can play.
  public convenience init() throws { try self.init(device: nil) }

  /// The same as `init()`: hapticd plays no audio, and needs no session.
  public convenience init(audioSession: AVAudioSession?) throws { try self.init() }

  /// Creates an engine for one device.
  ///
  /// - Parameters:
  ///   - device: the device's number, as from `GCController`; if nil, the daemon chooses one.
  ///   - sharpness: the sharpness of all events; nil for their own.
  convenience init(device: DeviceID?, sharpness: Sharpness? = nil) throws(CHHapticError) {
    self.init(EngineCore(client: HapticService.makeClient(), device: device, sharpness: sharpness))
    if let records = try? core.client.blocking.devices(timeout: .seconds(1)) {
      guard records.supportHaptics(on: device) else { throw CHHapticError(.notSupported) }
    }
  }

  init(_ core: EngineCore) { self.core = core }

  deinit { core.destroy() }

  /// Returns the abilities of the connected devices, now and later: each question asks the daemon, at most twice a
  /// second, and waits for half a second at most. Without a daemon, nothing is supported. After a question that was not
  /// answered in time, nothing is supported until the daemon responds, 30 seconds at most, and no question waits.
  public class func capabilitiesForHardware() -> any CHHapticDeviceCapability { Capabilities() }

  /// The present time in seconds: `CLOCK_MONOTONIC`, the clock of `ContinuousClock` without sleep, of PipeWire and of
  /// Wayland frames. The base of every `atTime:`.
  public var currentTime: TimeInterval { TimeInterval(Instant.now.nanoseconds) / 1e9 }

  // MARK: Types

  /// Receives the end of a start or a stop: nil, or the error.
  public typealias CompletionHandler = ((any Error)?) -> Void
  /// Receives the end of all players, and returns what the engine does then.
  public typealias FinishedHandler = ((any Error)?) -> FinishedAction
  /// Receives the reason for which the engine stopped.
  public typealias StoppedHandler = (StoppedReason) -> Void
  /// Called when the daemon has restarted.
  public typealias ResetHandler = () -> Void

  /// The action of an engine after its last player has finished. Apple: `CHHapticEngine.FinishedAction`.
  public enum FinishedAction: Int, Sendable {
    /// Stops the engine; `stoppedHandler` receives `notifyWhenFinished`.
    case stopEngine = 1
    /// Leaves the engine running.
    case leaveEngineRunning = 2
  }

  /// A reason for which an engine stopped. Apple: `CHHapticEngine.StoppedReason`.
  public enum StoppedReason: Int, Sendable {
    /// Another application's audio; hapticd never gives this reason.
    case audioSessionInterrupt = 1
    /// The session is paused: another session is active, the screen is locked, or the system goes to sleep.
    case applicationSuspended = 2
    /// The auto shutdown.
    case idleTimeout = 3
    /// The return value of `notifyWhenPlayersFinished(finishedHandler:)`.
    case notifyWhenFinished = 4
    /// The engine was released while it was running.
    case engineDestroyed = 5
    /// The gamepad was disconnected.
    case gameControllerDisconnect = 6
    /// The last device that can play was disconnected.
    case systemError = -1
  }

  // MARK: Handlers

  /// Called when the engine stops for another reason than `stop()`. Players stay valid: start the engine again when the
  /// reason is over.
  public var stoppedHandler: StoppedHandler {
    get { core.state.withLock { $0.stoppedHandler }.call }
    set { core.state.replace(\.stoppedHandler, by: Handler(call: newValue)) }
  }

  /// Called when the daemon has restarted. The engine is stopped, and its players are invalid: start the engine, and
  /// make new players. Patterns and the engine's properties are still valid.
  public var resetHandler: ResetHandler {
    get { core.state.withLock { $0.resetHandler }.call }
    set { core.state.replace(\.resetHandler, by: Handler(call: newValue)) }
  }

  // MARK: Properties

  /// Whether the engine plays haptics only; false by default. Suppresses the warning about silent audio events.
  public var playsHapticsOnly: Bool {
    get { core.state.withLock { $0.playsHapticsOnly } }
    set { core.state.withLock { $0.playsHapticsOnly = newValue } }
  }

  /// Whether the engine plays audio only; false by default. If true, nothing is felt, because hapticd plays no audio.
  public var playsAudioOnly: Bool {
    get { core.state.withLock { $0.playsAudioOnly } }
    set { core.changeMuting { $0.playsAudioOnly = newValue } }
  }

  /// Whether audio is muted; false by default. Without effect.
  public var isMutedForAudio: Bool {
    get { core.state.withLock { $0.isMutedForAudio } }
    set { core.state.withLock { $0.isMutedForAudio = newValue } }
  }

  /// Whether all players are silent; false by default. Takes effect at once; the time of players continues.
  public var isMutedForHaptics: Bool {
    get { core.state.withLock { $0.isMutedForHaptics } }
    set { core.changeMuting { $0.isMutedForHaptics = newValue } }
  }

  /// Whether the engine stops after two minutes without players, with the reason `idleTimeout`; false by default. The
  /// next start of a player starts it again.
  public var isAutoShutdownEnabled: Bool {
    get { core.state.withLock { $0.isAutoShutdownEnabled } }
    set {
      core.state.withLock { $0.isAutoShutdownEnabled = newValue }
      core.noteActivity()
    }
  }
}

extension EngineCore {
  /// Changes the muting of the engine, and applies it to the active players.
  fileprivate func changeMuting(_ change: (inout EngineState) -> Void) {
    let players = state.withLock { state in
      change(&state)
      return Array(state.active.values)
    }
    for player in players { player.applyMute() }
  }
}
