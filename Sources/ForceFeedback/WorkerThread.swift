internal import Glibc
internal import HapticSystem

/// The thread's side of a worker: it opens the node, does what the mailbox says, and ends with the node or the worker.
enum WorkerThread {
  static func run(_ opener: any NodeOpener, _ settings: BankSettings, _ mailbox: Mailbox) {
    mailbox.beginCall(at: .now)
    do {
      let probe = try Probe(try opener.open(), settings, mayWait: true)
      mailbox.report(.opened(Opened(probe)))
      if let bank = probe.bank { serve(bank, mailbox) }
    } catch {
      mailbox.report(.openFailed(error))
    }
  }

  private static func serve(_ bank: EffectBank, _ mailbox: Mailbox) {
    while true {
      switch mailbox.takeJob(at: .now) {
      case .drive(let wanted): drive(bank, wanted, mailbox)
      case .prepare(let preparation): prepare(bank, preparation, mailbox)
      case .end: return stop(bank)
      case .sleep(let end):
        switch waitForWork(bank, mailbox, until: end) {
        case .work: break
        case .silence: confirmSilence(bank, mailbox)
        case .hangUp: return mailbox.report(.gone)
        }
      }
    }
  }

  private static func drive(_ bank: EffectBank, _ wanted: Wanted, _ mailbox: Mailbox) {
    do {
      guard let written = try patiently(bank, wanted, mailbox) else {
        mailbox.noteSkipped()
        return mailbox.report(.prepared(costs(bank, mailbox)))
      }
      mailbox.noteWritten(wanted, at: written)
      mailbox.report(.written(wanted, at: written, costs(bank, mailbox)))
    } catch {
      mailbox.noteFailure()
      mailbox.report(.failed(error))
    }
  }

  /// A device that is at work with the last effect is asked again, a little later: a tenth of a second in all, and not
  /// once the level is out of date.
  private static func patiently(
    _ bank: EffectBank, _ wanted: Wanted, _ mailbox: Mailbox
  ) throws(Errno) -> Instant? {
    let start = Instant.now
    for _ in 0..<20 {
      do {
        return try uploadAndPlay(bank, wanted, mailbox, since: start)
      } catch {
        guard error == .busy || error == .wouldBlock else { throw error }
        guard mailbox.stillWants(wanted, since: start, at: .now) else { return nil }
        // Some devices (da7280) take no effect while one plays.
        _ = try bank.stop()
        bank.wait(.milliseconds(5))
      }
    }
    return try bank.drive(wanted.effect)
  }

  /// - Returns: when it was written; nil where the upload took so long that it is out of date.
  private static func uploadAndPlay(
    _ bank: EffectBank, _ wanted: Wanted, _ mailbox: Mailbox, since start: Instant
  ) throws(Errno) -> Instant? {
    // Where no slot is free for it, the write that follows makes room.
    _ = try bank.prepare(wanted.effect, keepUntil: .distantPast, at: start)
    return mailbox.stillWants(wanted, since: start, at: .now) ? try bank.drive(wanted.effect) : nil
  }

  /// What cannot be made resident now will be uploaded when it plays.
  private static func prepare(
    _ bank: EffectBank, _ preparation: Mailbox.Preparation, _ mailbox: Mailbox
  ) {
    do {
      _ = try bank.prepare(preparation.effect, keepUntil: preparation.keepUntil, at: .now)
      mailbox.report(.prepared(costs(bank, mailbox)))
    } catch {
      mailbox.report(.unprepared(error))
    }
  }

  /// Closing ends the effects as well, but later, in the reaper.
  private static func stop(_ bank: EffectBank) { _ = try? bank.stop() }

  private static func costs(_ bank: EffectBank, _ mailbox: Mailbox) -> Costs {
    var costs = Costs(bank)
    costs.counters.skipped = mailbox.skipped
    return costs
  }

  private static func confirmSilence(_ bank: EffectBank, _ mailbox: Mailbox) {
    mailbox.beginCall(at: .now)
    do {
      try bank.confirmSilence()
      mailbox.report(.prepared(costs(bank, mailbox)))
    } catch {
      mailbox.report(.unprepared(error))
    }
  }

  private enum Awakening {
    case work
    /// Nothing was asked for since a stop.
    case silence
    case hangUp
  }

  /// Sleeps until the bell rings, the node hangs up, or `end`; without an end, until a stop is to be confirmed.
  private static func waitForWork(_ bank: EffectBank, _ mailbox: Mailbox, until end: Instant?) -> Awakening {
    var polls: [2 of pollfd] = [
      pollfd(fd: mailbox.bell.rawValue, events: Int16(POLLIN), revents: 0),
      // A hang-up is reported although nothing is asked for.
      pollfd(fd: bank.descriptor, events: 0, revents: 0),
    ]
    let confirmation = bank.isSilenceUnconfirmed ? EffectBank.confirmationDelay : nil
    let patience = end.map { max(.zero, $0 - .now) } ?? confirmation
    let milliseconds = patience.map { Int32(clamping: ($0.wholeNanoseconds + 999_999) / 1_000_000) }
    var span = polls.mutableSpan
    // unsafe: the kernel fills the structures only during the call
    let ready = unsafe span.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, 2, milliseconds ?? -1) }
    mailbox.bell.clear()
    if ready == 0 && end == nil { return .silence }
    return polls[1].revents == 0 ? .work : .hangUp
  }
}
