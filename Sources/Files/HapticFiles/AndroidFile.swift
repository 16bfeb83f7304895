internal import TextDiagnostics

/// Android's vibration XML (`.ahv`, `.xml`): one effect, a list of effects (the first playable one is used), or a
/// vendor's effects for feedback constants.
///
/// See `vibration.xsd` and `vibration-plus-hidden-apis.xsd` of the Android Open Source Project. Elements that are
/// reserved for Android itself are read as well.
enum AndroidFile {
  static func read(_ text: [UInt8], feedback: String?, limits: FileLimits) throws(Refused) -> PatternFile {
    let reading = TextReading(text, limits: limits)
    let (effect, warnings) = try reading.read { (report) throws(Remark) in
      let root = try XMLBuilder(limits: limits).root(of: text)
      return try vibration(root, feedback, &report)
    }
    return PatternFile(pattern: effect.pattern, format: .androidXML, warnings: warnings, repetition: effect.repetition)
  }

  private static func vibration(
    _ root: XMLElement, _ feedback: String?, _ report: inout DiagnosticReport
  ) throws(Remark) -> AndroidEffect {
    if let feedback, root.name != "haptic-feedback-constants" {
      throw root.remark(
        "the file has no parts, and so none of the name \(Quotation.quoted(feedback))",
        remedy: "leave out the # and the name")
    }
    switch root.name {
    case "vibration-effect", "vibration-select": return try effect(root, &report)
    case "vibration":
      report.warn("vibration is the former name of the element", at: root.place, remedy: "write vibration-effect")
      return try effect(root, &report)
    case "haptic-feedback-constants":
      return try effect(try constant(feedback, of: root, &report), &report)
    default:
      throw root.remark(
        "\(Quotation.quoted(root.name)) is not a vibration", remedy: "write vibration-effect or vibration-select")
    }
  }

  /// Returns the effect of the element, or the first playable one of a list.
  private static func effect(_ element: XMLElement, _ report: inout DiagnosticReport) throws(Remark) -> AndroidEffect {
    guard element.name == "vibration-select" else {
      return try AndroidEffect.read(element, &report).get()
    }
    element.warnOfMore(than: [], &report)
    for child in element.children {
      guard child.name == "vibration-effect" else { throw unexpected(child, in: element) }
      if case .success(let effect) = try AndroidEffect.read(child, &report) { return effect }
    }
    throw element.remark("no playable effect", remedy: "add a vibration-effect")
  }

  /// Returns the content of the constant `wanted`; without it, of the only constant.
  private static func constant(
    _ wanted: String?, of root: XMLElement, _ report: inout DiagnosticReport
  ) throws(Remark) -> XMLElement {
    root.warnOfMore(than: [], &report)
    let constants = root.children.filter { $0.name == "constant" }
    guard let chosen = wanted.map({ id in constants.first { $0["id"] == id } }) ?? constants.first,
      wanted != nil || constants.count == 1
    else {
      let names = constants.compactMap { $0["id"] }.map { Quotation.shown($0) }
      throw root.remark(
        wanted.map { "no constant \(Quotation.quoted($0))" } ?? "\(constants.count) constants",
        remedy: PatternFile.selection(among: names) ?? "add a constant")
    }
    chosen.warnOfMore(than: ["id"], &report)
    guard let effect = chosen.children.first, chosen.children.count == 1 else {
      throw chosen.remark("\(chosen.children.count) vibrations in a constant", remedy: "keep one")
    }
    guard ["vibration-effect", "vibration-select"].contains(effect.name) else { throw unexpected(effect, in: chosen) }
    return effect
  }

  static func unexpected(_ child: XMLElement, in parent: XMLElement) -> Remark {
    child.remark(
      "unexpected \(Quotation.quoted(child.name)) in \(Quotation.quoted(parent.name))", remedy: "remove it")
  }
}
