internal import HapticThemes
internal import Haptics

// Messages for refusals of the daemon.

/// Returns if the request was carried out.
///
/// - Throws: a `Failure` with the reason and the remedy, if it was refused.
func check(
  _ verdict: Verdict, feedback: String, device: UInt32? = nil, category: Category? = nil
) throws(Failure) {
  guard let failure = failure(verdict, feedback: feedback, device: device, category: category) else { return }
  throw failure.because(of: verdict)
}

/// - Returns: the failure for a verdict, or nil if the request was carried out.
private func failure(_ verdict: Verdict, feedback: String, device: UInt32?, category: Category?) -> Failure? {
  switch verdict {
  case .played, .done, .silent: return nil
  case .unknownFeedback: return unknownFeedback(feedback)
  case .unknownDevice:
    return .usage("there is no device \(device.map(String.init) ?? "of that number"); 'hapticctl devices' lists them")
  case .noActuator:
    return .refused("no device can play now; 'hapticctl doctor' shows the reason")
  case .expired:
    return .refused(
      "\(feedback) missed its deadline and was dropped; 'hapticctl stats' shows the latency of each stage")
  case .limit:
    return .refused("this client has too many playbacks; wait until they end")
  case .deviceFailed:
    return .refused("the device refused \(feedback); 'hapticctl doctor' shows the reason")
  case .unknownHandle, .unknownPlayback, .unsupported:
    return .refused("the daemon replied \(verdict.name): its version may differ; 'hapticctl doctor' shows it")
  case .applicationOff:
    return .refused("\(feedback) was refused: this application is switched off; 'hapticctl why' names the setting")
  case .switchedOff, .profile, .categoryOff, .quietHours, .powerSaver, .sessionInactive, .locked,
    .suspending, .coalesced, .rateLimited, .outranked, .deviceOff, .coolingDown, .notPermitted:
    let usual = ShortName(feedback).flatMap { Theme.standard.vocabulary[$0]?.category }
    let reason = Reason(verdict, feedback: feedback, application: "", category: category ?? usual ?? .media)
    return .refused("\(feedback) was refused: \(reason.because)" + (reason.remedy.map { "; \($0)" } ?? ""))
  }
}

/// - Throws: a `Failure` for a name that no feedback can have.
func shortName(_ name: String) throws(Failure) -> ShortName {
  guard let short = ShortName(name), !short.isEmpty else { throw unknownFeedback(name) }
  return short
}

/// - Parameter nearest: the existing name most similar to `name`; if nil, the most similar name in the standard
///   theme.
func unknownFeedback(_ name: String, nearest: ShortName? = nil) -> Failure {
  if let nearest = nearest ?? Theme.standard.vocabulary.nearest(to: name), "\(nearest)" != name {
    return .usage("unknown feedback '\(name)'; did you mean \(nearest)?")
  }
  return .usage("unknown feedback '\(name)'; 'hapticctl feedbacks' lists them")
}

extension FinishReason {
  var words: String {
    switch self {
    case .ended: "reached its end"
    case .stopped: "was stopped"
    case .unplugged: "ended early: the device was removed"
    case .failed: "ended early: the device refused a level; 'hapticctl doctor' shows the reason"
    case .stoppedEverything: "ended early: a client stopped all playbacks"
    case .shutdown: "ended early: the daemon exited"
    case .forbidden: "ended early: the settings, the session or the time of day no longer permit it"
    case .coolingDown: "ended early: the motor ran for too long and must rest"
    case .suspended: "ended early: the machine went to sleep"
    }
  }
}
