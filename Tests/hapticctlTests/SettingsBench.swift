import Foundation
import TestSupport
import Testing

/// Temporary settings files, and hapticctl with these.
class SettingsBench {
  let folder: TestFolder
  var path: String { folder.path }

  init() throws { folder = try TestFolder() }

  var file: String { "\(path)/home/hapticd/hapticd.toml" }

  func control(_ arguments: String..., editor: String = "false") throws -> (
    status: Int32, output: String, errors: String
  ) {
    try result(of: start(arguments, editor: editor))
  }

  func start(_ arguments: [String], editor: String) throws -> Program {
    let environment = ["XDG_CONFIG_HOME": "\(path)/home", "XDG_CONFIG_DIRS": "\(path)/etc", "VISUAL": editor]
    return try Program("hapticctl", arguments, socket: "/nonexistent", environment: environment)
  }

  func result(of program: Program) -> (status: Int32, output: String, errors: String) {
    let result = program.result()
    func short(_ text: String) -> String { text.replacingOccurrences(of: path, with: "") }
    return (result.status, short(result.output), short(result.errors))
  }

  func write(_ text: String, to path: String? = nil) throws {
    let url = URL(filePath: path ?? file)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  var text: String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "no file" }

  var others: [String] {
    let entries = try? FileManager.default.contentsOfDirectory(atPath: "\(path)/home/hapticd")
    return (entries ?? []).filter { $0 != "hapticd.toml" }
  }

  func mode() throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int)
  }
}
