internal import HapticControl
internal import HapticFiles
internal import HapticPatterns
internal import HapticSystem
internal import HapticThemes
internal import TextDiagnostics

extension Studio {
  /// What was opened. `message` is the reason why the feedbacks of a theme are not listed: a mistake in its table.
  func list() -> JSONObject {
    var feedbacks: [ThemedFeedback] = []
    var message: String?
    // The files are listed nevertheless, because the mistake may be mended meanwhile.
    do throws(StudioError) { feedbacks = try target.loadTheme()?.feedbacks ?? [] } catch { message = error.message }
    return [
      "kind": target.kind, "title": target.title, "folder": target.folder?.path,
      "writable": target.folder?.isWritable ?? false, "files": target.folder?.files() ?? [],
      "feedbacks": feedbacks.map(listed), "open": target.file, "message": message,
    ]
  }

  private func listed(_ themed: ThemedFeedback) -> JSONObject {
    [
      "name": "\(themed.feedback.name)", "category": themed.feedback.category.name, "silent": themed.isSilent,
      "pattern": "\(themed.patternName)", "theme": "\(themed.theme)", "file": themed.file(in: target.folder?.path),
      "chain": themed.chain.map(\.description),
    ]
  }

  func open(_ fields: CallFields) throws(StudioError) -> JSONObject {
    if let feedback = try fields.optionalText("feedback") { return try open(feedback: feedback) }
    let name = try fields.text("file")
    guard let folder = target.folder else { throw Self.noFolder }
    return try Self.open(name, in: folder)
  }

  private static func open(_ name: String, in folder: OpenedFolder) throws(StudioError) -> JSONObject {
    try opened(try folder.read(name, upTo: FileLimits.standard.maximumBytes), name: name, canBeSaved: true)
  }

  static let noFolder = StudioError(
    .refused, "no folder is open", remedy: "make one for the theme: hapticctl theme new NAME")

  func importText(_ fields: CallFields) throws(StudioError) -> JSONObject {
    let name = try fields.text("name")
    return try Self.opened(try fields.patternText(), name: name, canBeSaved: false)
  }

  /// The text of a file as AHAP. A text with mistakes is opened as well, so that they can be mended.
  ///
  /// - Parameter canBeSaved: whether the text has a file of the folder; one that is converted to AHAP needs a new file.
  private static func opened(_ bytes: [UInt8], name: String, canBeSaved: Bool) throws(StudioError) -> JSONObject {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw StudioError(.unreadable, "\(Quotation.quoted(name)) is not a text in UTF-8")
    }
    if !name.lowercased().hasSuffix(".ahap") {
      let file = try readAnyFormat(bytes, name)
      if file.format != .ahap {
        let ahap = try writtenPattern(file.pattern, as: .ahap, file)
        return [
          "suggested": suggestedName(name), "text": ahap.text, "imported": file.format.name, "newline": "lf",
        ]
      }
    }
    let plain = text.hasPrefix("\u{feff}") ? String(text.unicodeScalars.dropFirst()) : text
    let isCRLF = plain.utf8.contains(0x0d)
    // A line end of two characters is one character of Swift.
    let lines = isCRLF ? String(plain.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }) : plain
    return [
      "file": canBeSaved ? name : nil, "suggested": suggestedName(name), "text": lines,
      "version": canBeSaved ? FileVersion(bytes).text : nil, "newline": isCRLF ? "crlf" : "lf",
    ]
  }

  private static func suggestedName(_ name: String) -> String { SubjectName.base(of: Folder.name(of: name)) + ".ahap" }

  private func open(feedback name: String) throws(StudioError) -> JSONObject {
    guard let theme = try target.loadTheme() else { throw .badRequest("no theme is open") }
    guard let found = theme.feedbacks.first(where: { $0.feedback.name.description == name }) else {
      throw StudioError(.notFound, "the theme has no feedback \(Quotation.quoted(name))")
    }
    guard !found.isSilent else { throw StudioError(.refused, "\(name) is silent on purpose and has no pattern") }
    if let folder = target.folder, let own = found.file(in: folder.path) { return try Self.open(own, in: folder) }
    let text = try Self.writtenPattern(found.feedback.pattern, as: .ahap).text
    return ["suggested": "\(found.feedback.name).ahap", "text": text, "newline": "lf"]
  }

  // MARK: Saving

  func save(_ fields: CallFields) throws(StudioError) -> JSONObject {
    let name = try fields.text("file")
    guard let folder = target.folder else { throw Self.noFolder }
    guard SubjectName.isPatternFile(name), name != ThemeTable.fileName else {
      throw .badRequest(
        "\(Quotation.quoted(name)) is not the name of a pattern file; \(SubjectName.suffixes.joined(separator: ", "))")
    }
    let version = try fields.optionalText("version").map { FileVersion(text: $0) }
    let newline: [UInt8] = try fields.optionalText("newline") == "crlf" ? [0x0d, 0x0a] : [0x0a]
    let form = Self.form(of: name, version, in: folder)
    let bytes = form.applied(to: try fields.patternText(), newline: newline)
    let saved = try folder.save(name, bytes, replacing: version, isForced: try fields.flag("replace", default: false))
    return ["file": name, "version": saved.text]
  }

  /// The form of the file that the page has opened; that of a new file if another program has changed it.
  private static func form(of name: String, _ version: FileVersion?, in folder: OpenedFolder) -> TextForm {
    guard let version, let bytes = try? folder.read(name, upTo: FileLimits.standard.maximumBytes),
      FileVersion(bytes) == version
    else { return TextForm([]) }
    return TextForm(bytes)
  }
}

extension ThemedFeedback {
  /// The file in the opened folder; nil if the pattern is elsewhere.
  ///
  /// - Parameter folder: the path of the opened folder.
  fileprivate func file(in folder: String?) -> String? {
    guard !isSilent, let folder, let path else { return nil }
    let name = Folder.name(of: path)
    return path == "\(folder)/\(name)" ? name : nil
  }
}
