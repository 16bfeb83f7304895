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

@testable import hapticd

/// The daemon as the service of programs for feedbackd: when it is, with sounds and lights, and on a hostile bus.
@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct FeedbackInterfaceTests {
  // MARK: Automatic

  @Test func `the interface is on by default`() throws {
    let desk = try Desk()
    #expect(desk.daemon.says("org.sigxcpu.Feedback is served"))
  }

  @Test func `an installed feedbackd keeps the name until the user decides otherwise`() throws {
    let desk = try Desk(service: "/usr/libexec/feedbackd")
    #expect(desk.daemon.says("org.sigxcpu.Feedback is left to feedbackd, which is installed"))
    #expect(desk.daemon.says("hapticctl set feedback-interface on"))
    try desk.folder.write("feedback-interface = true\n", to: "config/hapticd/hapticd.toml")
    #expect(desk.daemon.says("org.sigxcpu.Feedback is served"))
    try desk.folder.write("feedback-interface = \"auto\"\n", to: "config/hapticd/hapticd.toml")
    #expect(desk.daemon.says("org.sigxcpu.Feedback is no longer served"))
  }

  @Test func `a service file of hapticd is no feedbackd`() throws {
    let desk = try Desk(service: "/usr/bin/hapticd")
    #expect(desk.daemon.says("org.sigxcpu.Feedback is served"))
  }

  @Test func `the first service file counts`() throws {
    let folder = try TestFolder()
    func install(_ program: String, in name: String) throws {
      try folder.write("[D-BUS Service]\nExec=\(program)\n", to: "\(name)/dbus-1/services/org.sigxcpu.Feedback.service")
    }
    func file() -> String? {
      let dirs = "\(folder.path(of: "a")):\(folder.path(of: "b"))"
      return InstalledFeedbackd.serviceFile { ["XDG_DATA_DIRS": dirs, "HOME": folder.path(of: "home")][$0] }
    }
    #expect(file() == nil)
    try install("/usr/libexec/feedbackd", in: "b")
    #expect(file()?.hasSuffix("/b/dbus-1/services/org.sigxcpu.Feedback.service") == true)
    try install("/usr/local/bin/hapticd", in: "a")
    #expect(file() == nil)
    try install("/opt/feedbackd --verbose", in: "home/.local/share")
    #expect(file() != nil)
  }

  // MARK: Sounds

  @Test func `without the sound library there is one warning with the package, and haptics play`() throws {
    let desk = try Desk(hasLibrary: false)
    for _ in 0..<3 { try desk.trigger("message-new-sms") }
    #expect(desk.daemon.says("install it (Debian: libcanberra0, libcanberra-pulse)"))
    #expect(
      desk.wait { $0.filter { $0.medium == .sound }.map(\.verdict) == [.unsupported, .unsupported, .unsupported] })
    #expect(desk.history.contains { $0.medium == .haptic && $0.verdict == .played })
    #expect(desk.daemon.text.ranges(of: "libcanberra-pulse").count == 1)
  }

  @Test func `a sound plays through the helper program, which dies with the daemon`() throws {
    let desk = try Desk()
    try desk.trigger("phone-incoming-call", timeout: 0)
    #expect(desk.wait { $0.contains { $0.medium == .sound && $0.verdict == .played } })
    #expect(desk.calls == ["play phone-incoming-call"])
    let helper = try #require(desk.helpers.first)
    kill(desk.daemon.processID, SIGKILL)
    let limit = Instant.now + .seconds(20)
    while kill(helper, 0) == 0, Instant.now < limit { usleep(2000) }
    #expect(kill(helper, 0) != 0)
  }

  // MARK: A hostile bus

  @Test func `a message of more than the daemon's memory ends its connection, which comes back`() throws {
    let desk = try Desk(limit: "ulimit -d 24576")
    try #require(desk.daemon.says("org.sigxcpu.Feedback is served"))
    try desk.call("EndFeedback", [.string(String(repeating: "x", count: 30_000_000))])
    #expect(desk.daemon.wait { desk.daemon.text.ranges(of: "org.sigxcpu.Feedback is served").count == 2 })
    #expect(desk.daemon.isRunning)
    try desk.trigger("button-pressed")
    #expect(desk.wait { $0.contains { $0.feedback == "button-pressed" && $0.verdict == .played } })
  }
}

/// A daemon with a simulated motor on a private bus, and with a fake sound library.
private final class Desk {
  let bus: FakeBus
  let folder: TestFolder
  let daemon: Process
  private let control: HapticClient
  private let loop: EventLoop
  private let connection: BusConnection

  /// - Parameters:
  ///   - service: the program in a service file for the bus; nil for no file.
  ///   - limit: a command of the shell before the start of the daemon.
  init(service: String? = nil, hasLibrary: Bool = true, limit: String = ":") throws {
    bus = try FakeBus()
    folder = try TestFolder()
    if let service {
      try folder.write("[D-BUS Service]\nExec=\(service)\n", to: "data/dbus-1/services/org.sigxcpu.Feedback.service")
    }
    let library = folder.path(of: "libcanberra.so.0")
    let source = try folder.write(hasLibrary ? Self.library : "no library", to: "canberra.c")
    if hasLibrary {
      try #require(system("cc -shared -fPIC -DLOG='\"\(folder.path(of: "calls"))\"' -o \(library) \(source)") == 0)
    } else {
      // Hides an installed library.
      try folder.write("no library", to: "libcanberra.so.0")
    }
    let own = Environment.variable("LD_LIBRARY_PATH").map { ":\($0)" } ?? ""
    let socket = folder.path(of: "socket")
    let program = Process.path(of: "hapticd")
    daemon = try Process(
      "/bin/sh", "-c", "\(limit); exec \(program) --no-devices --simulate lra --socket \(socket)",
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_CONFIG_HOME": folder.path(of: "config"),
        "XDG_DATA_DIRS": folder.path(of: "data"), "LD_LIBRARY_PATH": folder.path + own,
      ])
    control = HapticClient(applicationName: "test", socketPath: socket)
    loop = try EventLoop()
    connection = try BusConnection(to: bus.address, loop: loop) {}
    try #require(daemon.says("is ready"))
  }

  func trigger(_ event: String, timeout: Int32 = -1) throws {
    try #require(daemon.says("org.sigxcpu.Feedback is served"))
    try call("TriggerFeedback", [.string("org.example.App"), .string(event), .dictionary([:]), .int32(timeout)])
  }

  /// Calls a method, and waits until the bus has replied in any way.
  func call(_ member: String, _ arguments: [BusValue]) throws {
    var isDone = false
    let slot = connection.call(
      "org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", "org.sigxcpu.Feedback", member, arguments
    ) { _ in isDone = true }
    try loop.run { isDone }
    _ = slot
  }

  var history: [Observed] { (try? control.blocking.history(timeout: .seconds(30))) ?? [] }

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
