internal import HapticSystem

/// A file that may be saved again at any time, by being written or by another one taking its place.
struct WatchedFile: ~Copyable {
  let path: String
  private let name: String
  private let watch: FolderWatch

  /// - Throws: a failure where the file's folder cannot be watched.
  init(_ path: String) throws(Failure) {
    self.path = path
    let end = path.lastIndex(of: "/")
    name = String(end.map { path[path.index(after: $0)...] } ?? path[...])
    let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    do throws(Errno) { watch = try FolderWatch(folder) } catch {
      throw .usage("the folder \(folder) cannot be watched: \(error); play the file without --watch")
    }
  }

  /// The number to wait on.
  var descriptor: Int32 { watch.rawValue }

  /// Whether the file was saved since this was asked for last.
  ///
  /// - Throws: a failure where that cannot be known any more.
  func wasSaved() throws(Failure) -> Bool {
    do throws(Errno) {
      switch try watch.news() {
      case .saved(let names): return names.contains(name)
      case .unknown: return true
      }
    } catch {
      throw .refused("\(path) cannot be watched any more: \(error); start it again")
    }
  }
}
