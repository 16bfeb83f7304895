internal import FoundationEssentials
internal import HapticSystem

/// The output format of this process.
enum AnswerForm {
  /// Whether the command line requests JSON. Checked before the command line is parsed, so that errors in it are also
  /// printed as JSON.
  static let isJSON = CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")
}

/// Writes a value as a JSON document to standard output. Most commands print one document; commands that run until
/// they are interrupted print one for each event.
///
/// - Parameter onOneLine: whether the document takes one line, for streams that are read line by line.
func printJSON(_ value: some Encodable, onOneLine: Bool = false) throws {
  print(try encodeJSON(value, onOneLine: onOneLine))
}

/// Encodes a value as JSON with sorted keys. Keys without a value are omitted.
func encodeJSON(_ value: some Encodable, onOneLine: Bool) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if !onOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
