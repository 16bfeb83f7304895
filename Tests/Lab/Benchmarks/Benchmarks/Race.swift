internal import Glibc
internal import HapticSystem
internal import VirtualDevices

/// A way to make a motor turn: the daemon, a bare write, a peer.
struct Contender {
  let name: String
  /// Requests one vibration; the time is measured from before the call.
  let trigger: () throws -> Void
  /// Ends it, where it does not end by itself.
  var finish: () throws -> Void = {}
}

/// The results of one contender, from the device.
struct Lane {
  let name: String
  /// The time from before the trigger to the driver's first command to the hardware.
  var latency = Samples()
  /// The difference between the vibration's length and `planned`.
  var lengthError = Samples()
  /// The lengths, to distinguish early from late.
  var length = Samples()
  /// The number of triggers without a vibration.
  var lost = 0
}

/// Contenders on one device, in batches that take turns, so that other load of the machine affects all of them alike.
struct Race {
  let device: any VirtualDevice
  let contenders: [Contender]
  var batch = 20
  /// The vibration's intended length; nil if it is not measured.
  var planned: Duration?
  /// The time after which a trigger without a vibration is lost.
  var timeout = Duration.seconds(2)

  /// - Parameter count: the number of samples of each contender, after a batch that is not counted.
  func run(_ count: Int) throws -> [Lane] {
    var results = contenders.map { Lane(name: $0.name) }
    for turn in 0...max(1, count / batch) {
      for (index, contender) in contenders.enumerated() {
        var result = Lane(name: contender.name)
        for shot in 0..<batch {
          try fire(contender, into: &result)
          // The pauses differ, so that samples do not fall on timer ticks.
          usleep(15_000 + UInt32(shot * 1_370 % 10_000))
        }
        // Each lost trigger takes as long as the timeout.
        if result.lost == batch { throw RigError("\(contender.name) does not turn the motor of \(device.name)") }
        if turn > 0 { results[index].add(result) }
      }
    }
    return results
  }

  private func fire(_ contender: Contender, into result: inout Lane) throws {
    device.log.clear()
    let before = Instant.now
    try contender.trigger()
    guard let on = try? device.log.wait(for: "motor", upTo: timeout, until: { $0.firstTurn != nil }).firstTurn else {
      result.lost += 1
      return
    }
    result.latency.record(on - before)
    try contender.finish()
    let off = try device.log.wait(for: .off)
    guard let planned else { return }
    result.length.record(off - on)
    result.lengthError.record(max(off - on - planned, planned - (off - on)))
  }
}

extension Lane {
  fileprivate mutating func add(_ other: Lane) {
    latency.add(other.latency)
    lengthError.add(other.lengthError)
    length.add(other.length)
    lost += other.lost
  }

  /// The name, with the number of lost triggers.
  var label: String { lost == 0 ? name : "\(name) (\(lost) lost)" }
}

extension [DeviceLog.Entry] {
  /// The time at which the motors first turned.
  var firstTurn: Instant? { motorChanges.first { $0.state != .off }?.time }
}
