import Glibc
import HapticSystem
import Haptics
import TestSupport
import Testing

/// The daemon with system calls that fail, one at a time, once and from then on: Tests/Faults/faults.c makes them.
///
/// `make faults` tries every call that the daemon makes with every error below; `make check` the first, the middle and the
/// last call of each function.
@Suite(.serialized) struct FaultTests {
  @Test(.enabled(if: FaultShim.path != nil, "needs a C compiler"))
  func `the daemon survives a call that fails, or ends cleanly`() throws {
    let calm = try Trial().run()
    #expect(calm.isClean && calm.served, "\(calm)")
    let isThorough = Environment.variable("HAPTICD_FAULTS") == "all"
    var trials = 0
    for (function, count) in calm.counts.sorted(by: { $0.key < $1.key }) {
      let errors = Self.errors[function, default: [ENOMEM, EIO]]
      for error in isThorough ? errors : Array(errors.prefix(1)) {
        for site in isThorough ? Array(1...min(count, 200)) : Set([1, (count + 1) / 2, count]).sorted() {
          // Signals do not interrupt every call for ever.
          for isLasting in [false, true] where !isLasting || error != EINTR && (isThorough || site == count) {
            let fault = Fault(function: function, site: site, error: error, isLasting: isLasting)
            let outcome = try Trial(fault).run(descriptors: calm.descriptors)
            trials += 1
            #expect(outcome.isClean, "\(fault): \(outcome)")
            if !isLasting && !outcome.endedItself { #expect(outcome.served, "\(fault): \(outcome)") }
            if !outcome.endedItself { #expect(outcome.descriptors <= calm.descriptors, "\(fault): \(outcome)") }
          }
        }
      }
    }
    print("faults: \(trials) trials, \(calm.counts.count) functions, \(calm.counts.values.reduce(0, +)) calls")
  }

  /// What the kernel may say, the most likely first.
  private static let errors: [String: [Int32]] = [
    "accept4": [EMFILE, ENFILE, ENOMEM, ECONNABORTED, EPERM], "close": [EIO, EINTR], "connect": [ECONNREFUSED, EAGAIN],
    "epoll_ctl": [ENOMEM, ENOSPC], "epoll_wait": [EINTR, EBADF], "epoll_pwait2": [EINTR, EBADF],
    "eventfd": [EMFILE], "fcntl": [EINVAL, EBADF], "flock": [ENOLCK, EWOULDBLOCK],
    "inotify_add_watch": [ENOSPC, ENOMEM],
    "inotify_init1": [EMFILE], "open": [EMFILE, EACCES, ENOMEM], "openat": [EMFILE, EACCES],
    "opendir": [EMFILE, EACCES],
    "poll": [EINTR, ENOMEM], "pread": [EIO, EINTR], "pthread_create": [EAGAIN], "read": [EAGAIN, EIO, EINTR],
    "recv": [EAGAIN, ECONNRESET, ENOMEM, EINTR], "send": [EAGAIN, EPIPE, ENOBUFS, EINTR], "signalfd": [EMFILE],
    "socket": [EMFILE, EACCES], "timerfd_create": [EMFILE], "write": [EAGAIN, EIO, EINTR],
  ]
}

/// One call that fails, and perhaps all that follow.
struct Fault: CustomStringConvertible {
  let function: String
  let site: Int
  let error: Int32
  let isLasting: Bool

  var description: String { "\(function) \(site)\(isLasting ? " and later" : ""): \(Errno(rawValue: error))" }

  var environment: [String: String] {
    var variables = ["FAULT_CALL": function, "FAULT_AT": "\(site)", "FAULT_ERRNO": "\(error)"]
    if isLasting { variables["FAULT_EVER"] = "1" }
    return variables
  }
}

/// The compiled library; nil where there is no compiler.
enum FaultShim {
  private static let folder = try? TestFolder()

  static let path: String? = {
    let source = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    guard let output = folder?.path(of: "faults.so") else { return nil }
    let compiler = try? Process(
      "/bin/sh", "-c", "\"$(command -v clang || command -v cc)\" -O2 -shared -fPIC -o \"$1\" \"$2\"", "sh", output,
      "/\(source)/Faults/faults.c")
    return compiler?.end() == 0 ? output : nil
  }()
}

/// A daemon, what a client does with it, and what became of it.
private struct Trial {
  private let fault: Fault?

  init(_ fault: Fault? = nil) { self.fault = fault }

  struct Outcome {
    /// Whether a client was served at the end.
    var served = false
    var endedItself = false
    var status: Int32 = 0
    var descriptors = 0
    /// Hundredths of a second of processor time in a fifth of a second without clients.
    var idleTicks = 0
    var counts: [String: Int] = [:]
    var text = ""

    /// It ended by our word with 0, or by itself with 1 and a line that says why; and it did not spin.
    var isClean: Bool {
      (endedItself ? status == 1 && text.contains("<3>") : status == 0) && idleTicks < 15
    }
  }

  /// - Parameter most: descriptors that the daemon may have at the end, to be waited for.
  func run(descriptors most: Int = .max) throws -> Outcome {
    let folder = try TestFolder()
    let socket = folder.path(of: "socket")
    try folder.write("enabled = true\n", to: "hapticd/hapticd.toml")
    var environment = fault?.environment ?? [:]
    environment["LD_PRELOAD"] = FaultShim.path
    environment["FAULT_COUNT"] = folder.path(of: "counts")
    environment["XDG_CONFIG_HOME"] = folder.path
    let daemon = try Process(
      "hapticd", "--no-devices", "--simulate", "erm", "--socket", socket, environment: environment)
    var outcome = Outcome()
    _ = daemon.wait { daemon.text.contains("is ready\n") }
    act(on: socket, folder)
    outcome.served = isServed(at: socket, daemon)
    let ticks = daemon.processorTicks
    usleep(200_000)
    outcome.endedItself = !daemon.isRunning
    outcome.idleTicks = daemon.processorTicks - ticks
    for _ in 0..<200 where daemon.isRunning && daemon.descriptors > most { usleep(10_000) }
    outcome.descriptors = daemon.descriptors
    outcome.status = daemon.end(SIGTERM)
    outcome.text = daemon.text
    outcome.counts = Self.counts(in: folder)
    return outcome
  }

  /// Plays, steers, stops, leaves in the middle, and changes a file. Whatever fails here is the fault's doing.
  private func act(on socket: String, _ folder: TestFolder) {
    let client = HapticClient(applicationName: "test", socketPath: socket)
    _ = try? client.play(Haptic("selection"), timeout: .milliseconds(300))
    _ = client.play("phone-incoming-call")
    _ = try? client.devices(timeout: .milliseconds(300))
    let other = HapticClient(applicationName: "other", socketPath: socket)
    _ = try? other.play(Haptic("error"), timeout: .milliseconds(300))
    _ = try? folder.write("profile = \"quiet\"\n", to: "hapticd/hapticd.toml")
  }

  private func isServed(at socket: String, _ daemon: Process) -> Bool {
    let isLasting = fault?.isLasting ?? false
    for _ in 0..<(isLasting ? 1 : 20) where daemon.isRunning {
      let client = HapticClient(applicationName: "again", socketPath: socket)
      if (try? client.devices(timeout: .milliseconds(500)).count) == 1 { return true }
    }
    return false
  }

  private static func counts(in folder: TestFolder) -> [String: Int] {
    let bytes = (try? RegularFile.read(folder.path(of: "counts"), upTo: 65536)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
    return Dictionary(lines.map { (String($0[0]), Int($0[1]) ?? 0) }) { $1 }
  }
}
