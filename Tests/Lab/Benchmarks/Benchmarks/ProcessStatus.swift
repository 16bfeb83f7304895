internal import Glibc
internal import HapticSystem
internal import VirtualDevices

/// The status of a process, from the kernel.
struct ProcessStatus {
  /// By thread, how often it stopped running, which each time means that it ran.
  private let switches: [String: Int]
  var threads: Int { switches.count }
  /// In kibibytes. All memory is from `smaps_rollup`: the counts of `status` may be wrong by megabytes, because each
  /// processor adds its share of them later.
  let resident: Int
  let anonymous: Int
  /// Its share of what it has resident: pages that others use as well count in part.
  let proportional: Int

  init(_ process: Int32) throws {
    let folder = "/proc/\(process)"
    var switches: [String: Int] = [:]
    for task in try names(in: "\(folder)/task") {
      let lines = try fields("\(folder)/task/\(task)/status")
      switches[task] = (lines["voluntary_ctxt_switches"] ?? 0) + (lines["nonvoluntary_ctxt_switches"] ?? 0)
    }
    self.switches = switches
    let memory = try fields("\(folder)/smaps_rollup")
    resident = memory["Rss"] ?? 0
    anonymous = memory["Anonymous"] ?? 0
    proportional = memory["Pss"] ?? 0
  }

  /// The number of wakeups of its threads since then, without threads that have ended.
  func wakeups(since before: ProcessStatus) -> Int {
    switches.reduce(0) { $0 + $1.value - (before.switches[$1.key] ?? 0) }
  }

  var memory: String {
    "resident \(megabytes(resident)), anonymous \(megabytes(anonymous)), proportional \(megabytes(proportional))"
  }
}

func megabytes(_ kibibytes: Int) -> String { threeDigits(Double(kibibytes) / 1024) + " MB" }

/// `Name: 123 kB` per line.
private func fields(_ path: String) throws -> [String: Int] {
  var fields: [String: Int] = [:]
  for line in try text(of: path).split(separator: "\n") {
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let word = parts[1].split(whereSeparator: { $0 == " " || $0 == "\t" }).first else {
      continue
    }
    if let number = Int(word) { fields[String(parts[0])] = number }
  }
  return fields
}

/// The text of a small file.
func text(of path: String) throws -> String {
  guard let file = fopen(path, "r") else { throw RigError("\(path): \(Errno.last)") }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 65536)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes[..<count], as: UTF8.self)
}

private func names(in folder: String) throws -> [String] {
  guard let directory = opendir(folder) else { throw RigError("\(folder): \(Errno.last)") }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}
