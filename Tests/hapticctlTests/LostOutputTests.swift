import Foundation
import Glibc
import TestSupport
import Testing

@testable import HapticControl

/// Output that cannot be written: to a full disk, to a closed descriptor, and to a reader that has left.
@Suite struct LostOutputTests {
  private static let commands = [
    "hapticctl feedbacks", "hapticctl plot impact.light --motor lra --svg -", "hapticctl plot impact.light --motor lra",
    "hapticctl explain impact.light --motor lra", "hapticctl get --json", "hapticctl get",
    "hapticctl lint <(echo [20])",
    "hapticctl --help", "hapticctl help play", "hapticctl --version", "hapticctl --generate-completion-script bash",
    "hapticctl doctor --json", "hapticd --version", "hapticd --help", "hapticd-studio --version",
    "hapticd-studio --help", "hapticd-studio --no-browser",
  ]

  private func shell(_ line: String) throws -> (status: Int32, output: String, errors: String) {
    let path = "PATH=\(Program.folder.path):$PATH; "
    return try Program("/bin/bash", ["-c", path + line], socket: "/nonexistent/s").result()
  }

  @Test(arguments: commands) func `output to a full disk ends with 2 and one line`(command: String) throws {
    let result = try shell("\(command) >/dev/full")
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errors.contains("cannot write to standard output: No space left on device (28); the output is"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: commands) func `a closed standard output ends with 2 and one line`(command: String) throws {
    let result = try shell("\(command) >&-")
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errors.contains("cannot write to standard output: Bad file descriptor (9); the output is"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `a command without output needs no standard output`() throws {
    let result = try shell("hapticd --theme >&-")
    #expect(!result.errors.contains("standard output"), "\(result.errors)")
  }

  @Test(arguments: commands.filter { !$0.contains("lint") })
  func `a closed pipe on standard output ends a program without a message`(command: String) throws {
    for ignoring in ["", "trap '' PIPE; "] {
      var ends: [Int32] = [0, 0]
      #expect(pipe(&ends) == 0)
      close(ends[0])
      let reader = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
      let line = "\(ignoring)PATH=\(Program.folder.path):$PATH; \(command)"
      let program = try Program("/bin/bash", ["-c", line], socket: "/nonexistent/s", to: reader)
      let result = program.result()
      #expect(result.errors.isEmpty, "\(result.errors)")
      #expect(result.status == 128 + SIGPIPE || result.status == SIGPIPE)
    }
  }

  @Test func `a command that runs until it is interrupted ends when its reader has left`() throws {
    let daemon = try Daemon()
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    let reader = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    let line = "trap '' PIPE; \(Program.folder.path)/hapticctl monitor"
    let monitor = try Program("/bin/bash", ["-c", line], socket: daemon.socket, to: reader)
    #expect(
      try TestWait.until {
        _ = try daemon.control("play", "selection")
        return !monitor.isRunning
      })
    #expect(monitor.result().errors.isEmpty)
  }

  @Test func `no source file writes output without a check`() throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    for folder in ["Clients/HapticControl", "Clients/HapticStudio", "Service/DaemonAssembly"] {
      let files = FileManager.default.enumerator(
        at: repository.appendingPathComponent("Sources/" + folder), includingPropertiesForKeys: nil)
      for case let file as URL in try #require(files) where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains(/(^|[^A-Za-z.])(print|puts|debugPrint|dump)\(/), "\(file.lastPathComponent)")
      }
    }
  }
}
