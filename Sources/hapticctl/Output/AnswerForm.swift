internal import FoundationEssentials
internal import HapticSystem

/// The form in which this process answers.
enum AnswerForm {
  /// Whether the command line asks for JSON. Known before the command line is parsed, so that mistakes in it are
  /// reported in JSON as well.
  static let isJSON = CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")
}

/// Writes a value as a JSON document to standard output. Commands print one document each; those that go on until they
/// are interrupted print one for each event.
///
/// - Parameter onOneLine: for streams, which are read line by line.
func printJSON(_ value: some Encodable, onOneLine: Bool = false) throws {
  print(try encodeJSON(value, onOneLine: onOneLine))
}

/// Keys without a value are left out.
func encodeJSON(_ value: some Encodable, onOneLine: Bool) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if !onOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
