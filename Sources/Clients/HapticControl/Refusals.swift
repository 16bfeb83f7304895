internal import HapticThemes
package import Haptics

// Messages for refusals of the daemon.

/// - Throws: a `Failure` with the reason and the remedy, if it was refused.
func check(
  _ verdict: Verdict, feedback: String, device: UInt32? = nil, category: Category? = nil, locality: Locality? = nil,
  explained reason: () -> Reason? = { nil }
) throws(Failure) {
  guard var failure = failure(verdict, feedback: feedback, device: device, category: category) else { return }
  if verdict == .noActuator, locality == .gamepad {
    failure = .refused("no gamepad can play now; connect one, or choose another --locality")
  }
  if let reason = reason() { failure = refusal(of: feedback, reason) }
  throw failure.because(of: verdict)
}

/// - Returns: the failure for a verdict, or nil if the request was carried out.
private func failure(_ verdict: Verdict, feedback: String, device: UInt32?, category: Category?) -> Failure? {
  switch verdict {
  case .played, .done, .silent: return nil
  case .unknownFeedback: return unknownFeedback(feedback)
  case .unknownDevice:
    return .usage("there is no device \(device.map(String.init) ?? "of that number"); 'hapticctl devices' lists them")
  case .noActuator: return .refused("no device can play now; 'hapticctl doctor' shows the reason")
  case .expired:
    return .refused(
      "\(feedback) missed its deadline and was dropped; 'hapticctl stats' shows the latency of each stage")
  case .limit:
    return .refused(
      "a limit on playbacks, patterns or memory is reached, of this client or of all together; wait until they end")
  case .deviceFailed: return .refused("the device refused \(feedback); 'hapticctl doctor' shows the reason")
  case .unknownHandle, .unknownPlayback, .unsupported:
    return .refused("the daemon replied \(verdict.name): its version may differ; 'hapticctl doctor' shows it")
  case .applicationOff:
    return .refused("\(feedback) was refused: this application is switched off; 'hapticctl why' names the setting")
  default:
    let usual = ShortName(feedback).flatMap { Theme.standard.vocabulary[$0]?.category }
    let reason = Reason(verdict, feedback: feedback, application: "", category: category ?? usual ?? .media)
    return refusal(of: feedback, reason)
  }
}

private func refusal(of feedback: String, _ reason: Reason) -> Failure {
  .refused("\(feedback) was refused: \(reason.because)" + (reason.remedy.map { "; \($0)" } ?? ""))
}

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
  /// The end of a sentence about a playback: `reached its end`.
  package var words: String { self == .ended ? "reached its end" : words(at: "") }

  /// The same with the time from its first level: `ended after 120 ms`.
  func words(after time: String) -> String { words(at: " after \(time)") }

  private func words(at time: String) -> String {
    func early(_ cause: String) -> String { "ended early\(time): \(cause)" }
    return switch self {
    case .ended: "ended\(time)"
    case .stopped: "was stopped\(time)"
    case .unplugged: early("the device was removed")
    case .failed: early("the device refused a level; 'hapticctl doctor' shows the reason")
    case .stoppedEverything: early("a client stopped all playbacks")
    case .shutdown: early("the daemon exited")
    case .forbidden: early("the settings, the session or the time of day no longer permit it")
    case .coolingDown: early("the motor ran for too long and is cooling down")
    case .suspended: early("the machine went to sleep")
    case .unknown: early("\(self), which this version of hapticctl does not know")
    }
  }
}
