internal import HapticPatterns
internal import TextDiagnostics

/// The content of a `theme.json`, with the positions of its parts.
package struct ThemeTable {
  /// An entry for a feedback. For missing keys, the lower layers apply.
  struct Entry {
    let name: ShortName
    var category: Category?
    /// A file in the folder of the table.
    var pattern: PatternFileName?
    /// The feedback to play if there is no pattern.
    var fallback: ShortName?
    var isSilent = false
    let path: JSONPath

    /// The name of a file, and its name for display.
    struct PatternFileName {
      let file: String
      let name: ShortName

      /// Creates a name, or nil if it is too long.
      init?(_ file: String) {
        guard let name = ShortName(file.hasSuffix(".ahap") ? file.dropLast(".ahap".count) : file[...]) else {
          return nil
        }
        (self.file, self.name) = (file, name)
      }
    }

    /// Whether the entry has a pattern or a fallback, or is silent.
    var hasContent: Bool { isSilent || pattern != nil || fallback != nil }

    func place(of key: String) -> Remark.Place { .value(.member(of: path, key)) }
  }

  package static let fileName = "theme.json"

  private(set) var parent: ShortName?
  /// The entries in the order of the file, each name once.
  private(set) var entries: [Entry] = []

  /// Creates a table of a built-in theme. The names of `entries` must differ.
  init(parent: ShortName?, _ entries: [Entry]) {
    self.parent = parent
    self.entries = entries
  }

  /// Reads the table of the theme with this name. An invalid entry is skipped; other entries stay valid.
  ///
  /// - Throws: a remark if the value is not a table.
  init(_ root: JSONNode, of theme: ShortName, _ report: inout DiagnosticReport) throws(Remark) {
    guard case .object = root.value, var fields = JSONFields(root, &report) else {
      throw root.remark("found \(root.value.kind); expected a table", remedy: #"write { "Feedbacks": [...] }"#)
    }
    checkName(of: theme, &fields, &report)
    parent = Self.name("Parent", of: "theme", &fields, &report)
    _ = fields.take("Description", &report)
    _ = fields.take("Metadata", &report)
    let lines = fields.elements("Feedbacks", &report)
    fields.finish(&report)
    guard lines.count <= ThemeLimits.feedbacks else {
      throw root.remark("more than \(ThemeLimits.feedbacks) feedbacks", remedy: "remove unused feedbacks")
    }
    var positions: [ShortName: Int] = [:]
    for line in lines {
      guard let entry = Self.entry(line, &report) else { continue }
      if let position = positions[entry.name] {
        report.warn(
          "a duplicate \(entry.name); the last one counts", at: .value(entry.path), remedy: "keep one of them")
        entries[position] = entry
      } else {
        positions[entry.name] = entries.count
        entries.append(entry)
      }
    }
  }

  private func checkName(of theme: ShortName, _ fields: inout JSONFields, _ report: inout DiagnosticReport) {
    guard let (name, path) = fields.string("Name", &report), name != theme.description else { return }
    report.warn(
      "\(Quotation.quoted(name)) is not the folder's name; the folder's name counts", at: .value(path),
      remedy: "write \"\(theme)\", or rename the folder")
  }

  // MARK: Entries

  private static func entry(_ node: JSONNode, _ report: inout DiagnosticReport) -> Entry? {
    guard var fields = JSONFields(node, &report) else { return nil }
    let name = name("Name", of: "feedback", &fields, &report)
    var entry = name.map { Entry(name: $0, path: node.path) }
    entry?.category = category(&fields, &report)
    entry?.pattern = pattern(&fields, &report)
    entry?.fallback = Self.name("Fallback", of: "feedback", &fields, &report)
    entry?.isSilent = fields.bool("Silent", &report) ?? false
    if entry == nil {
      // An invalid name has its own warning.
      guard node["Name"] == nil else { return nil }
      report.warn("no Name; ignored", at: .value(node.path), remedy: #"add "Name", such as "tap""#)
      return nil
    }
    _ = fields.take("Description", &report)
    fields.finish(&report)
    if entry!.isSilent, entry!.pattern != nil || entry!.fallback != nil {
      report.warn(
        "both silent and with a pattern; nothing is played", at: .value(node.path), remedy: "remove one of them")
    }
    return entry
  }

  /// Returns a name of a theme or a feedback; nil, with a warning, if the text is not valid.
  private static func name(
    _ key: String, of what: String, _ fields: inout JSONFields, _ report: inout DiagnosticReport
  ) -> ShortName? {
    guard let (text, path) = fields.string(key, &report) else { return nil }
    if let name = ShortName(text), !name.isEmpty, what != "theme" || name.isFolderName { return name }
    report.warn(
      "\(Quotation.quoted(text)) is not a name of a \(what); ignored", at: .value(path),
      remedy: "write a name of at most \(ShortName.capacity) bytes")
    return nil
  }

  private static func category(_ fields: inout JSONFields, _ report: inout DiagnosticReport) -> Category? {
    guard let (text, path) = fields.string("Category", &report) else { return nil }
    if let category = Category(name: text) { return category }
    let names = Category.allCases.map(\.name)
    report.warn(
      "\(Quotation.quoted(text)) is not a category; ignored", at: .value(path),
      remedy: Spelling.remedy(for: text, among: names, or: "write one of \(names.joined(separator: ", "))"))
    return nil
  }

  /// Returns the name of a file in the folder of the table; nil, with a warning, for any other path.
  private static func pattern(_ fields: inout JSONFields, _ report: inout DiagnosticReport) -> Entry.PatternFileName? {
    guard let (text, path) = fields.string("Pattern", &report) else { return nil }
    let leadsOut = text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 } || text == "." || text == ".."
    if !leadsOut, !text.isEmpty, let pattern = Entry.PatternFileName(text) { return pattern }
    report.warn(
      "\(Quotation.quoted(text)) is not a file in the folder of theme.json; ignored", at: .value(path),
      remedy: "put the file into the theme's folder and write its name, of at most \(ShortName.capacity) bytes")
    return nil
  }
}
