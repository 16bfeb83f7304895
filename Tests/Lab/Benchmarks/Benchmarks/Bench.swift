internal import Glibc
internal import HapticProtocol
internal import HapticSystem
internal import Haptics
internal import Synchronization
internal import VirtualDevices

/// A device, the daemon on it, and a client of the daemon.
final class Bench {
  let device: any VirtualDevice
  let daemon: Child
  let client: HapticClient
  let deviceID: DeviceID
  let socket: String

  /// Starts the daemon on a device that is plugged.
  init(_ device: any VirtualDevice, environment: [String: String] = [:]) throws {
    self.device = device
    socket = socketPath("guest")
    daemon = try Child.start([Settings.daemon, "--socket", socket], environment: environment).child
    let client = HapticClient(applicationName: "benchmarks", socketPath: socket)
    self.client = client
    let node = try device.node
    var found: DeviceID?
    let isReady = try poll {
      found = try client.blocking.devices().first { $0.path == node && $0.state == .ready }?.id
      return found != nil
    }
    guard isReady, let found else { throw RigError("hapticd does not drive \(device.name)") }
    deviceID = found
  }

  deinit { daemon.stop() }

  /// Effects uploaded so far.
  func uploads() throws -> UInt64 { try client.blocking.ask(StatisticsQuery()).uploads }

  /// Effects uploaded until the daemon has preloaded the vocabulary, which it does when nothing else is due.
  func uploadsAfterPreloading() throws -> UInt64 {
    var (last, steady) = (try uploads(), 0)
    while steady < 5 {
      usleep(100_000)
      let now = try uploads()
      (last, steady) = (now, now == last ? steady + 1 : 0)
    }
    return last
  }

  /// The times of the daemon's stages: from the request to its receipt, from there to the admission and to the write.
  func stages() throws -> String {
    let report = try client.blocking.ask(StatisticsQuery())
    return [StatisticsReport.Stage.received, .admitted, .written].map {
      "\($0) \(Duration.nanoseconds(Int64(report[stage: $0].p50)).short)"
    }.joined(separator: ", ")
  }

  /// The planned length of the first level of a vibration, from the monitor of levels.
  func plannedLength(of contender: Contender) throws -> Duration {
    let levels = Mutex<[LevelChange]>([])
    client.onEvent { event in
      if case .level(let level) = event { levels.withLock { $0.append(level) } }
    }
    client.monitor(.levels)
    try contender.trigger()
    let isOver = try poll {
      try client.dispatch(waiting: .milliseconds(20))
      return levels.withLock { $0.count >= 2 }
    }
    client.monitor([])
    client.onEvent(nil)
    guard isOver else { throw RigError("the daemon told of no levels") }
    return levels.withLock { $0[1].planned - $0[0].planned }
  }

  /// The daemon: a prepared feedback, without waiting for a reply.
  func prepared(_ name: ShortName, intensity: Double = 1) throws -> Contender {
    let prepared = client.prepare(FeedbackName(name), for: deviceID)
    guard try client.blocking.verdict(of: prepared).verdict == .done else {
      throw RigError("\(name) cannot be prepared")
    }
    return Contender(name: "hapticd") {
      guard prepared.play(intensity: intensity) else { throw RigError("hapticd takes no packet") }
    }
  }
}

/// The lower bound: a process that uses the node itself.
final class Bare {
  private let node: RawNode
  private let slot: Int
  private var uploads: UInt16 = 0

  /// - Parameter lengthMilliseconds: the time after which the kernel ends the effect.
  init(_ device: any VirtualDevice, lengthMilliseconds: UInt16) throws {
    node = try RawNode(try device.node)
    slot = try node.upload(.rumble(strong: 0x8000, weak: 0x8000, lengthMilliseconds: lengthMilliseconds))
  }

  /// One write that plays an uploaded effect; another one stops it.
  var play: Contender {
    Contender(name: "bare write", trigger: { [self] in try node.play(slot) }, finish: { [self] in try node.stop(slot) })
  }

  /// The same, ended by the kernel.
  var playTimed: Contender { Contender(name: "kernel-timed", trigger: { [self] in try node.play(slot) }) }

  /// An upload, then the write: the slot is changed in place to another strength each time.
  var uploadAndPlay: Contender {
    Contender(
      name: "bare upload + write",
      trigger: { [self] in
        uploads &+= 1
        var effect = Effect.rumble(strong: 0x4000 + uploads % 0x4000, weak: 0x8000, lengthMilliseconds: 64)
        effect.id = Int16(slot)
        try node.upload(effect)
        try node.play(slot)
      }, finish: { [self] in try node.stop(slot) })
  }
}
