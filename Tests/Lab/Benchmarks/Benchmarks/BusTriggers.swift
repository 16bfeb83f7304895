internal import Glibc
internal import HapticSystem
internal import VirtualDevices

/// A service of feedbackd's interface on a bus of its own, called as libfeedback does.
private struct FeedbackService {
  let name: String
  let bus: BenchBus
  let processID: Int32
  /// Ends the service when it is released.
  let owner: AnyObject

  var contender: Contender { Contender(name: name) { try bus.trigger(Self.event) } }

  static let event = "button-pressed"

  /// The daemon with its D-Bus interface.
  static func hapticd(on device: any VirtualDevice) throws -> FeedbackService {
    let bus = try BenchBus("session", "hapticd")
    let settings = "/run/bench-feedback-interface"
    mkdir(settings, 0o755)
    mkdir("\(settings)/hapticd", 0o755)
    let others = try Settings.preferences.map { try text(of: "\($0)/hapticd/hapticd.toml") } ?? ""
    try write("feedback-interface = true\n\(others)", to: "\(settings)/hapticd/hapticd.toml")
    let bench = try Bench(
      device, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_CONFIG_HOME": settings])
    try bus.wait(for: "org.sigxcpu.Feedback")
    return FeedbackService(name: "hapticd", bus: bus, processID: bench.daemon.processID, owner: bench)
  }

  /// feedbackd of a distribution, on a device with its tag.
  static func feedbackd(_ distribution: String, _ command: [String]) throws -> FeedbackService {
    let bus = try BenchBus("session", "feedbackd-\(distribution)")
    let program = try Peers.feedbackd(command, on: bus)
    return FeedbackService(name: "feedbackd (\(distribution))", bus: bus, processID: program.processID, owner: program)
  }
}

/// The same call over the same kind of bus to the daemon and to feedbackd: the time to the driver's command, and what
/// each event costs. All are on the same device and take turns.
func measureBusTriggers(on device: any VirtualDevice, _ place: String, into file: FigureFile) throws {
  note("TriggerFeedback to driver, \(place)")
  try Peers.tag(device)
  var services = [try FeedbackService.hapticd(on: device)]
  if access(Peers.program, X_OK) == 0 { services.append(try .feedbackd("host", [Peers.program])) }
  if let root = Settings.debian13 {
    services.append(try .feedbackd("debian13", ["Tests/Lab/Debian13/enter", root, Peers.program]))
  }
  let lanes = try Race(device: device, contenders: services.map(\.contender)).run(Settings.count)
  for (lane, service) in zip(lanes, services).dropFirst() {
    for percentile in [50.0, 99] {
      try file.add(
        .peer(
          "TriggerFeedback to driver beside \(service.name) (\(place))", percentile, lanes[0].latency, lane.latency,
          called: lane.label, limit: 4))
    }
  }
  let costs = try services.map { try EventCost(of: $0, on: device) }
  for (cost, service) in zip(costs, services).dropFirst() {
    try file.addCosts(costs[0], beside: cost, of: service.name, on: place)
  }
}

/// The cost of an event, over many.
private struct EventCost {
  let messages: Double
  /// Context switches of the service, and of the bus.
  let switches: Double
  let busSwitches: Double
  /// After the events, in kibibytes.
  let anonymous: Int

  private static let events = 100

  init(of service: FeedbackService, on device: any VirtualDevice) throws {
    func play() throws {
      for _ in 0..<Self.events {
        device.log.clear()
        try service.bus.trigger(FeedbackService.event)
        try device.log.wait(for: "motor") { $0.firstTurn != nil }
        try device.log.wait(for: .off)
      }
    }
    let processes = [service.processID, service.bus.program.processID]
    let before = try processes.map { try ProcessStatus($0) }
    try play()
    let after = try processes.map { try ProcessStatus($0) }
    let switches = zip(after, before).map { Double($0.wakeups(since: $1)) / Double(Self.events) }
    (self.switches, busSwitches, anonymous) = (switches[0], switches[1], after[0].anonymous)
    messages = try Double(service.bus.messages(during: play)) / Double(Self.events)
  }
}

extension FigureFile {
  fileprivate func addCosts(_ ours: EventCost, beside peer: EventCost, of name: String, on place: String) throws {
    func add(_ what: String, _ value: (EventCost) -> Double, _ text: (Double) -> String = { threeDigits($0) }) throws {
      let (a, b) = (value(ours), value(peer))
      try self.add(
        Figure(
          name: "\(what) (\(place))", ours: text(a), beside: "\(name) \(text(b))", ratio: b > 0 ? a / b : nil,
          target: "≤ \(name)", isMet: a <= b))
    }
    try add("messages on the bus for an event", { $0.messages })
    try add("context switches of the service for an event", { $0.switches })
    try add("context switches of the bus for an event", { $0.busSwitches })
    try add("anonymous memory with the bus, after events", { Double($0.anonymous) }, { megabytes(Int($0)) })
  }
}
