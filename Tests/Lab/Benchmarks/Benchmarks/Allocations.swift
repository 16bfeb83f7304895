internal import Glibc
internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import VirtualDevices

/// The number of a program's allocations: `count.c`, preloaded into it, keeps it in a file.
final class AllocationCounter {
  let environment: [String: String]
  private let page: UnsafeMutablePointer<UInt64>
  private let path: String

  init(library: String) throws {
    path = "\(Settings.folder)/bench-allocations-\(getpid())"
    environment = ["LD_PRELOAD": library, "COUNT_ALLOCATIONS": path]
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    guard file >= 0, ftruncate(file, 8) == 0,
      let memory = mmap(nil, 8, PROT_READ, MAP_SHARED, file, 0), memory != MAP_FAILED
    else { throw RigError("\(path): \(Errno.last)") }
    page = memory.assumingMemoryBound(to: UInt64.self)
  }

  deinit {
    munmap(page, 8)
    unlink(path)
  }

  var count: UInt64 { page.pointee }
}

/// The number of the daemon's allocations for a prepared play.
func measureHostAllocations(into file: FigureFile) throws {
  guard let library = Settings.counter else { return note("  no library to count allocations with") }
  let counter = try AllocationCounter(library: library)
  let path = socketPath("allocations")
  let daemon = try Child.start(
    [Settings.daemon, "--no-devices", "--simulate", "lra", "--socket", path], environment: counter.environment
  ).child
  defer { daemon.stop() }
  let client = try PacketClient(path)
  let handle = Handle(rawValue: 1)!
  _ = try client.exchange(packet(.hello(Request.Hello(applicationName: "benchmarks"))))
  _ = try client.exchange(packet(.prepare(Request.Prepare(handle: handle, device: nil, name: "impact.light"))))
  let play = packet(.play(Request.Play(.handle(handle))))

  /// Each play ends by its own timer before the next one.
  func playAll(_ count: Int) throws -> Double {
    let before = counter.count
    for _ in 0..<count {
      _ = try client.exchange(play)
      try client.expect(.played)
      usleep(25_000)
    }
    return Double(counter.count - before) / Double(count)
  }
  _ = try playAll(20)
  let perPlay = try playAll(200)
  try file.add(
    Figure(
      name: "allocations per play, prepared (host)", ours: threeDigits(perPlay), target: "≤ 1", isMet: perPlay <= 1))
}

/// The same on a real device: from the packet to the writes of the level and of the stop.
func measureGuestAllocations(on device: any VirtualDevice, _ place: String, into file: FigureFile) throws {
  guard let library = Settings.counter else { return }
  let counter = try AllocationCounter(library: library)
  let bench = try Bench(device, environment: counter.environment)
  let race = Race(device: device, contenders: [try bench.prepared("impact.light")])
  _ = try race.run(race.batch)
  let before = counter.count
  _ = try race.run(5 * race.batch)
  // A race begins with a batch that it does not report.
  let perPlay = Double(counter.count - before) / Double(6 * race.batch)
  try file.add(
    Figure(
      name: "allocations per play, prepared (\(place))", ours: threeDigits(perPlay), target: "≤ 1", isMet: perPlay <= 1)
  )
}
