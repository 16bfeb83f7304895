internal import HapticSystem

/// Time from spawning the process to its READY=1, beside a C server that does nothing else.
///
/// - Parameter limit: the highest ratio to the C server; nil without a target.
func measureStart(_ options: [String], on place: String, limit: Double?, into file: FigureFile) throws {
  var ours = Samples()
  var floor = Samples()
  for round in 0...Settings.starts {
    let daemon = try Child.start([Settings.daemon, "--socket", socketPath("start")] + options)
    daemon.child.stop()
    let server = try Child.start([Settings.floor, socketPath("start")])
    server.child.stop()
    if round == 0 { continue }  // The first reads the files.
    ours.record(daemon.time)
    floor.record(server.time)
  }
  try file.add(.floor("start to ready (\(place))", 50, ours, floor, called: "C epoll server", limit: limit))
}
