internal import HapticPatterns
internal import TextDiagnostics

/// A sequence of primitives, each after the previous one.
enum AndroidPrimitives {
  static func pattern(_ element: XMLElement, _ report: inout DiagnosticReport) throws(Remark) -> Pattern {
    guard element.children.count <= report.limits.maximumEvents else {
      throw element.remark("more than \(report.limits.maximumEvents) primitives", remedy: "split it into several files")
    }
    var events: [Event] = []
    /// The start and the end of the last primitive.
    var last = Duration.zero..<Duration.zero
    for child in element.children {
      guard child.name == "primitive-effect" else { throw AndroidFile.unexpected(child, in: element) }
      child.warnOfMore(than: ["name", "scale", "delayMs", "delayType"], &report)
      let primitive = try primitive(of: child)
      let start = try start(of: child, after: last, &report)
      events.append(primitive.event(at: start, scale: try child.number("scale", in: 0...1, &report) ?? 1))
      last = start..<(start + primitive.duration)
    }
    return Pattern(events)
  }

  private static func primitive(of element: XMLElement) throws(Remark) -> Primitive {
    let name = try element.required("name")
    if let primitive = AndroidVocabulary.primitives[name] { return primitive }
    let names = AndroidVocabulary.primitives.keys.sorted()
    throw element.remark(
      "\(Quotation.quoted(name)) is not a primitive",
      remedy: Spelling.remedy(for: name, among: names, or: "use one of \(names.joined(separator: ", "))"))
  }

  /// Returns the start of a primitive. A delay counts from the end of the last primitive (a pause) or from its start.
  private static func start(
    of element: XMLElement, after last: Range<Duration>, _ report: inout DiagnosticReport
  ) throws(Remark) -> Duration {
    let delay = element["delayMs"] == nil ? .zero : try element.milliseconds("delayMs", &report)
    let start: Duration
    switch element["delayType"] {
    case nil, "pause": start = last.upperBound + delay
    case "relative_start_offset": start = last.lowerBound + delay
    case let other?:
      throw element.remark(
        "\(Quotation.quoted(other)) is not a delayType", remedy: "use pause or relative_start_offset")
    }
    guard start <= report.limits.maximumTime else {
      throw element.remark(
        "starts after \(Quotation.number(report.limits.maximumTime.inSeconds)) s", remedy: "shorten the delays")
    }
    return start
  }
}
