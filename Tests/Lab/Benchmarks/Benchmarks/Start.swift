internal import HapticSystem

/// Time from spawning the process to its READY=1, beside a C server that does nothing else, and beside the same server
/// with the libraries of the daemon.
///
/// - Parameter limit: the highest ratio to the C server; nil without a target.
func measureStart(_ options: [String], on place: String, limit: Double?, into file: FigureFile) throws {
  var ours = Samples()
  var floor = Samples()
  var linked = Samples()
  for round in 0...Settings.starts {
    let daemon = try Child.start([Settings.daemon, "--socket", socketPath("start")] + options)
    daemon.child.stop()
    let server = try Child.start([Settings.floor, socketPath("start")])
    server.child.stop()
    let linkedServer = try Child.start([Settings.linkedFloor, socketPath("start")])
    linkedServer.child.stop()
    if round == 0 { continue }  // The first reads the files.
    ours.record(daemon.time)
    floor.record(server.time)
    linked.record(linkedServer.time)
  }
  try file.add(.floor("start to ready (\(place))", 50, ours, floor, called: "C epoll server", limit: limit))
  try file.add(
    .floor("start to ready (\(place))", 50, ours, linked, called: "C server with the same libraries", limit: nil))
}
