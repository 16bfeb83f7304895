import Glibc
import VirtualDevices

/// The resources that the daemon uses.
struct Figures: Equatable {
  /// Memory in KiB.
  let resident: Int
  let anonymous: Int
  let descriptors: Int
  let threads: Int

  init(_ process: Int32) throws {
    let status = try Self.status(process)
    resident = status["VmRSS"] ?? 0
    anonymous = status["RssAnon"] ?? 0
    threads = status["Threads"] ?? 0
    descriptors = Self.count("/proc/\(process)/fd")
  }

  var words: String {
    "resident \(resident) kB, anonymous \(anonymous) kB, descriptors \(descriptors), threads \(threads)"
  }

  private static func status(_ process: Int32) throws -> [String: Int] {
    guard let file = fopen("/proc/\(process)/status", "r") else { throw RigError("process \(process) is gone") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16384)
    let count = fread(&bytes, 1, bytes.count, file)
    var fields: [String: Int] = [:]
    for line in String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == ":" || $0 == " " || $0 == "\t" })
      if words.count >= 2, let number = Int(words[1]) { fields[String(words[0])] = number }
    }
    return fields
  }

  /// The number of entries in a folder.
  private static func count(_ folder: String) -> Int {
    guard let directory = opendir(folder) else { return 0 }
    defer { closedir(directory) }
    var count = 0
    while let entry = readdir(directory) { if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 } }
    return count
  }
}
