import AHAP
import HapticPatterns
import TextDiagnostics

/// Returns an AHAP file with these entries in its pattern.
func file(_ entries: String...) -> String {
  #"{"Version": 1, "Pattern": ["# + entries.joined(separator: ", ") + "]}"
}

/// Returns an entry with one event.
func event(_ members: String) -> String { #"{"Event": {"# + members + "}}" }

/// Returns an entry with a tap that has these parameters.
func tap(_ parameters: String...) -> String {
  event(#""Time": 0, "EventType": "HapticTransient", "EventParameters": ["# + parameters.joined(separator: ", ") + "]")
}

func parameter(_ id: String, _ value: String) -> String { #"{"ParameterID": "\#(id)", "ParameterValue": \#(value)}"# }

func curve(_ id: String, at time: String = "0", _ points: String...) -> String {
  let list = points.joined(separator: ", ")
  return #"{"ParameterCurve": {"ParameterID": "\#(id)", "Time": \#(time), "ParameterCurveControlPoints": [\#(list)]}}"#
}

func point(_ time: String, _ value: String) -> String { #"{"Time": \#(time), "ParameterValue": \#(value)}"# }

func read(_ text: String) throws(Refused) -> AHAPFile { try AHAPFile.read(Array(text.utf8)).file }

/// Reads a file that must have no warnings: one refuses it.
func readExactly(_ bytes: [UInt8]) throws(Refused) -> AHAPFile {
  let (file, warnings) = try AHAPFile.read(bytes)
  if let warning = warnings.first { throw Refused(warning) }
  return file
}

func warnings(_ text: String) throws(Refused) -> [Finding] { try AHAPFile.read(Array(text.utf8)).warnings }

/// Returns the finding for which a text is refused; nil if it is not refused.
func refusal(_ text: String, limits: FileLimits = .standard) -> Finding? {
  refusal(Array(text.utf8), limits: limits)
}

func refusal(_ bytes: [UInt8], limits: FileLimits = .standard) -> Finding? {
  do throws(Refused) {
    _ = try AHAPFile.read(bytes, limits: limits)
    return nil
  } catch {
    return error.finding
  }
}
