internal import CBenchmarks
internal import Glibc
internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import VirtualDevices

/// The memory of the daemon that clients leave behind: each connects, defines, plays, redefines and disconnects.
func measureChurn(into file: FigureFile) throws {
  note("churn")
  let path = socketPath("churn")
  let daemon = try Child.start([Settings.daemon, "--no-devices", "--simulate", "lra", "--socket", path]).child
  defer { daemon.stop() }
  let churn = Churn(path)
  // Memory that the first clients cause, such as for code that has not run before, stays.
  for round in 0..<Churn.largest { try churn.run(round) }
  let before = try ProcessStatus(daemon.processID)
  for round in 0..<Churn.rounds { try churn.run(round) }
  let after = try ProcessStatus(daemon.processID)
  let growth = after.resident - before.resident
  try file.add(
    Figure(
      name: "resident memory added by 10,000 clients that defined, redefined and left (host)",
      ours: "\(growth) kB, to \(megabytes(after.resident))", target: "≤ 1 MB", isMet: growth <= 1024))
}

private struct Churn {
  static let rounds = 10_000
  /// Every so many rounds a pattern is as large as it may be.
  static let largest = 100

  private let path: String
  private let handle = Handle(rawValue: 1)!
  private let small: [[UInt8]]
  private let whole: [[UInt8]]
  private let long: [[UInt8]]
  private let huge: [[UInt8]]

  init(_ path: String) {
    self.path = path
    let taps = (0..<200).map {
      Event(.transient, at: .milliseconds($0 * 20), intensity: Intensity(Double($0) / 200), sharpness: 0.5)
    }
    small = Self.packets([taps[100]], handle)
    whole = Self.packets(Pattern(taps), handle)
    long = Self.packets(Self.parameters(2000), handle)
    huge = Self.packets(Self.parameters(Limits.patternPoints), handle)
  }

  /// One client from its connection to its end.
  func run(_ round: Int) throws {
    let client = try PacketClient(path)
    _ = try client.exchange(packet(.hello(Request.Hello(applicationName: "churn"))))
    let last = round % Self.largest == 0 ? huge : long
    for definition in round % 2 == 0 ? [small, whole, last] : [whole, last, small] {
      try define(definition, client)
      _ = try client.exchange(packet(.play(Request.Play(.handle(handle), category: .media))))
    }
  }

  private func define(_ packets: [[UInt8]], _ client: PacketClient) throws {
    for packet in packets.dropLast() { try send(packet, client) }
    try send(packets[packets.count - 1], client)
    try client.receive()
    try client.expect(.done)
  }

  private func send(_ packet: [UInt8], _ client: PacketClient) throws(Errno) {
    while true {
      do throws(Errno) { return try client.send(packet) } catch {
        guard error == .wouldBlock else { throw error }
        sched_yield()
      }
    }
  }

  private static func packets(_ pattern: Pattern, _ handle: Handle) -> [[UInt8]] {
    Definition.packets(of: pattern, handle: handle, serial: 1).map(\.bytes)
  }

  private static func parameters(_ count: Int) -> Pattern {
    Pattern(
      [Event(.continuous(duration: .seconds(1)), intensity: 1, sharpness: 0.5)],
      parameters: (0..<count).map {
        DynamicParameter(.intensity, Double($0 % 100) / 100, at: .microseconds($0 * 30))
      })
  }
}
