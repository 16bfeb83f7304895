import Glibc
import HapticPatterns
import HapticProtocol
import HapticSystem
import Testing

@testable import HapticServer

@Suite(.serialized) struct `Rejected clients` {
  private let credentials = PeerCredentials(processID: getpid(), userID: 1000)

  private var program: String { get throws { try #require(credentials.programName) } }

  @Test func `a rejected client is named by application, process and program, and the source of its id`() throws {
    #expect(
      Peer(Identity("org.example.App", from: .flatpak), credentials).fullDescription
        == "org.example.App (pid \(getpid()), \(try program), says Flatpak)")
    #expect(
      Peer(Identity("org.example.App", from: .unit), credentials).fullDescription
        == "org.example.App (pid \(getpid()), \(try program), says systemd)")
    #expect(Peer(Identity(), credentials).fullDescription == "a client (pid \(getpid()), \(try program))")
    #expect(try program.count > 1)
  }

  @Test func `a rejected client that has ended is named by its process number`() {
    let gone = PeerCredentials(processID: .max, userID: 0)
    #expect(gone.programName == nil)
    #expect(Peer(Identity(), gone).fullDescription == "a client (pid \(Int32.max))")
    #expect(PeerCredentials(processID: 0, userID: 0).programName == nil)
  }

  @Test func `control characters in the name of a rejected program are escaped`() throws {
    let name = try program
    try rename(to: "ev\u{1b}[2Jil")
    let description = Peer(Identity(), credentials).fullDescription
    try rename(to: name)
    #expect(description == "a client (pid \(getpid()), ev\\u{1B}[2Jil)")
  }

  /// Renames this process.
  private func rename(to name: String) throws {
    let file = try #require(fopen("/proc/self/comm", "w"))
    defer { fclose(file) }
    try #require(fputs(name, file) >= 0)
  }

  @Test func `rejections are logged once in ten seconds, with their number`() {
    var rejections = RejectionLog()
    let start = Instant(nanoseconds: 1_000_000_000)
    func line(_ client: String, after time: Duration) -> String? {
      rejections.line(client, because: "it is full", at: start + time)
    }
    #expect(line("a", after: .zero) == "a was disconnected: it is full")
    for number in 1...1000 { #expect(line("b", after: .milliseconds(number)) == nil) }
    #expect(line("c", after: .seconds(10)) == "c was disconnected: it is full, after 1000 others")
    #expect(line("d", after: .seconds(11)) == nil)
    #expect(line("e", after: .seconds(30)) == "e was disconnected: it is full, after 1 others")
  }
}
