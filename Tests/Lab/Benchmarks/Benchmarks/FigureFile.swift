internal import Glibc
internal import VirtualDevices

/// Figures on their way from the program that measured them, here or in the guest, to the table: a line each, columns
/// separated by tabs.
struct FigureFile {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Adds a figure, and says it.
  func add(_ figure: Figure) throws {
    note("  " + figure.columns.filter { !$0.isEmpty }.joined(separator: " | "))
    guard let file = fopen(path, "a") else { throw RigError("\(path) cannot be written") }
    fputs(figure.columns.joined(separator: "\t") + "\n", file)
    fclose(file)
  }

  /// The columns of every figure in the files, in order; a file that is not there has none.
  static func read(_ paths: some Sequence<String>) throws -> [[String]] {
    paths.flatMap { path -> [[String]] in
      guard let file = fopen(path, "r") else { return [] }
      defer { fclose(file) }
      var rows: [[String]] = []
      var buffer = [CChar](repeating: 0, count: 4096)
      while fgets(&buffer, Int32(buffer.count), file) != nil {
        let line = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        rows.append(
          line.split(separator: "\n")[0].split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
      }
      return rows
    }
  }
}
