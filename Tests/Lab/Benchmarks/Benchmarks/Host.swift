internal import Glibc

/// Figures without devices: the daemon with a simulated motor, on this machine.
func measureHost(into file: FigureFile) throws {
  if Settings.wants("round-trip") { try measureRoundTrips(into: file) }
  if Settings.wants("start") {
    try measureStart(["--no-devices", "--simulate", "lra"], on: "host", limit: 1.5, into: file)
  }
  if Settings.wants("fire") {
    try measureFire(into: file)
    try measureClientStarts(into: file)
  }
  if Settings.wants("allocations") { try measureHostAllocations(into: file) }
  if Settings.wants("activation") { try measureHostActivation(into: file) }
  if Settings.wants("steps") { try measureSteps(into: file) }
  if Settings.wants("flood") { try measureFlood(into: file) }
  if Settings.wants("stall") { try measureStalls(into: file) }
  if Settings.wants("disturbance") { try measureDisturbances(into: file) }
  if Settings.wants("clients") { try measureClients(into: file) }
  if Settings.wants("churn") { try measureChurn(into: file) }
  if Settings.wants("idle") { try measureHostIdle(into: file) }
}

/// A socket's path for one service of ours.
func socketPath(_ name: String) -> String { "\(Settings.folder)/bench-\(name)-\(getpid()).sock" }
