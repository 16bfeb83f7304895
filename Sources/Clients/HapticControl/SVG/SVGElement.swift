struct SVGElement {
  private let name: String
  private let attributes: KeyValuePairs<String, String>
  private let text: String
  private let children: [SVGElement]

  init(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String = "", _ children: [SVGElement] = []
  ) {
    (self.name, self.attributes, self.text, self.children) = (name, attributes, text, children)
  }

  /// A group with a class; the style sheet defines its colors.
  static func group(_ kind: String, _ children: [SVGElement]) -> SVGElement {
    SVGElement("g", ["class": kind], children)
  }

  static func line(_ kind: String? = nil, from start: SVGPoint, to end: SVGPoint) -> SVGElement {
    path(kind, [SVGPath([start, end])])
  }

  static func path(_ kind: String? = nil, _ paths: [SVGPath]) -> SVGElement {
    let data = paths.map(\.data).joined()
    return kind.map { SVGElement("path", ["class": $0, "d": data]) } ?? SVGElement("path", ["d": data])
  }

  static func text(_ text: String, at point: SVGPoint, _ kind: String) -> SVGElement {
    SVGElement("text", ["class": kind, "x": point.x.coordinate, "y": point.y.coordinate], text: text)
  }

  /// Lines below each other, the first one at `point`.
  static func text(_ lines: [String], at point: SVGPoint, lineHeight: Double, _ kind: String) -> [SVGElement] {
    lines.enumerated().map { .text($1, at: SVGPoint(point.x, point.y + lineHeight * Double($0)), kind) }
  }

  static func rectangle(_ kind: String, from corner: SVGPoint, width: Double, height: Double) -> SVGElement {
    SVGElement(
      "rect",
      [
        "class": kind, "x": corner.x.coordinate, "y": corner.y.coordinate, "width": width.coordinate,
        "height": height.coordinate,
      ])
  }

  /// The element as XML, one line per element.
  func lines(indentation: String = "") -> [String] {
    let attributes = attributes.map { " \($0.key)=\"\($0.value.escapedForXML)\"" }.joined()
    let content = text.escapedForXML
    if children.isEmpty {
      return [indentation + "<\(name)\(attributes)" + (content.isEmpty ? "/>" : ">\(content)</\(name)>")]
    }
    let inner = children.flatMap { $0.lines(indentation: indentation + " ") }
    return [indentation + "<\(name)\(attributes)>" + content] + inner + [indentation + "</\(name)>"]
  }
}

struct SVGPoint {
  var x, y: Double

  init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

extension String {
  /// The text with escapes for XML, valid in text and in attributes. Omits control characters, which XML 1.0 does not
  /// permit.
  package var escapedForXML: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t", " "..."\u{fffd}", "\u{10000}"...: escaped.unicodeScalars.append(scalar)
      default: break
      }
    }
    return escaped
  }
}

extension Double {
  /// A coordinate, rounded to a tenth of a pixel, without a trailing `.0`.
  var coordinate: String {
    let text = fixed(1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
