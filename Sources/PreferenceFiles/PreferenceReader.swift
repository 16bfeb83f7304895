internal import AHAP
internal import HapticPatterns

/// From a document to what it says.
struct PreferenceReader {
  private(set) var assignments: [PreferenceAssignment] = []
  private(set) var findings: [Finding] = []

  mutating func read(_ document: TOMLDocument) {
    for node in document.root {
      if let index = PreferenceSetting.index(node.key, in: .general) {
        assign(node, PreferenceKey(index: index, name: .empty))
      } else if let table = PreferenceTable(name: node.key) {
        read(node, as: table)
      } else {
        let isTable = node.children != nil
        let known = PreferenceTable.names + (isTable ? [] : PreferenceSetting.names(in: .general))
        warnOfUnknown(node, Quotation.shown(node.key), isTable ? "table" : "key", nearest: nearest(node.key, known))
      }
    }
  }

  private mutating func read(_ node: TOMLNode, as table: PreferenceTable) {
    guard let children = node.children else {
      return refuse(
        node, table.name, "\(node.value.typeName) where a table must be",
        remedy: "write [\(table.name)\(table.isNamed ? ".\"NAME\"" : "")] and the keys below it")
    }
    if table.isNamed {
      readNamed(children, of: table)
    } else {
      read(children, of: table, named: .empty, prefix: table.name)
    }
  }

  private mutating func read(_ nodes: [TOMLNode], of table: PreferenceTable, named name: ShortName, prefix: String) {
    for node in nodes {
      if let index = PreferenceSetting.index(node.key, in: table) {
        assign(node, PreferenceKey(index: index, name: name))
      } else {
        warnOfUnknown(
          node, "\(prefix).\(Quotation.shown(node.key))", "key",
          nearest: nearest(node.key, PreferenceSetting.names(in: table)))
      }
    }
  }

  private mutating func assign(_ node: TOMLNode, _ key: PreferenceKey) {
    do throws(PreferenceMistake) {
      let value = try key.setting.kind.value(of: node.value)
      assignments.append(
        PreferenceAssignment(key: key, value: value, line: node.place.line, column: node.place.column))
    } catch {
      findings.append(
        Finding(
          .error, error.place ?? node.begin, key: "\(key)", message: error.message, remedy: error.remedy))
    }
  }

  // MARK: Applications and devices

  private mutating func readNamed(_ nodes: [TOMLNode], of table: PreferenceTable) {
    let most = table == .application ? PreferenceLimits.applications : PreferenceLimits.devices
    if nodes.count > most {
      refuse(nodes[most], table.name, "more than \(most) of them", remedy: "leave out those that are not needed")
    }
    for node in nodes.prefix(most) { readNamed(node, of: table) }
  }

  private mutating func readNamed(_ node: TOMLNode, of table: PreferenceTable) {
    let shown = "\(table.name).\(Quotation.shown(node.key))"
    guard let children = node.children else {
      return refuse(
        node, shown, "\(node.value.typeName) where a table must be", remedy: "write [\(table.name).\"NAME\"]")
    }
    let name = ShortName(truncating: node.key)
    guard !name.isEmpty else {
      return refuse(
        node, table.name, "a name of nothing that can be shown", remedy: "write the name between the quotation marks")
    }
    if ShortName(node.key) == nil {
      findings.append(
        Finding(
          .warning, node.place, key: shown, message: "a name of more than \(ShortName.capacity) bytes, which is cut",
          remedy: "write \(Quotation.quoted("\(name)"))"))
    }
    let known = PreferenceSetting.names(in: table)
    let (unquoted, own) = children.divided { $0.children != nil && !known.contains($0.key) }
    for inner in unquoted { warnOfUnquoted(inner, "\(node.key).\(dotted(inner, known))", table) }
    read(own, of: table, named: name, prefix: shown)
  }

  /// The rest of the name that was meant where one with dots was not quoted, which TOML takes for tables in each other.
  private func dotted(_ node: TOMLNode, _ known: [String]) -> String {
    guard let inner = node.children?.first(where: { $0.children != nil && !known.contains($0.key) }) else {
      return node.key
    }
    return "\(node.key).\(dotted(inner, known))"
  }

  // MARK: Findings

  private mutating func warnOfUnquoted(_ node: TOMLNode, _ name: String, _ table: PreferenceTable) {
    findings.append(
      Finding(
        .warning, node.place, key: "\(table.name).\(Quotation.shown(name))",
        message: "a name with dots and without quotation marks, which is ignored",
        remedy: "write [\(table.name).\(Quotation.quoted(name))]"))
  }

  private mutating func warnOfUnknown(_ node: TOMLNode, _ key: String, _ what: String, nearest: String?) {
    findings.append(
      Finding(
        .warning, node.place, key: key, message: "a \(what) that is not known, which is ignored",
        remedy: nearest.map { "did you mean \($0)?" } ?? "see hapticd.toml(5) for those there are"))
  }

  private mutating func refuse(_ node: TOMLNode, _ key: String, _ message: String, remedy: String) {
    findings.append(Finding(.error, node.place, key: key, message: message, remedy: remedy))
  }

  private func nearest(_ text: String, _ known: [String]) -> String? { Spelling.nearest(to: text, among: known) }
}

extension [TOMLNode] {
  /// Those of which something holds, and the others.
  fileprivate func divided(_ holds: (TOMLNode) -> Bool) -> ([TOMLNode], [TOMLNode]) {
    (filter(holds), filter { !holds($0) })
  }
}
