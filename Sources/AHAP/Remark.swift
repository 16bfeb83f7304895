/// Something to say about a file while it is being read, before anybody has looked up its line. Thrown, it ends the
/// reading.
public struct Remark: Error, Hashable, Sendable {
  public enum Place: Hashable, Sendable {
    /// All of it.
    case file
    /// Something that has a name, and no place that is known.
    case named(String)
    /// A value of a JSON text.
    case value(JSONPath)
    /// The key of a value, where the key is what is wrong.
    case key(JSONPath)
    /// A byte of the text, and what stands there.
    case byte(Int, key: String = "")

    /// The key without the numbers in arrays: the same for what is wrong in each element.
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
