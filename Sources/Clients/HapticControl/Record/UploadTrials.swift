internal import DeviceRecordings
internal import HapticSystem

/// The answers of a node to each upload, and the durations of uploads and erasures.
struct UploadTrials {
  private(set) var answers: [TrialUpload: UploadAnswer] = [:]
  /// Nil if no upload was accepted.
  private(set) var latencies: CallLatencies?

  /// - Throws: `.noDevice` if the device goes away.
  init(_ port: some TrialPort) throws(Errno) {
    for trial in TrialUpload.allCases {
      // A node that has not responded holds each further call for half a minute.
      answers[trial] = isSilent ? .notTried : try Self.answer(port, trial)
    }
    guard !isSilent, let accepted = TrialUpload.allCases.first(where: { answers[$0] == .accepted }) else { return }
    latencies = try Self.latencies(port, accepted)
  }

  private var isSilent: Bool { answers.values.contains(.refused(.timedOut)) }

  private static func answer(_ port: some TrialPort, _ trial: TrialUpload) throws(Errno) -> UploadAnswer {
    let slot: Int16
    do throws(Errno) { slot = try port.upload(trial) } catch {
      if error == .noDevice { throw error }
      return .refused(error)
    }
    try erase(port, slot)
    return .accepted
  }

  /// A refused erasure does not matter: the kernel erases the effect when the node is closed.
  private static func erase(_ port: some TrialPort, _ slot: Int16) throws(Errno) {
    do throws(Errno) { try port.erase(slot) } catch { if error == .noDevice { throw error } }
  }

  // MARK: CallLatencies

  /// Odd, so that one measurement is the median.
  private static let rounds = 9
  /// A slow node is measured less often.
  private static let timeLimit = Duration.seconds(2)

  private static func latencies(_ port: some TrialPort, _ trial: TrialUpload) throws(Errno) -> CallLatencies? {
    var (uploads, erasures): ([Duration], [Duration]) = ([], [])
    let limit = Instant.now + timeLimit
    repeat {
      let start = Instant.now
      let slot: Int16
      do throws(Errno) { slot = try port.upload(trial) } catch {
        if error == .noDevice { throw error }
        break
      }
      let uploaded = Instant.now
      try erase(port, slot)
      uploads.append(uploaded - start)
      erasures.append(Instant.now - uploaded)
    } while uploads.count < rounds && Instant.now < limit
    guard let upload = CallLatency(uploads), let erase = CallLatency(erasures) else { return nil }
    return CallLatencies(upload: upload, erase: erase)
  }
}

extension CallLatency {
  init?(_ durations: [Duration]) {
    guard let longest = durations.max() else { return nil }
    self.init(
      medianMicroseconds: durations.sorted()[durations.count / 2].microseconds,
      longestMicroseconds: longest.microseconds)
  }
}

extension Duration {
  fileprivate var microseconds: Int { Int((self / .microseconds(1)).rounded()) }
}
