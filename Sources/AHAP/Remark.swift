/// Something to say about a file while it is being read, before anybody has looked up its line. Thrown, it ends the
/// reading.
public struct Remark: Error, Hashable, Sendable {
  public enum Place: Hashable, Sendable {
    case file
    /// A value of a JSON text.
    case value(JSONPath)
    /// The key of a value, where the key is what is wrong.
    case key(JSONPath)
    /// For texts that are no JSON: a place that is known already.
    case text(line: Int, column: Int, key: String)
    /// A byte of a JSON text.
    case byte(Int)
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
    case .file, .text, .byte: nil
    }
  }

  /// The key without the numbers in arrays: the same for what is wrong in each element.
  var shape: String {
    switch place {
    case .value(let path), .key(let path): path.shape + " "
    case .text(_, _, let key): key + " "
    case .file, .byte: ""
    }
  }
}
