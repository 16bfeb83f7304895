internal import Glibc
internal import HapticSystem

/// The thread of a node that may block: it opens the node, does the jobs of the mailbox, and ends with the node or with
/// its `Worker`.
enum WorkerThread {
  static func run(_ open: NodeOpener, _ settings: BankSettings, _ mailbox: Mailbox) {
    mailbox.beginOpening(at: .now)
    do {
      let probe = try Probe(try open(), settings, mayWait: true)
      guard let bank = probe.bank else { return mailbox.finish(nil, .opened(probe.opened)) }
      let descriptor = bank.descriptor
      mailbox.finish(BankTransfer(bank: bank), .opened(probe.opened))
      serve(descriptor, mailbox)
    } catch {
      mailbox.finish(nil, .openFailed(error))
    }
  }

  private static func serve(_ descriptor: Int32, _ mailbox: Mailbox) {
    while true {
      switch mailbox.takeJob(at: .now) {
      case .drive(let wanted, let loan): mailbox.finish(loan, drive(loan.bank, wanted, mailbox))
      case .prepare(let preparation, let loan):
        let report = prepare { () throws(Errno) in
          _ = try loan.bank.prepare(preparation.effect, keepUntil: preparation.keepUntil, at: .now)
        }
        mailbox.finish(loan, report)
      case .confirmSilence(let loan):
        mailbox.finish(loan, prepare { () throws(Errno) in try loan.bank.confirmSilence(at: .now) })
      // Closing ends the effects as well, but later, in the reaper.
      case .end(let loan):
        _ = try? loan?.bank.stop()
        return
      case .sleep(let end):
        if sleep(descriptor, mailbox, until: end) { return mailbox.noteGone() }
      }
    }
  }

  // MARK: Jobs

  private static func drive(_ bank: EffectBank, _ wanted: Wanted, _ mailbox: Mailbox) -> Report {
    do {
      guard let written = try driveRetrying(bank, wanted, mailbox) else { return .skipped }
      return .written(wanted, at: written)
    } catch {
      return .failed(error)
    }
  }

  /// Asks a device that is busy with the last effect again, for a tenth of a second in all, unless the level is out of
  /// date before.
  private static func driveRetrying(
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

  /// - Returns: the time of the write; nil if the level was out of date after its upload.
  private static func uploadAndPlay(
    _ bank: EffectBank, _ wanted: Wanted, _ mailbox: Mailbox, since start: Instant
  ) throws(Errno) -> Instant? {
    // If no slot is free for it, the write that follows makes room.
    _ = try bank.prepare(wanted.effect, keepUntil: .distantPast, at: start)
    return mailbox.stillWants(wanted, since: start, at: .now) ? try bank.drive(wanted.effect) : nil
  }

  private static func prepare(_ body: () throws(Errno) -> Void) -> Report {
    do {
      try body()
      return .prepared
    } catch {
      return .unprepared(error)
    }
  }

  // MARK: Waiting

  /// Sleeps until the loop wakes the thread, the node hangs up, or `end`.
  ///
  /// - Returns: whether the node has hung up.
  private static func sleep(_ descriptor: Int32, _ mailbox: Mailbox, until end: Instant?) -> Bool {
    var polls: [2 of pollfd] = [
      pollfd(fd: mailbox.threadWakeup.rawValue, events: Int16(POLLIN), revents: 0),
      // A hang-up is reported although no event is requested.
      pollfd(fd: descriptor, events: 0, revents: 0),
    ]
    let timeout = end.map { max(.zero, $0 - .now) }
    let milliseconds = timeout.map { Int32(clamping: ($0.wholeNanoseconds + 999_999) / 1_000_000) }
    var span = polls.mutableSpan
    // unsafe: the kernel fills the structures only during the call
    _ = unsafe span.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, 2, milliseconds ?? -1) }
    if polls[0].revents != 0 { mailbox.threadWakeup.clear() }
    return polls[1].revents != 0
  }
}
