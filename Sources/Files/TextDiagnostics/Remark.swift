/// A message about a file while it is read; its line is computed later. If it is thrown, reading ends.
public struct Remark: Error, Hashable, Sendable {
  /// The position of a remark.
  public enum Place: Hashable, Sendable {
    /// The whole file.
    case file
    /// A named part without a known position.
    case named(String)
    /// A value of a JSON text.
    case value(JSONPath)
    /// The key of a value, if the key is the problem.
    case key(JSONPath)
    /// A byte offset in the text, with the key at that place.
    case byte(Int, key: String = "")

    /// The key without array indices: equal for the same problem in each element.
    var shape: String {
      switch self {
      case .value(let path), .key(let path): path.shape + " "
      case .byte(_, let key), .named(let key): key.filter { !$0.isNumber } + " "
      case .file: ""
      }
    }
  }

  public let place: Place
  public let message: String
  public let remedy: String

  public init(_ message: String, at place: Place, remedy: String) {
    self.message = message
    self.place = place
    self.remedy = remedy
  }

  var path: JSONPath? {
    switch place {
    case .value(let path), .key(let path): path
    case .file, .named, .byte: nil
    }
  }

  var key: String {
    switch place {
    case .value(let path), .key(let path): path.description
    case .byte(_, let key), .named(let key): key
    case .file: ""
    }
  }
}
