import Foundation
import HapticSystem
import Synchronization
import Testing

/// The daemon with failing system calls, one at a time, once or from then on, by Tests/Lab/Faults/faults.c.
///
/// `make faults` tests each call of the daemon with all errors in `Fault`; `make check` tests the first, the middle
/// and the last call of each function with one error.
@Suite(.serialized) struct FaultTests {
  @Test(.enabled(if: FaultShim.path != nil, "needs a C compiler"))
  func `the daemon survives a call that fails, or ends cleanly`() throws {
    var calm = try FaultTrial().run()
    #expect(calm.isClean && calm.served && calm.motor == .off, "\(calm)")
    let isThorough = Environment.variable("HAPTICD_FAULTS") == "all"
    let faults = isThorough ? Fault.all(of: calm.counts, limit: 100) : Fault.some(of: calm.counts)
    var seen = 0
    for (fault, outcome) in Self.outcomes(of: faults, descriptors: calm.openFiles.count) {
      guard let outcome else {
        Issue.record("\(fault): no outcome")
        continue
      }
      // On a busy machine, the daemon may connect to the bus after its files are listed: then a calm one tells again.
      for _ in 0..<3 where fault.leaves(outcome.openFiles, besides: calm.openFiles) {
        let again = try FaultTrial().run()
        if again.openFiles.count > calm.openFiles.count { calm.openFiles = again.openFiles }
      }
      check(fault, outcome, calm)
      if outcome.motor != .unseen { seen += 1 }
    }
    print("faults: \(faults.count) trials of \(calm.counts.count) functions; the motor was watched in \(seen)")
    #expect(seen * 2 > faults.count)
  }

  private func check(_ fault: Fault, _ outcome: FaultOutcome, _ calm: FaultOutcome) {
    #expect(outcome.isClean, "\(fault): \(outcome)")
    if outcome.endedItself {
      if outcome.wasReady { print("faults: ended: \(fault): \(outcome.text.split(separator: "\n").last ?? "")") }
      return
    }
    if !fault.isLasting { #expect(outcome.served, "\(fault): \(outcome)") }
    if fault.leaves(outcome.openFiles, besides: calm.openFiles) {
      Issue.record("\(fault): leaves \(outcome.openFiles), calm: \(calm.openFiles)")
    }
  }

  /// Runs the trials, four at a time, because they mostly wait.
  private static func outcomes(of faults: [Fault], descriptors: Int) -> [(Fault, FaultOutcome?)] {
    let outcomes = Outcomes(faults)
    let threads = DispatchGroup()
    for _ in 0..<4 {
      threads.enter()
      Thread {
        while let (index, fault) = outcomes.next() {
          outcomes.set(index, try? FaultTrial(fault).run(descriptors: descriptors))
        }
        threads.leave()
      }.start()
    }
    threads.wait()
    return outcomes.all
  }

  private final class Outcomes: Sendable {
    private let faults: [Fault]
    private let state: Mutex<(next: Int, outcomes: [FaultOutcome?])>

    init(_ faults: [Fault]) {
      self.faults = faults
      state = Mutex((0, Array(repeating: nil, count: faults.count)))
    }

    func next() -> (Int, Fault)? {
      let index = state.withLock { state in
        defer { state.next += 1 }
        return state.next
      }
      return index < faults.count ? (index, faults[index]) : nil
    }

    func set(_ index: Int, _ outcome: FaultOutcome?) { state.withLock { $0.outcomes[index] = outcome } }

    var all: [(Fault, FaultOutcome?)] { Array(zip(faults, state.withLock { $0.outcomes })) }
  }
}

extension Fault {
  /// Whether a daemon with this fault has more open files than one without.
  fileprivate func leaves(_ files: [String], besides calm: [String]) -> Bool {
    // A standard descriptor that cannot be checked counts as closed, and /dev/null is opened in its place.
    files.count > calm.count + (function == "fcntl" ? 3 : 0)
  }
}
