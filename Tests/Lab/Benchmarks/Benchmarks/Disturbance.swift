internal import CBenchmarks
internal import Glibc
internal import HapticSystem
internal import VirtualDevices

/// What a user's programs can make the daemon do other than through its socket.
enum Disturbance: String, CaseIterable {
  /// Calls on the bus with a text of 32 MB.
  case texts
  /// Connections to the bus, each with a call.
  case callers
  /// Calls of events that the theme does not have.
  case events
  /// A theme near its limits, with one file that changes.
  case themes
}

/// The delay of a stop while a program disturbs the daemon on the bus, or by its files.
func measureDisturbances(into file: FigureFile) throws {
  defer {
    bench_pin(0, -1)
    schedule(0, inRealTime: false)
  }
  let bus = try BenchBus("session", "stall")
  // The other processor is the daemon's.
  bench_pin(bus.program.processID, 0)
  let settings = "\(Settings.folder)/bench-stall-settings"
  for disturbance in Disturbance.allCases {
    try prepareTheme(in: settings)
    let trial = try StallTrial(
      disturbance.rawValue,
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_CONFIG_HOME": settings, "XDG_DATA_HOME": "/nonexistent",
      ])
    try bus.wait(for: "org.sigxcpu.Feedback")
    let place = disturbance == .themes ? settings : bus.address
    let (calm, samples) = try trial.compare([CommandLine.arguments[0], "disturb", place, disturbance.rawValue])
    try file.add(
      Figure(
        name: "a stop beside \(disturbance.rawValue) (host, real time), p50 / p99 / max", ours: samples.summary,
        beside: "without it \(calm.summary)", target: "p99 ≤ 5 ms", isMet: samples.p99 <= .milliseconds(5)))
  }
}

extension Disturbance {
  /// Disturbs until it is ended.
  ///
  /// - Parameter place: the address of the bus, or the folder of the settings.
  func run(at place: String) throws {
    switch self {
    case .texts: try call(place, String(repeating: "x", count: 32 << 20))
    case .events: try call(place, "no-such-event")
    case .callers:
      bench_notify_ready()
      while true { _ = try caller(place, "no-such-event") }
    case .themes:
      bench_notify_ready()
      for round in 0... {
        try writePattern(round, to: "\(theme(in: place))/0.ahap")
        usleep(200_000)
      }
    }
  }

  private func call(_ address: String, _ event: String) throws {
    let connection = try caller(address, event)
    bench_notify_ready()
    while true { _ = bench_trigger_feedbackd(connection, event) }
  }

  /// The connection stays, until this process ends.
  private func caller(_ address: String, _ event: String) throws -> OpaquePointer? {
    var connection: OpaquePointer?
    guard bench_bus_open(address, &connection) == 0 else {
      usleep(10_000)
      return nil
    }
    _ = bench_trigger_feedbackd(connection, event)
    return connection
  }
}

private func theme(in settings: String) -> String { "\(settings)/hapticd/themes/large" }

/// 250 patterns of 2 kB.
private func prepareTheme(in settings: String) throws {
  for folder in ["", "/hapticd", "/hapticd/themes", "/hapticd/themes/large"] { mkdir("\(settings)\(folder)", 0o755) }
  let others = try Settings.preferences.map { try text(of: "\($0)/hapticd/hapticd.toml") } ?? ""
  try write("feedback-interface = true\ntheme = \"large\"\n\(others)", to: "\(settings)/hapticd/hapticd.toml")
  let names = 0..<250
  for number in names { try writePattern(number, to: "\(theme(in: settings))/\(number).ahap") }
  let entries = names.map { #"{"Name": "large.\#($0)", "Pattern": "\#($0).ahap"}"# }.joined(separator: ", ")
  try write(#"{"Feedbacks": [\#(entries)]}"#, to: "\(theme(in: settings))/theme.json")
}

private func writePattern(_ seed: Int, to path: String) throws {
  let events = (0..<20).map { index in
    #"{"Event": {"EventType": "HapticContinuous", "Time": \#(Double(index) / 10), "EventDuration": 0.08, "#
      + #""EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": 0.\#(1 + (index + seed) % 9)}]}}"#
  }
  try write(#"{"Pattern": [\#(events.joined(separator: ", "))]}"#, to: path)
}
