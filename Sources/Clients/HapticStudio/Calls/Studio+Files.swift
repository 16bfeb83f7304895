internal import HapticControl
internal import HapticFiles
internal import HapticPatterns
internal import HapticSystem
internal import HapticThemes
internal import TextDiagnostics

/// The answer to `list`.
struct ListAnswer: Encodable {
  struct FeedbackPart: Encodable {
    let name, category: String
    let silent: Bool
    let pattern, theme: String
    /// The file in the opened folder; nil if the pattern is elsewhere.
    let file: String?
    let chain: [String]
  }

  /// `folder`, `file` or `theme`.
  let kind: String
  let title: String
  let folder: String?
  let writable: Bool
  let files: [FolderFile]
  let feedbacks: [FeedbackPart]
  /// The file of the command line.
  let open: String?
  /// The reason why the feedbacks of a theme are not listed: a mistake in its table.
  let message: String?
}

/// The answer to `open` and `import`.
struct OpenAnswer: Encodable {
  /// Nil if the text has no file that can be saved.
  var file: String?
  /// A name for a new file.
  let suggested: String
  let text: String
  var version: String?
  /// The format that was converted to AHAP.
  var imported: String?
  /// `lf` or `crlf`.
  var newline = "lf"
}

/// The answer to `save`.
struct SaveAnswer: Encodable { let file, version: String }

extension Studio {
  func list() -> ListAnswer {
    var feedbacks: [ThemedFeedback] = []
    var message: String?
    // The files are listed nevertheless, because the mistake may be mended meanwhile.
    do throws(StudioError) { feedbacks = try target.loadTheme()?.feedbacks ?? [] } catch { message = error.message }
    return ListAnswer(
      kind: target.kind.rawValue, title: target.title, folder: target.folder?.path,
      writable: target.folder?.isWritable ?? false, files: target.folder?.files() ?? [],
      feedbacks: feedbacks.map { ListAnswer.FeedbackPart($0, in: target.folder?.path) }, open: target.file,
      message: message)
  }

  func open(_ fields: CallFields) throws(StudioError) -> OpenAnswer {
    if let feedback = try fields.optionalText("feedback") { return try open(feedback: feedback) }
    let name = try fields.text("file")
    guard let folder = target.folder else { throw Self.noFolder }
    let bytes = try folder.read(name, upTo: FileLimits.standard.maximumBytes)
    var answer = try Self.opened(bytes, name: name)
    if answer.imported == nil { (answer.file, answer.version) = (name, FileVersion(bytes).text) }
    return answer
  }

  static let noFolder = StudioError(
    .refused, "no folder is open", remedy: "make one for the theme: hapticctl theme new NAME")

  func importText(_ fields: CallFields) throws(StudioError) -> OpenAnswer {
    let name = try fields.text("name")
    return try Self.opened(try fields.patternText(), name: name)
  }

  /// The text of a file as AHAP. A text with mistakes is opened as well, so that they can be mended.
  private static func opened(_ bytes: [UInt8], name: String) throws(StudioError) -> OpenAnswer {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw StudioError(.unreadable, "\(Quotation.quoted(name)) is not a text in UTF-8")
    }
    let plain = text.hasPrefix("\u{feff}") ? String(text.unicodeScalars.dropFirst()) : text
    let isCRLF = plain.utf8.contains(0x0d)
    let lines = isCRLF ? plain.replacingLineEnds : plain
    let suggested = suggestedName(name)
    if name.lowercased().hasSuffix(".ahap") {
      return OpenAnswer(suggested: suggested, text: lines, newline: isCRLF ? "crlf" : "lf")
    }
    let file: PatternFile
    do throws(Refused) { file = try PatternFile.read(bytes, name: name) } catch {
      throw StudioError(.unreadable, error.finding.line(in: name), remedy: error.finding.remedy)
    }
    if file.format == .ahap { return OpenAnswer(suggested: suggested, text: lines, newline: isCRLF ? "crlf" : "lf") }
    let ahap = try writtenPattern(file.pattern, as: .ahap, file.metadata)
    return OpenAnswer(suggested: suggested, text: ahap.text, imported: file.format.name)
  }

  private static func suggestedName(_ name: String) -> String {
    let last = Folder.name(of: name)
    guard let suffix = SubjectName.suffixes.first(where: { last.lowercased().hasSuffix($0) }) else {
      return last + ".ahap"
    }
    return last.dropLast(suffix.count) + ".ahap"
  }

  private func open(feedback name: String) throws(StudioError) -> OpenAnswer {
    guard let theme = try target.loadTheme() else { throw .badRequest("no theme is open") }
    guard let found = theme.feedbacks.first(where: { $0.feedback.name.description == name }) else {
      throw StudioError(.notFound, "the theme has no feedback \(Quotation.quoted(name))")
    }
    guard !found.isSilent else { throw StudioError(.refused, "\(name) is silent on purpose and has no pattern") }
    let own = ListAnswer.FeedbackPart(found, in: target.folder?.path).file
    if let own, let folder = target.folder {
      let bytes = try folder.read(own, upTo: FileLimits.standard.maximumBytes)
      var answer = try Self.opened(bytes, name: own)
      (answer.file, answer.version) = (own, FileVersion(bytes).text)
      return answer
    }
    let text = try Self.writtenPattern(found.feedback.pattern, as: .ahap, [:]).text
    return OpenAnswer(suggested: "\(found.feedback.name).ahap", text: text)
  }

  // MARK: Saving

  func save(_ fields: CallFields) throws(StudioError) -> SaveAnswer {
    let name = try fields.text("file")
    guard let folder = target.folder else { throw Self.noFolder }
    guard SubjectName.isPatternFile(name), name != ThemeLint.tableName else {
      throw .badRequest(
        "\(Quotation.quoted(name)) is not the name of a pattern file; \(SubjectName.suffixes.joined(separator: ", "))")
    }
    var bytes = try fields.patternText()
    if try fields.optionalText("newline") == "crlf" {
      bytes = bytes.flatMap { $0 == UInt8(ascii: "\n") ? [0x0d, $0] : [$0] }
    }
    let version = try fields.optionalText("version").map { FileVersion(text: $0) }
    let saved = try folder.save(name, bytes, replacing: version, isForced: try fields.flag("replace", default: false))
    return SaveAnswer(file: name, version: saved.text)
  }
}

extension ListAnswer.FeedbackPart {
  /// - Parameter folder: the path of the opened folder.
  fileprivate init(_ themed: ThemedFeedback, in folder: String?) {
    var file: String?
    if !themed.isSilent, let folder, let path = themed.path {
      let name = Folder.name(of: path)
      if path == "\(folder)/\(name)" { file = name }
    }
    self.init(
      name: "\(themed.feedback.name)", category: themed.feedback.category.name, silent: themed.isSilent,
      pattern: "\(themed.patternName)", theme: "\(themed.theme)", file: file, chain: themed.chain.map(\.description))
  }
}

extension String {
  /// The text with one character at the end of each line.
  fileprivate var replacingLineEnds: String {
    var text = ""
    text.reserveCapacity(utf8.count)
    // A line end of two characters is one character of Swift.
    for character in self { text.append(character == "\r\n" || character == "\r" ? "\n" : character) }
    return text
  }
}
