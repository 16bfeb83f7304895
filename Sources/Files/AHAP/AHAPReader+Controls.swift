internal import HapticPatterns
internal import TextDiagnostics

extension AHAPReader {
  private static let controls = Control.allCases.map { (spelling: $0.identifier, name: $0) }

  mutating func readParameter(_ node: JSONNode, _ report: inout DiagnosticReport) throws(Remark) {
    try countPoint(at: node, report.limits)
    guard var fields = JSONFields(node, &report) else { return }
    let time = try time(&fields, at: node, isStart: true, &report)
    let control = named(AHAPKey.parameterID, among: Self.controls, leftOut: "parameter", &fields, at: node, &report)
    let value = value(of: control, &fields, at: node, &report)
    fields.finish(&report)
    guard let control, let value else { return }
    parameters.append((DynamicParameter(control, value, at: time), node.path))
  }

  mutating func readCurve(_ node: JSONNode, _ report: inout DiagnosticReport) throws(Remark) {
    guard var fields = JSONFields(node, &report) else { return }
    let time = try time(&fields, at: node, isStart: true, &report)
    let control = named(AHAPKey.parameterID, among: Self.controls, leftOut: "curve", &fields, at: node, &report)
    let nodes = fields.elements(AHAPKey.controlPoints, &report)
    fields.finish(&report)
    let points = try points(nodes, of: control, &report)
    guard let control else { return }
    guard !points.isEmpty else {
      report.warn("a curve without points; ignored", at: .value(node.path), remedy: "add points, or remove the curve")
      return
    }
    curves.append((ParameterCurve(control, at: time, points), node.path))
  }

  private mutating func points(
    _ nodes: [JSONNode], of control: Control?, _ report: inout DiagnosticReport
  ) throws(Remark) -> [ParameterCurve.Point] {
    var points: [ParameterCurve.Point] = []
    for node in nodes {
      try countPoint(at: node, report.limits)
      guard var fields = JSONFields(node, &report) else { continue }
      let time = try time(&fields, at: node, &report)
      let value = value(of: control, &fields, at: node, &report)
      fields.finish(&report)
      guard let value else { continue }
      if let last = points.last, time < last.time {
        report.warn("earlier than the previous point; sorted", at: .value(node.path), remedy: "sort the points")
      }
      points.append(ParameterCurve.Point(at: time, value))
    }
    return points
  }

  private func value(
    of control: Control?, _ fields: inout JSONFields, at node: JSONNode, _ report: inout DiagnosticReport
  ) -> Double? {
    guard let (number, path) = fields.number(AHAPKey.parameterValue, &report) else {
      report.warn("no ParameterValue; ignored", at: .value(node.path), remedy: "add a number")
      return nil
    }
    guard let control else { return number }
    return report.clamped(number, to: control.range, at: .value(path))
  }
}
