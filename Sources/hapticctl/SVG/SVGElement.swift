/// A piece of an SVG image, to be written as XML.
struct SVGElement {
  let name: String
  var attributes: [(name: String, value: String)]
  var children: [SVGElement] = []
  /// Written before the children.
  var text = ""

  init(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String = "", _ children: [SVGElement] = []
  ) {
    self.name = name
    self.attributes = attributes.map { ($0.key, $0.value) }
    self.text = text
    self.children = children
  }

  /// A group with a class, which a style sheet gives its colours.
  static func group(_ kind: String, _ children: [SVGElement]) -> SVGElement {
    SVGElement("g", ["class": kind], children)
  }

  static func line(_ kind: String? = nil, from start: SVGPoint, to end: SVGPoint) -> SVGElement {
    path(kind, [SVGPath(start).line(to: end)])
  }

  /// One element for several outlines.
  static func path(_ kind: String? = nil, _ paths: [SVGPath]) -> SVGElement {
    let data = paths.map(\.data).joined()
    return kind.map { SVGElement("path", ["class": $0, "d": data]) } ?? SVGElement("path", ["d": data])
  }

  static func text(_ text: String, at point: SVGPoint, _ kind: String) -> SVGElement {
    SVGElement("text", ["class": kind, "x": point.x.coordinate, "y": point.y.coordinate], text: text)
  }

  static func rectangle(_ kind: String, from corner: SVGPoint, width: Double, height: Double) -> SVGElement {
    SVGElement(
      "rect",
      [
        "class": kind, "x": corner.x.coordinate, "y": corner.y.coordinate, "width": width.coordinate,
        "height": height.coordinate,
      ])
  }

  /// As XML, an element a line.
  func lines(indentation: String = "") -> [String] {
    let attributes = attributes.map { " \($0.name)=\"\($0.value.escapedForXML)\"" }.joined()
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
  /// For text and for attributes alike. Control characters, which XML 1.0 does not know, are left out.
  var escapedForXML: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      default: if scalar.isXMLCharacter { escaped.unicodeScalars.append(scalar) }
      }
    }
    return escaped
  }
}

extension Unicode.Scalar {
  /// The production `Char` of XML 1.0.
  fileprivate var isXMLCharacter: Bool { value >= 0x20 && value != 0xfffe && value != 0xffff }
}

extension Double {
  /// A place in an image: to a tenth of a pixel, without a needless `.0`.
  var coordinate: String {
    let text = fixed(1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
