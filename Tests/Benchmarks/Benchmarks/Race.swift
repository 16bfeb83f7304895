internal import Glibc
internal import HapticSystem
internal import VirtualDevices

/// One way to make a motor turn: ours, a bare write, a peer.
struct Contender {
  let name: String
  /// Asks for one vibration; the time runs from before the call.
  let trigger: () throws -> Void
  /// Ends it, where it does not end by itself.
  var finish: () throws -> Void = {}
}

/// What the device saw of one contender.
struct Lane {
  let name: String
  /// From before the trigger to the driver's first word to the hardware.
  var latency = Samples()
  /// How far the vibration's length was from `planned`.
  var lengthError = Samples()
  /// Lengths themselves, to tell early from late.
  var length = Samples()
  /// Triggers that came to nothing.
  var lost = 0
}

/// Contenders on one device, in batches that take turns, so that whatever else the machine does falls on all alike.
struct Race {
  let device: any VirtualDevice
  let contenders: [Contender]
  var batch = 20
  /// What the vibration's length should be; nil where that is not the question.
  var planned: Duration?
  /// A trigger that has not moved the motor by then is lost.
  var patience = Duration.seconds(2)

  /// - Parameter count: samples of each contender, besides a batch that does not count.
  func run(_ count: Int) throws -> [Lane] {
    var results = contenders.map { Lane(name: $0.name) }
    for turn in 0...max(1, count / batch) {
      for (index, contender) in contenders.enumerated() {
        var result = Lane(name: contender.name)
        for shot in 0..<batch {
          try fire(contender, into: &result)
          // Not in step with any tick.
          usleep(15_000 + UInt32(shot * 1_370 % 10_000))
        }
        if turn > 0 { results[index].add(result) }
      }
    }
    return results
  }

  private func fire(_ contender: Contender, into result: inout Lane) throws {
    device.log.clear()
    let before = Instant.now
    try contender.trigger()
    guard let on = try? device.log.wait(for: "motor", upTo: patience, until: { $0.firstTurn != nil }).firstTurn else {
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

  /// The name, with what was lost.
  var label: String { lost == 0 ? name : "\(name) (\(lost) lost)" }
}

extension [DeviceLog.Entry] {
  /// When the motors first turned.
  var firstTurn: Instant? { motorChanges.first { $0.state != .off }?.time }
}
