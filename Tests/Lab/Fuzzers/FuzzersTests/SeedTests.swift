import Foundation
import FuzzBodies
import TestSupport
import Testing

/// The seeds of every fuzzer, including all inputs that once failed.
@Suite struct SeedTests {
  @Test(arguments: Fuzzer.all.map(\.name))
  func `each fuzzer has seeds, and all of them pass`(_ name: String) throws {
    let fuzzer = try #require(Fuzzer(named: name))
    let seeds = Seeds.files(of: name)
    #expect(!seeds.isEmpty, "\(Seeds.folder.path)/\(name) has no files")
    for seed in seeds {
      let input = [UInt8](try Data(contentsOf: seed))
      #expect(throws: Never.self, "\(name)/\(seed.lastPathComponent)") { try fuzzer.run(input) }
    }
  }

  @Test func `all seeds belong to a fuzzer`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Seeds.folder.path)
    #expect(folders.sorted() == Fuzzer.all.map(\.name).sorted())
  }

  /// Truncated inputs are found late by fuzzers, and occur early in transmissions.
  @Test(arguments: Fuzzer.all.map(\.name))
  func `a seed that is cut off at any byte passes`(_ name: String) throws {
    let fuzzer = try #require(Fuzzer(named: name))
    for seed in Seeds.files(of: name) {
      let input = [UInt8](try Data(contentsOf: seed))
      for count in stride(from: 0, to: input.count, by: max(1, input.count / TestExtent.all(16, quick: 3))) {
        #expect(throws: Never.self, "\(name)/\(seed.lastPathComponent) up to \(count)") {
          try fuzzer.run(Array(input.prefix(count)))
        }
      }
    }
  }
}

private enum Seeds {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Seeds").standardizedFileURL

  static func files(of fuzzer: String) -> [URL] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: fuzzer), includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }
  }
}
