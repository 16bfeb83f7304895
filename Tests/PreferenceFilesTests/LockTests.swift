import Glibc
import HapticSystem
import PreferenceEditing
import TestSupport
import Testing

@testable import PreferenceFiles

/// Two programs that change the settings at the same time.
@Suite struct LockTests {
  @Test func `a lock that another program keeps ends the change with its name and a remedy`() throws {
    let folder = try TestFolder()
    try folder.write("enabled = true\n", to: "hapticd.toml")
    let holder = try FileDescriptor.open(folder.path, [])
    #expect(flock(holder.rawValue, LOCK_EX) == 0)
    let file = SettingsFile(folder.path(of: "hapticd.toml"), lockTimeout: .zero)
    func message(_ body: () throws -> Void) -> String? {
      do { try body() } catch { return (error as? FileFailure)?.message }
      return nil
    }
    let failures = [
      message { try file.change { text throws(EditRefusal) in text } },
      message { try file.replace(Array("enabled = true\n".utf8), by: []) },
    ]
    for failure in failures {
      #expect(failure?.hasPrefix("\(folder.path) is locked by another program, and nothing is changed") == true)
      #expect(failure?.contains("'fuser \(folder.path)'") == true)
    }
    #expect(flock(holder.rawValue, LOCK_UN) == 0)
    #expect(message { try file.change { text throws(EditRefusal) in text } } == nil)
    #expect(try String(decoding: file.bytes(), as: UTF8.self) == "enabled = true\n")
  }
}
