// feedbackd's D-Bus interface, so that its clients work unchanged:
//
//   TriggerFeedback, EndFeedback, Vibrate ── FeedbackObject ── checks arguments; an error costs nothing more
//                                            │
//                                            FeedbackSender ── waits until its process is identified
//                                            │
//                                            FeedbackClient ── a client of the server, by the same policy as a socket's
//                                            │
//                                            FeedbackEvent ── HapticPart, CuePart ── playbacks, sounds and lights
//
// Clients rely on an order: the reply of TriggerFeedback comes before the FeedbackEnded of its event, and FeedbackEnded
// comes before the reply of EndFeedback. FeedbackEnded goes to the caller only, because it would show others when a user
// types.

package import FeedbackdThemes
package import HapticPreferences
package import HapticProtocol
package import HapticServer
package import HapticSystem
package import MessageBus
package import SoundLight

/// Serves feedbackd's D-Bus interface on the user's session bus, as long as this object exists. Its release ends all
/// playbacks of clients on the bus.
package final class FeedbackBus {
  /// The connections to the daemon.
  package struct Hooks {
    /// Identifies the application of a process, now or later.
    package var identify: (consuming PeerProcess, @escaping (Identity) -> Void) -> Void
    /// Saves a profile that a client has set. Calls back with nil when it is in force, or with the reason of a failure.
    package var setProfile: (Profile, @escaping (String?) -> Void) -> Void
    /// Returns the theme of feedbackd in force. Called for each event.
    package var theme: () -> FeedbackdTheme
    /// Called after the connection to the bus was lost.
    package var onLoss: () -> Void

    package init(
      identify: @escaping (consuming PeerProcess, @escaping (Identity) -> Void) -> Void,
      setProfile: @escaping (Profile, @escaping (String?) -> Void) -> Void,
      theme: @escaping () -> FeedbackdTheme, onLoss: @escaping () -> Void
    ) {
      self.identify = identify
      self.setProfile = setProfile
      self.theme = theme
      self.onLoss = onLoss
    }
  }

  /// The well-known name of the service.
  package static let name = "org.sigxcpu.Feedback"

  /// The profile in force. Clients are informed of a change.
  package var profile: Profile {
    didSet { if profile != oldValue { object?.noteProfile() } }
  }

  private let link: BusLink
  private let context: FeedbackContext
  private let replaces: Bool
  private(set) var object: FeedbackObject?
  private var claim: BusNameClaim?
  private var ownerQuestion: BusSlot?
  private var wasConnected = false
  /// The events of the former connection.
  private var unreported: [UnreportedEnd] = []

  /// - Parameters:
  ///   - link: the session bus.
  ///   - cues: plays sounds and lights.
  ///   - replaces: whether to replace another owner of the name that permits it.
  package init(
    _ link: BusLink, _ server: Server, _ scheduler: any Scheduler, cues: any CuePlayer, log: Log, replaces: Bool,
    profile: Profile, _ hooks: Hooks
  ) {
    self.link = link
    self.replaces = replaces
    self.profile = profile
    context = FeedbackContext(server: server, scheduler: scheduler, cues: CueCoordinator(cues), log: log, hooks: hooks)
    server.onStopEverything = { [weak self] in self?.object?.noteStopOfEverything() }
    link.observe { [weak self] in self?.noteConnection($0) }
    if let failure = link.failure, link.connection == nil, !link.isWaiting {
      log.info("there is no session bus: \(failure); programs for feedbackd are not served")
    }
  }

  private func noteConnection(_ connection: BusConnection?) {
    if let object { unreported = (unreported + object.unreported).suffix(Self.mostUnreported) }
    (ownerQuestion, claim, object) = (nil, nil, nil)
    guard let connection else {
      if wasConnected { context.hooks.onLoss() }
      return
    }
    do throws(Errno) {
      let object = try FeedbackObject(FeedbackConnection(connection, context)) { [unowned self] in profile }
      self.object = object
      claim = try BusNameClaim(Self.name, on: connection, replaces: replaces) { [unowned self] in
        note($0, on: connection)
      }
    } catch {
      context.log.warning("\(Self.name) cannot be served: \(error)")
    }
  }

  private func note(_ state: BusNameClaim.State, on connection: BusConnection) {
    wasConnected = true
    ownerQuestion = nil
    switch state {
    case .owned:
      context.log.info("\(Self.name) is served")
      object?.report(unreported)
      unreported = []
    case .waiting:
      // Calls of clients now reach the owner, also those that would end a playback.
      object?.endAll()
      ownerQuestion = connection.askOwner(of: Self.name) { [context, replaces] in
        context.log.warning(Self.warning(about: $0, replaces: replaces))
      }
    case .refused(let error): context.log.warning("\(Self.name) cannot be served: \(error)")
    }
  }

  private static let mostUnreported = 1024

  /// The line for the log about another owner of the name.
  static func warning(about owner: String, replaces: Bool) -> String {
    let refusal = replaces ? " and cannot be replaced" : ""
    return
      "\(name) belongs to \(owner)\(refusal), which serves the programs for feedbackd until it ends; stop it, or set "
      + "feedback-interface = false"
  }
}

/// The objects that all parts of the interface share.
struct FeedbackContext {
  let server: Server
  let scheduler: any Scheduler
  let cues: CueCoordinator
  let log: Log
  let hooks: FeedbackBus.Hooks
}
