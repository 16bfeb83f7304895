internal import Glibc
internal import HapticSystem

/// A file that may be saved at any time, by a write or by a rename of another file to its name. If the path has symbolic
/// links, watches the current target, and the links, which may be replaced. While a folder of the file does not exist, watches
/// the folder in which it may appear.
struct WatchedFile: ~Copyable {
  private let path: String
  private let watch: FolderWatch
  private let places: Places

  /// The file and the links to it at the last change.
  private final class Places {
    var list: [WatchPlace] = []
    /// Whether there was no file.
    var areEmpty = false

    func hasLinkOrFolder(_ name: String) -> Bool {
      list.contains { place in
        let kind = try? FileStatus(of: "\(place.path)/\(name)").kind
        return place.matters(name) && kind != nil && kind != .ordinary
      }
    }
  }

  init(_ name: String) throws(Failure) {
    let path = PatternPath(name).path
    guard let kind = try? FileStatus(of: path, followingLinks: true).kind else {
      throw .usage("there is no file \(name.shownName); check its path")
    }
    guard kind == .ordinary else {
      throw .usage("\(path) is not a regular file; --watch waits until a file is saved")
    }
    // Each throw comes before the first assignment: Swift 6.2 fails on a partly initialised noncopyable value.
    let real = Folder.resolved(path) ?? path
    watch = try Self.watch(Folder.containing(real))
    self.path = path
    places = Places()
    follow()
  }

  /// Finds the file and the links to it. A folder that cannot be watched is left out: the file itself is watched.
  private func follow() {
    let real = Folder.resolved(path) ?? (path.hasPrefix("/") ? path : "./" + path)
    var links = LinkTrail()
    links.follow(path)
    let all = [WatchPlace(Folder.containing(real), entries: [Folder.name(of: real)])] + links.places
    // No path has more components.
    places.list = all.compactMap { $0.closest(within: Int(PATH_MAX), where: Folder.exists) }
    for place in places.list { try? watch.add(place.path) }
  }

  private static func watch(_ folder: String) throws(Failure) -> FolderWatch {
    do throws(Errno) {
      return try FolderWatch(folder)
    } catch {
      throw .usage("the folder \(folder) cannot be watched: \(error); play the file without --watch")
    }
  }

  var descriptor: Int32 { watch.rawValue }

  func waitUntilSaved() throws(Failure) {
    repeat {
      do throws(Errno) { try waitUntilReadable(descriptor, timeout: .seconds(3600)) } catch { throw lost(error) }
    } while try !wasSaved()
  }

  /// Whether the file was saved since the last call.
  func wasSaved() throws(Failure) -> Bool {
    let places = self.places
    do throws(Errno) {
      switch try watch.news(where: { places.hasLinkOrFolder($0) }) {
      case .saved(let names):
        guard names.contains(where: { name in places.list.contains { $0.matters(name) } }) else { return false }
      case .unknown: break
      }
      follow()
      let wasEmpty = places.areEmpty
      places.areEmpty = !SubjectName.fileExists(path)
      return !(wasEmpty && places.areEmpty)
    } catch {
      throw lost(error)
    }
  }

  private func lost(_ error: Errno) -> Failure {
    .refused("\(path) can no longer be watched: \(error); run the command again")
  }
}
