internal import Glibc
internal import HapticSystem

/// A file that may be saved at any time, by a write or by a rename of another file to its name. A change of its mode after
/// which it can be read, or no longer, counts as a save. If the path has symbolic links, watches the current target, and the
/// links, which may be replaced. While a folder of the file does not exist, watches the folder in which it may appear.
struct WatchedFile: ~Copyable {
  private let path: String
  private let watch: FolderWatch
  private let places: Places

  /// The file and the links to it at the last change.
  private final class Places {
    var list: [WatchPlace] = []
    var access = Access.missing

    /// Whether the file has become readable or unreadable. A new file, whose mode may be set before it is written, does not
    /// count.
    func hasOtherAccess(_ path: String) -> Bool {
      let present = Access(to: path)
      return access != .missing && present != .missing && access != present
    }

    func hasLinkOrFolder(_ name: String) -> Bool {
      list.contains { place in
        let kind = try? FileStatus(of: "\(place.path)/\(name)").kind
        return place.matters(name) && kind != nil && kind != .ordinary
      }
    }
  }

  private enum Access {
    case readable, unreadable, missing

    init(to path: String) {
      let isReadable = unsafe access(path, R_OK) == 0
      self = isReadable ? .readable : SubjectName.fileExists(path) ? .unreadable : .missing
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
    places.access = Access(to: path)
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
    let (path, places) = (self.path, self.places)
    do throws(Errno) {
      switch try watch.news(where: { places.hasLinkOrFolder($0) }, or: { _ in places.hasOtherAccess(path) }) {
      case .saved(let names):
        guard names.contains(where: { name in places.list.contains { $0.matters(name) } }) else { return false }
      case .unknown: break
      }
      follow()
      let before = places.access
      places.access = Access(to: path)
      return places.access == .readable || places.access != before
    } catch {
      throw lost(error)
    }
  }

  private func lost(_ error: Errno) -> Failure {
    .refused("\(path) can no longer be watched: \(error); run the command again")
  }
}
