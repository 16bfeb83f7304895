/// A folder to watch, with the relevant entries.
public struct WatchPlace: Equatable, Sendable {
  /// The path of the folder.
  public let path: String
  /// The relevant entries; nil if a rule selects them.
  private let entries: [String]?
  private let isMeant: @Sendable (String) -> Bool

  public init(_ path: String, entries: [String]) {
    self.path = path
    self.entries = entries
    isMeant = { entries.contains($0) }
  }

  /// Creates a place with a rule. Places with the same path and a rule are equal: a folder has one kind of files.
  ///
  /// - Parameter isMeant: whether an entry of this name is relevant.
  public init(_ path: String, where isMeant: @escaping @Sendable (String) -> Bool) {
    self.path = path
    entries = nil
    self.isMeant = isMeant
  }

  public static func == (left: WatchPlace, right: WatchPlace) -> Bool {
    left.path == right.path && left.entries == right.entries
  }

  /// Whether a change of this entry is relevant. Nil, which means the folder itself, always is.
  public func matters(_ entry: String?) -> Bool { entry.map(isMeant) ?? true }

  /// This place, or, while its folder does not exist, the closest existing parent with the entry that leads to it: only
  /// existing folders can be watched. Nil if none of the parents exists.
  ///
  /// - Parameters:
  ///   - levels: the number of parents to consider.
  ///   - exists: whether a folder exists at a path.
  public func closest(within levels: Int, where exists: (String) -> Bool) -> WatchPlace? {
    var place = self
    for _ in 0..<levels where !exists(place.path) {
      guard place.path.contains("/") else { return nil }
      place = WatchPlace(Folder.containing(place.path), entries: [Folder.name(of: place.path)])
    }
    return exists(place.path) ? place : nil
  }
}

/// All places to watch for some files.
public struct WatchList: Equatable, Sendable {
  public private(set) var places: [WatchPlace]
  /// Whether some places are missing, because there are too many links or files.
  public private(set) var isCut: Bool

  /// - Parameter links: the symbolic links on the way to the files, which are watched as well.
  public init(_ places: [WatchPlace] = [], links: LinkTrail = LinkTrail()) {
    self.places = places + links.places
    isCut = links.isCut
  }
}
