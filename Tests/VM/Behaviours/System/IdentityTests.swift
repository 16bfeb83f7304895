internal import ClientIdentity
internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import Testing
internal import VirtualDevices

/// The application of a process, identified with a real kernel and a real user manager.
@Suite(.inGuest, .serialized)
struct IdentityTests {
  private func identity(of process: Int32) throws -> Identity {
    IdentityReader().identity(of: try PeerProcess(process))
  }

  @Test(.inFull("PolicyTests identify two applications by their units"))
  func `a program that a desktop starts is in a unit with its id`() throws {
    let manager = try UserManager.start()
    let units = [
      ("app-org.example.Player@1.service", "", "org.example.Player"),
      ("app-gnome-org.example.Some\\x2dThing.service", "", "org.example.Some-Thing"),
      ("worker.service", "app-org.example.Suite-77.slice", "org.example.Suite"),
      ("other.service", "", ""),
    ]
    for (unit, slice, name) in units {
      try start(unit, in: slice)
      let words = try manager.systemctl("show", "--value", "--property=MainPID", unit).output
      let processID = try #require(Int32(words.filter(\.isNumber)))
      let expected = Identity(ShortName(name)!, from: name.isEmpty ? .none : .unit)
      #expect(try identity(of: processID) == expected)
      try manager.systemctl("stop", unit)
    }
  }

  /// Starts an idle program in a unit of the tester's manager; an empty `slice` means app.slice.
  private func start(_ unit: String, in slice: String) throws {
    let program = try Program(
      ["systemd-run", "--user", "--unit=\(unit)", "--slice=\(slice.isEmpty ? "app.slice" : slice)", "sleep", "100"],
      as: .tester, environment: UserManager.environment)
    guard try program.wait() == 0 else { throw RigError("systemd-run: \(program.output)") }
  }

  @Test func `a program in a sandbox has the id of the file in its root folder`() throws {
    let root = "/run/sandbox"
    try Guest.run(
      "sh", "-c", "mkdir -p \(root) && cp \"$(command -v busybox)\" \(root)/busybox && chmod 755 \(root)/busybox")
    try Guest.run("sh", "-c", "printf '[Application]\\nname=org.example.Boxed\\n' > \(root)/.flatpak-info")
    let program = try Program(["chroot", root, "/busybox", "sleep", "100"])
    let boxed = Identity("org.example.Boxed", from: .flatpak)
    #expect(poll(upTo: waitLimit) { (try? identity(of: program.processID)) == boxed }, "\(program.output)")
    try Guest.run("sh", "-c", "mv \(root)/.flatpak-info \(root)/info && ln -s info \(root)/.flatpak-info")
    #expect(try identity(of: program.processID) == .hidden, "a link may lead anywhere")
  }

  @Test func `a program that is ended has no identity`() throws {
    let program = try Program(["sleep", "100"])
    let process = try PeerProcess(program.processID)
    program.signal(9)
    _ = try program.wait()
    let identity = IdentityReader().identity(of: process)
    #expect(identity == .hidden)
  }
}
