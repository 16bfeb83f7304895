internal import CBenchmarks
internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import VirtualDevices

/// From a request to its reply, beside an epoll server in C on the same kind of socket that answers the same bytes.
func measureRoundTrips(into file: FigureFile) throws {
  let paths = (ours: socketPath("hapticd"), floor: socketPath("floor"))
  let daemon = try Child.start(
    [Settings.daemon, "--no-devices", "--simulate", "lra", "--socket", paths.ours]
  ).child
  let floor = try Child.start([Settings.floor, paths.floor]).child
  defer {
    daemon.stop()
    floor.stop()
    bench_pin(0, -1)
  }
  let race = try RoundTrips(ours: paths.ours, floor: paths.floor)
  // Both ways fixed: left to itself the scheduler puts one server beside the client and the other elsewhere, and the
  // figure would be of its choice.
  for (place, processor) in [("host, one processor", Int32(0)), ("host, a processor each", 1)] {
    bench_pin(0, 0)
    for server in [daemon, floor] { bench_pin(server.processID, processor) }
    for request in RoundTrips.Request.allCases {
      let (ours, floor) = try race.run(request)
      for percentile in [50.0, 99] {
        try file.add(
          .floor(
            "\(request.rawValue) (\(place))", percentile, ours, floor, called: "C epoll server", limit: 1.25))
      }
    }
  }
}

private struct RoundTrips {
  enum Request: String, CaseIterable {
    case play = "request to reply: play of a prepared feedback, awaited"
    case nothing = "request to reply: a request that does nothing"
  }

  private let ours: PacketClient
  private let floor: PacketClient
  private let play: [UInt8]
  private let stop = packet(.stop(nil))

  init(ours: String, floor: String) throws {
    self.ours = try PacketClient(ours)
    self.floor = try PacketClient(floor)
    let handle = Handle(rawValue: 1)!
    play = packet(.play(HapticProtocol.Request.Play(.handle(handle))))
    _ = try self.ours.exchange(packet(.hello(HapticProtocol.Request.Hello(applicationName: "benchmarks"))))
    _ = try self.ours.exchange(
      packet(.prepare(HapticProtocol.Request.Prepare(handle: handle, device: nil, name: "impact.light"))))
    try self.ours.expect(.done)
  }

  /// Batches of a hundred in turns, after a batch each that does not count.
  func run(_ request: Request) throws -> (ours: Samples, floor: Samples) {
    var samples = (ours: Samples(), floor: Samples())
    for batch in 0...Settings.requests / 100 {
      for _ in 0..<100 {
        let time = try askOurs(request)
        if batch > 0 { samples.ours.record(time) }
      }
      for _ in 0..<100 {
        let time = try askFloor(request)
        if batch > 0 { samples.floor.record(time) }
      }
    }
    return samples
  }

  /// A play is stopped before the next one, outside of the measurement, so that each starts on a motor at rest.
  private func askOurs(_ request: Request) throws -> Duration {
    switch request {
    case .nothing:
      return try ours.exchange(stop)
    case .play:
      let time = try ours.exchange(play)
      try ours.expect(.played)
      _ = try ours.exchange(stop)
      return time
    }
  }

  /// The same number of packets of the same sizes.
  private func askFloor(_ request: Request) throws -> Duration {
    let time = try floor.exchange(request == .play ? play : stop)
    if request == .play { _ = try floor.exchange(stop) }
    return time
  }
}
