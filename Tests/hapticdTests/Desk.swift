import EventLoop
import FakeServices
import Glibc
import HapticPatterns
import HapticProtocol
import HapticSystem
import Haptics
import MessageBus
import TestSupport
import Testing

/// A daemon with a simulated motor on a private bus, called as a program for feedbackd calls it.
final class Desk {
  let bus: FakeBus
  let folder: TestFolder
  let daemon: Process
  /// A client of the socket.
  let control: HapticClient
  private let loop: EventLoop
  private var connection: BusConnection?

  /// The sound library that the daemon's helper finds.
  enum SoundLibrary {
    /// A fake one that records its calls.
    case fake
    case missing
    /// That of the system.
    case installed
  }

  /// - Parameters:
  ///   - service: the program in a service file for the bus; nil for no file.
  ///   - limit: a command of the shell before the start of the daemon.
  ///   - extra: further variables of the environment; the parameter is the folder of the desk.
  init(
    service: String? = nil, sound: SoundLibrary = .fake, limit: String = ":",
    environment extra: (borrowing TestFolder) -> [String: String] = { _ in [:] }
  ) throws {
    bus = try FakeBus()
    folder = try TestFolder()
    if let service {
      try folder.write("[D-BUS Service]\nExec=\(service)\n", to: "data/dbus-1/services/org.sigxcpu.Feedback.service")
    }
    try Self.provide(sound, in: folder)
    let own = Environment.variable("LD_LIBRARY_PATH").map { ":\($0)" } ?? ""
    let socket = folder.path(of: "socket")
    let program = Process.path(of: "hapticd")
    daemon = try Process(
      "/bin/sh", "-c", "\(limit); exec \(program) --no-devices --simulate lra --socket \(socket)",
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_CONFIG_HOME": folder.path(of: "config"),
        "XDG_DATA_DIRS": folder.path(of: "data"), "LD_LIBRARY_PATH": folder.path + own,
      ].merging(extra(folder)) { $1 })
    control = HapticClient(applicationName: "test", socketPath: socket)
    loop = try EventLoop()
    try #require(daemon.says("is ready"))
  }

  private static func provide(_ sound: SoundLibrary, in folder: borrowing TestFolder) throws {
    let library = folder.path(of: "libcanberra.so.0")
    switch sound {
    case .fake:
      let source = try folder.write(Self.library, to: "canberra.c")
      try #require(system("cc -shared -fPIC -DLOG='\"\(folder.path(of: "calls"))\"' -o \(library) \(source)") == 0)
    case .missing:
      // Hides an installed library.
      try folder.write("no library", to: "libcanberra.so.0")
    case .installed:
      // The folder of the system's sounds may have feedbackd's service file.
      try folder.write("feedback-interface = true\n", to: "config/hapticd/hapticd.toml")
    }
  }

  func trigger(_ event: String, timeout: Int32 = -1) throws {
    try #require(daemon.says("org.sigxcpu.Feedback is served"))
    try call("TriggerFeedback", [.string("org.example.App"), .string(event), .dictionary([:]), .int32(timeout)])
  }

  /// Calls a method, and waits until the bus has replied in any way.
  func call(_ member: String, _ arguments: [BusValue]) throws {
    var isDone = false
    let connection = try connection ?? BusConnection(to: bus.address, loop: loop) {}
    self.connection = connection
    let slot = connection.call(
      "org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", "org.sigxcpu.Feedback", member, arguments
    ) { _ in isDone = true }
    try loop.run { isDone }
    _ = slot
  }

  /// Leaves the bus, as a program that ends; the next call comes from another one.
  func leave() { connection = nil }

  var history: [Observed] { (try? control.blocking.list(HistoryQuery(), timeout: TestWait.limit)) ?? [] }

  /// The number of playbacks.
  var plays: Int { playing.count }

  /// The playbacks of all clients.
  var playing: [PlayingRecord] { (try? control.blocking.list(PlayingQuery(), timeout: TestWait.limit)) ?? [] }

  func wait(_ condition: ([Observed]) -> Bool) -> Bool { daemon.wait { condition(history) } }

  /// The calls of the sound library.
  var calls: [String] {
    let bytes = (try? RegularFile.read(folder.path(of: "calls"), upTo: 1 << 16)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The helper programs of the daemon.
  var helpers: [Int32] {
    ((try? Folder.entries(of: "/proc")) ?? []).compactMap { Int32($0) }.filter { process in
      let text = (try? RegularFile.read("/proc/\(process)/status", upTo: 8192)) ?? []
      return String(decoding: text, as: UTF8.self).contains("\nPPid:\t\(daemon.processID)\n")
    }
  }

  /// Sounds never end.
  private static let library = """
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    int ca_context_create(void **c) { *c = malloc(1); return 0; }
    int ca_context_destroy(void *c) { return 0; }
    int ca_context_change_props(void *c, ...) { return 0; }
    int ca_context_cancel(void *c, uint32_t number) { return 0; }
    int ca_proplist_create(char **l) { *l = calloc(1, 256); return 0; }
    int ca_proplist_destroy(char *l) { free(l); return 0; }
    int ca_proplist_sets(char *l, const char *key, const char *value) {
      if (!strcmp(key, "event.id")) strncpy(l, value, 255);
      return 0;
    }
    int ca_context_play_full(void *c, uint32_t number, char *l, void *f, void *data) {
      FILE *log = fopen(LOG, "a");
      fprintf(log, "play %s\\n", l);
      return fclose(log);
    }
    """
}
