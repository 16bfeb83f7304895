// A watch on a folder follows the links of its path only when it starts. A link that is replaced later is a change in
// the folder of the link:
//
//   ~/.config/feedbackd ── link ──> /etc/static/feedbackd ── link ──> /nix/store/x/feedbackd
//   watch ~/.config for             watch /etc/static for             watch /nix/store/x for
//   "feedbackd"                     "feedbackd"                       "feedbackd"

/// The symbolic links on some paths, as places to watch: a change there may change the files at the paths.
public struct LinkTrail: Sendable {
  /// The folder of each link, and that of the last target. If a target does not exist, the folder in which it may appear.
  public private(set) var places: [WatchPlace] = []
  /// Whether some links may be missing, because there are too many links or files.
  public private(set) var isCut = false
  private let limit: Int
  private var readsLeft = mostReads

  /// The maximum number of files and of components of paths and links, so that neither many files nor long targets block
  /// the caller.
  private static let mostReads = 4096

  /// - Parameter limit: the maximum number of places.
  public init(limit: Int = 100) { self.limit = limit }

  /// Adds the links of a path, of its folders and of their targets. A path without links adds nothing.
  public mutating func follow(_ path: String) {
    if !SymbolicLink.mayBe(in: path) { return }
    var walk = PathWalk(path)
    while readsLeft > 0 {
      readsLeft -= 1
      switch walk.next() {
      case .end: return
      case .plain: continue
      case .place(let place): add(place)
      }
    }
    isCut = true
  }

  /// Adds the links of a path if the path itself is a link: for the files of a folder that `follow` has had.
  public mutating func follow(file path: String) {
    guard readsLeft > 0 else {
      isCut = true
      return
    }
    readsLeft -= 1
    if (try? SymbolicLink.target(of: path)) != nil { follow(path) }
  }

  private mutating func add(_ place: WatchPlace) {
    if places.contains(place) { return }
    if places.count < limit { places.append(place) } else { isCut = true }
  }
}

/// Resolves a path as the kernel does, one component at a time.
private struct PathWalk {
  enum Step {
    /// A file or folder that is not the target of a link.
    case plain
    /// A link, or the target of a link, or a missing part of its path.
    case place(WatchPlace)
    case end
  }

  /// The folder of the next component; contains no links.
  private var folder = "."
  /// The next component is the last element.
  private var components: [Substring] = []
  private var links = 0

  /// The kernel's limit for one path.
  private static let mostLinks = 40

  init(_ path: String) { enter(path) }

  private mutating func enter(_ path: String) {
    if path.hasPrefix("/") { folder = "/" }
    components += path.split(separator: "/").reversed()
  }

  mutating func next() -> Step {
    guard let component = components.popLast() else { return .end }
    if component == "." { return .plain }
    if component == ".." {
      folder = folder.hasPrefix("/") ? Folder.containing(folder) : folder + "/.."
      return .plain
    }
    return resolve(String(component))
  }

  private mutating func resolve(_ entry: String) -> Step {
    let place = WatchPlace(folder, entries: [entry])
    let path = folder == "/" ? "/\(entry)" : "\(folder)/\(entry)"
    do throws(Errno) {
      let target = try SymbolicLink.target(of: path)
      links += 1
      if links <= Self.mostLinks { enter(target) } else { components = [] }
      return .place(place)
    } catch {
      if error == .invalidArgument { folder = path } else { components = [] }
      return links > 0 && components.isEmpty ? .place(place) : .plain
    }
  }
}
