internal import HapticPatterns
internal import TextDiagnostics

/// Converts a TOML document to assignments of keys.
struct PreferenceReader {
  private(set) var assignments: [PreferenceAssignment] = []
  private(set) var errors = Remarks(.error)
  private(set) var warnings = Remarks(.warning)

  mutating func read(_ document: TOMLDocument) {
    for node in document.root {
      if let index = PreferenceSetting.index(node.key, in: .general) {
        assign(node, PreferenceKey(index: index, name: .empty))
      } else if let table = PreferenceTable(name: node.key) {
        read(node, as: table)
      } else {
        let isTable = node.children != nil
        let known = isTable ? PreferenceTable.names : PreferenceTable.names + PreferenceSetting.names(in: .general)
        warnOfUnknown(node, isTable ? "table" : "key", prefix: "", known)
      }
    }
  }

  private mutating func read(_ node: TOMLNode, as table: PreferenceTable) {
    guard let children = node.children else {
      return errors.add(
        node.place, table.name, "found \(node.value.typeName); expected a table",
        remedy: "write [\(table.name)\(table.isNamed ? ".\"NAME\"" : "")] and the keys below it")
    }
    if table.isNamed {
      readNamed(children, of: table)
    } else {
      read(children, of: table, named: .empty, prefix: table.name)
    }
  }

  private mutating func read(
    _ nodes: [TOMLNode], of table: PreferenceTable, named name: ShortName, prefix: @autoclosure () -> String
  ) {
    for node in nodes {
      if let index = PreferenceSetting.index(node.key, in: table) {
        assign(node, PreferenceKey(index: index, name: name))
      } else {
        warnOfUnknown(node, "key", prefix: prefix() + ".", PreferenceSetting.names(in: table))
      }
    }
  }

  private mutating func assign(_ node: TOMLNode, _ key: PreferenceKey) {
    do throws(PreferenceMistake) {
      let value = try key.setting.kind.value(of: node.value)
      assignments.append(PreferenceAssignment(key: key, value: value, place: node.place))
    } catch {
      errors.add(error.place ?? node.begin, "\(key)", error.message, remedy: error.remedy)
    }
  }

  // MARK: Applications and devices

  private mutating func readNamed(_ nodes: [TOMLNode], of table: PreferenceTable) {
    let most = table == .application ? PreferenceLimits.applications : PreferenceLimits.devices
    if nodes.count > most {
      errors.add(
        nodes[most].place, table.name, "more than \(most) tables", remedy: "remove those that you do not need")
    }
    for node in nodes.prefix(most) { readNamed(node, of: table) }
  }

  private mutating func readNamed(_ node: TOMLNode, of table: PreferenceTable) {
    // Computed for messages only, because it takes longer than reading the table.
    var shown: String { "\(table.name).\(Quotation.shown(node.key))" }
    guard let children = node.children else {
      return errors.add(
        node.place, shown, "found \(node.value.typeName); expected a table", remedy: "write [\(table.name).\"NAME\"]")
    }
    let whole = table.shortName(of: node.key)
    let name = whole ?? ShortName(truncating: node.key)
    guard !name.isEmpty else {
      return errors.add(
        node.place, table.name, "empty name",
        remedy: "write the name between the quotation marks")
    }
    if whole == nil {
      warnings.add(
        node.place, shown, "name longer than \(ShortName.capacity) bytes; the rest is ignored",
        remedy: "write \(Quotation.quoted("\(name)"))")
    }
    let isUnquoted = { (inner: TOMLNode) in
      inner.children != nil && PreferenceSetting.index(inner.key, in: table) == nil
    }
    let unquoted = children.filter(isUnquoted)
    let known = unquoted.isEmpty ? [] : PreferenceSetting.names(in: table)
    for inner in unquoted {
      let name = "\(node.key).\(dotted(inner, known))"
      warnings.add(
        inner.place, "\(table.name).\(Quotation.shown(name))",
        "missing quotation marks around a name with dots; the table is ignored",
        remedy: "write [\(table.name).\(Quotation.quoted(name))]")
    }
    read(children.filter { !isUnquoted($0) }, of: table, named: name, prefix: shown)
  }

  /// The rest of a name with dots that was not quoted, which TOML parses as nested tables.
  private func dotted(_ node: TOMLNode, _ known: [String]) -> String {
    guard let inner = node.children?.first(where: { $0.children != nil && !known.contains($0.key) }) else {
      return node.key
    }
    return "\(node.key).\(dotted(inner, known))"
  }

  // MARK: Warnings

  private mutating func warnOfUnknown(_ node: TOMLNode, _ what: String, prefix: String, _ known: [String]) {
    warnings.add(
      node.place, prefix + Quotation.shown(node.key), "unknown \(what), ignored",
      remedy: Spelling.remedy(for: node.key, among: known, or: "hapticd.toml(5) lists the known ones"))
  }
}

/// The findings of one severity about a file. Only the first ones are kept and the rest is counted, because to find
/// suggestions takes a hundred times as long as to read the file.
struct Remarks {
  private let severity: Finding.Severity
  private var findings: [Finding] = []
  private var count = 0

  init(_ severity: Finding.Severity) { self.severity = severity }

  mutating func add(
    _ place: TextPlace, _ key: @autoclosure () -> String, _ message: @autoclosure () -> String,
    remedy: @autoclosure () -> String
  ) {
    count += 1
    guard findings.count < PreferenceLimits.warnings else { return }
    findings.append(Finding(severity, place, key: key(), message: message(), remedy: remedy()))
  }

  var isEmpty: Bool { findings.isEmpty }

  /// The findings in the order of the text, and one with the number of the rest.
  var all: [Finding] {
    let sorted = findings.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    guard count > findings.count else { return sorted }
    let rest = Finding(severity, message: "\(count - findings.count) more not shown", remedy: "fix the others first")
    return sorted + [rest]
  }
}
