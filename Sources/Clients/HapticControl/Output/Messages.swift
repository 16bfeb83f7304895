internal import Glibc
internal import Haptics
internal import JSONEncoding

// Messages on standard error: text, or one JSON document per line with --json.

/// Reports the reason why the command ends without success.
func report(_ failure: Failure) {
  failure.warnings.forEach(printWarning(line:))
  writeMessage(failure.message, .red, .error(failure))
}

/// Reports why another program of hapticctl ends with the exit status 2.
package func reportMistake(_ message: String, of program: String) {
  if wantsJSON { return report(Failure.usage(message)) }
  writeError("\(program): \(message)\n")
}

/// Reports a warning; the command continues.
func printWarning(_ message: String) {
  writeMessage(message, .yellow, .warning(message))
}

/// Reports a line of `lint` as a warning. It begins with the file, so that editors find the place.
func printWarning(line: String) {
  if wantsJSON { return printWarning(line) }
  writeError(Screen.standardError.text(of: line))
}

extension JSONObject {
  static func error(_ failure: Failure) -> JSONObject {
    let error: JSONObject = [
      "exitStatus": failure.code.rawValue, "message": failure.message, "verdict": failure.verdict?.name,
    ]
    return ["error": error]
  }

  static func warning(_ message: String) -> JSONObject { ["warning": ["message": message]] }
}

private func writeMessage(_ message: String, _ color: Color, _ json: JSONObject) {
  if wantsJSON, let document = try? encodeJSON(json, onOneLine: true) { return writeError(document + "\n") }
  let screen = Screen.standardError
  writeError(screen.text(of: "hapticctl:".painted(color, on: screen) + " " + message))
}

/// Asks a question on standard error, because standard output is for the results.
///
/// - Returns: whether the user replied `y` or `yes`.
func isConfirmed(_ question: String) -> Bool {
  OutputBuffer.flush()
  writeError("\(question.escapedForTerminal) [y/N] ")
  return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
}

/// Writes to standard error in one call, so that the lines of several programs do not mix.
package func writeError(_ text: String) {
  let bytes = Array(text.utf8)
  // unsafe: the kernel reads the bytes only during the call
  _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Whether the command line requests JSON. Checked before the command line is parsed, so that errors in it are also
/// printed as JSON.
private let wantsJSON = CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")

/// Writes a value as a JSON document to standard output. Most commands print one document; commands that run until
/// they are interrupted print one for each event.
///
/// - Parameter onOneLine: whether the document takes one line, for streams that are read line by line.
func printJSON(_ value: some Encodable, onOneLine: Bool = false) throws {
  OutputBuffer.add(try encodeJSON(value, onOneLine: onOneLine) + "\n")
}

extension OutputOptions {
  /// Prints a result: as JSON, or as lines.
  func show(_ result: @autoclosure () throws -> some Encodable, _ lines: (Screen) throws -> [String]) throws {
    if json { return try printJSON(result()) }
    let screen = Screen.standardOutput
    screen.show(try lines(screen))
  }

  /// Prints a result: as JSON, or as a line.
  func show(_ result: @autoclosure () throws -> JSONObject, line: String) throws { try show(result()) { _ in [line] } }
}

/// Encodes a value as JSON with sorted keys. Keys without a value are omitted.
package func encodeJSON(_ value: some Encodable, onOneLine: Bool) throws -> String {
  let style: JSONEncoding.Style = onOneLine ? .sortedKeys : [.sortedKeys, .indented]
  return String(decoding: try JSONEncoding.bytes(of: value, style), as: UTF8.self).escapedInJSON
}
