internal import TextDiagnostics

extension Recording {
  /// The recording in JSON, in a fixed order: what a reader of a bug report looks for comes first.
  package var text: String {
    let members = [
      ("recording", "\(Self.version)"), ("name", JSONText.quoted(identity.name)), ("bus", hexadecimal(identity.bus)),
      ("vendor", hexadecimal(identity.vendor)), ("product", hexadecimal(identity.product)),
      ("version", hexadecimal(identity.version)), ("driver", JSONText.quoted(driver)),
      ("kernel", JSONText.quoted(kernel)), ("slotCount", "\(slotCount)"),
      (
        "uploads",
        object(TrialUpload.allCases.map { ($0.rawValue, JSONText.quoted("\(answers[$0] ?? .notTried)")) }, depth: 1)
      ),
      (
        "latencies",
        latencies.map { object([("upload", written($0.upload)), ("erase", written($0.erase))], depth: 1) }
      ),
      ("properties", object(properties.sorted { $0.key < $1.key }.map { ($0, JSONText.quoted($1)) }, depth: 1)),
      ("capabilities", capabilities.text),
    ]
    return object(members.compactMap { key, value in value.map { (key, $0) } }, depth: 0) + "\n"
  }

  private func written(_ latency: CallLatency) -> String {
    "{\"medianMicroseconds\": \(latency.medianMicroseconds), \"longestMicroseconds\": \(latency.longestMicroseconds)}"
  }
}

extension NodeCapabilities {
  fileprivate var text: String {
    func names(_ codes: [UInt16], _ family: CodeFamily) -> (String, String) {
      (family.rawValue, array(codes.map { JSONText.quoted(family.name(of: $0)) }))
    }
    let ranges = axes.sorted { $0.key < $1.key }.map { code, range in
      (CodeFamily.axis.name(of: code), "[\(range.minimum), \(range.maximum)]")
    }
    return object(
      [
        names(events, .event), names(effects, .effect), names(keys, .key),
        (CodeFamily.axis.rawValue, object(ranges, depth: 2)), names(inputProperties, .property),
      ], depth: 1)
  }
}

/// Four hexadecimal digits, in quotation marks.
private func hexadecimal(_ number: UInt16) -> String {
  let digits = String(number, radix: 16)
  return "\"0x" + String(repeating: "0", count: 4 - digits.count) + digits + "\""
}

/// An object with a member on each line.
private func object(_ members: [(String, String)], depth: Int) -> String {
  "{" + JSONText.lines(members.map { "\(JSONText.quoted($0)): \($1)" }, indentation: 2 * depth + 2) + "}"
}

/// The names of codes, on lines that fit a screen.
private func array(_ names: [String]) -> String {
  let indent = "\n      "
  var (text, column) = ("", 0)
  for (index, name) in names.enumerated() {
    let word = name + (index == names.count - 1 ? "" : ",")
    if index == 0 || column + 1 + word.count > 100 {
      text += indent + word
      column = indent.count + word.count
    } else {
      text += " " + word
      column += 1 + word.count
    }
  }
  return names.isEmpty ? "[]" : "[" + text + "\n    ]"
}
