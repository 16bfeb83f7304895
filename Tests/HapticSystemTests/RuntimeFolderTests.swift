import Glibc
import TestSupport
import Testing

@testable import HapticSystem

@Suite struct RuntimeFolderTests {
  @Test func `a folder that is no place for a socket is refused with what to do`() throws {
    let folder = try TestFolder()
    let file = try folder.write("", to: "file")
    #expect(fault(nil) == .notSet && fault("") == .notSet)
    #expect(fault("run/user") == .relative("run/user"))
    #expect(fault(folder.path(of: "none")) == .missing(folder.path(of: "none")))
    #expect(fault(file) == .notFolder(file))
    #expect(fault(file + "/x") == .refused(file + "/x", .notDirectory))
    #expect(fault(folder.path, userID: geteuid() + 1) == .foreign(folder.path, ownerID: geteuid()))
    #expect(fault(folder.path) == nil)
  }

  @Test func `a chosen socket path is used unchanged`() throws {
    #expect(try DaemonSocket.file("x").path() == "x")
    let folder = try TestFolder()
    #expect(try DaemonSocket.inRuntimeFolder(folder.path).path() == folder.path + "/hapticd.sock")
  }

  private func fault(_ value: String?, userID: UInt32 = geteuid()) -> RuntimeFolderFault? {
    do {
      _ = try RuntimeFolder.path(value, userID: userID)
      return nil
    } catch {
      return error
    }
  }
}
