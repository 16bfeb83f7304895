internal import ArgumentParser
package import HapticFiles
internal import Haptics
internal import TextDiagnostics

/// The formats of `show` and `convert`, by their names on the command line.
package enum ExportFormat: String, CaseIterable {
  case ahap, haptic, android, web

  package var format: PatternFormat { row.format }
  /// The suffix of the files that `convert` writes.
  package var suffix: String { row.suffix }

  private var row: (format: PatternFormat, suffix: String) {
    switch self {
    case .ahap: (.ahap, ".ahap")
    case .haptic: (.haptic, ".haptic")
    case .android: (.androidXML, ".xml")
    case .web: (.web, ".json")
    }
  }

  package static let names = allCases.map(\.rawValue).joined(separator: ", ")

  static func parse(_ name: String) throws -> ExportFormat {
    if let format = ExportFormat(rawValue: name) { return format }
    throw ValidationError("'\(name)' is not a format that can be written; expected one of \(names)")
  }
}

struct ExportOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("The format: \(ExportFormat.names). The default is ahap.", valueName: "format"),
    completion: .list(ExportFormat.allCases.map(\.rawValue)), transform: ExportFormat.parse)
  var format = ExportFormat.ahap
}

extension Subject {
  func written(as format: ExportFormat) throws(Failure) -> WrittenPattern {
    guard isFile || !pattern.events.isEmpty else {
      throw .refused("\(name) is silent on purpose and has no pattern; 'hapticctl explain \(name)' names its theme")
    }
    return try .of(pattern, as: format.format, metadataOf: file, named: title)
  }
}

extension WrittenPattern {
  /// - Parameter name: that of what the pattern was made from, for a message.
  static func of(
    _ pattern: Pattern, as format: PatternFormat = .ahap, metadataOf file: PatternFile? = nil, named name: String
  ) throws(Failure) -> WrittenPattern {
    do throws(Refused) { return try WrittenPattern(pattern, as: format, metadataOf: file) } catch {
      throw .refused("\(name): \(error.finding.message); \(error.finding.remedy)")
    }
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text for standard output, where a terminal may read it.
  var shownText: String { format == .androidXML ? text : text.escapedInJSON }

  func reportLosses(of name: String) {
    for loss in losses { printWarning("\(name): not in \(format.name): \(loss)") }
  }
}
