/// A folder to keep an eye on, and which of its entries matter.
public struct WatchPlace: Equatable {
  public let path: String
  /// The entries that matter; nil where a rule says it.
  private let entries: [String]?
  private let isMeant: (String) -> Bool

  public init(_ path: String, entries: [String]) {
    self.path = path
    self.entries = entries
    isMeant = { entries.contains($0) }
  }

  /// - Parameter isMeant: whether an entry of this name matters. Places of the same path with a rule are equal: a folder
  ///   has one kind of files.
  public init(_ path: String, where isMeant: @escaping (String) -> Bool) {
    self.path = path
    entries = nil
    self.isMeant = isMeant
  }

  public static func == (left: WatchPlace, right: WatchPlace) -> Bool {
    left.path == right.path && left.entries == right.entries
  }

  /// Whether a change of this entry matters. Nil, for the folder itself, always does.
  public func matters(_ entry: String?) -> Bool { entry.map(isMeant) ?? true }
}
