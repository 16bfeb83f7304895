internal import Haptics
internal import MotorCalibration
internal import MotorRendering

// The fit as a picture: the vibration of each motor at full strength, measured and fitted.

extension CalibrationResult {
  func pictures(columns: Int) -> [String] {
    motors.flatMap { name, fit, _ -> [String] in
      guard let curve = fit.curves.first else { return [] }
      var picture = Picture(lanes: [
        Picture.Lane(title: "sent", envelope: curve.sent(former.ceiling)),
        Picture.Lane(title: "measured", envelope: curve.sampled(\.measured)),
        Picture.Lane(title: "fitted", envelope: curve.sampled(\.fitted)),
      ])
      // The unit of the axis needs three columns more.
      picture.columns = picture.columns(inWidth: columns - 3)
      picture.end = min(curve.length, (curve.steps.last?.time ?? .zero) + Self.fallShown)
      return (motors.count > 1 ? ["\(name) motor"] : []) + picture.lines + [""]
    }
  }

  /// The time after the end of the drive in a picture: most motors come to rest in it.
  private static let fallShown = Duration.milliseconds(190)

  /// The same as an image, with the weaker steps as well.
  var image: String {
    let curves = motors.flatMap { name, fit, _ in
      fit.curves.filter { $0.length > .milliseconds(500) }.prefix(Self.curvesPerMotor).map { (name, $0) }
    }
    let lanes = curves.map { name, curve in
      ChartLane(
        title: name, note: "level \(curve.highest(of: former.ceiling))%", height: 84,
        curves: [
          .init(envelope: curve.sampled(\.measured), shape: .area, kind: "felt"),
          .init(envelope: curve.sampled(\.fitted), shape: .outline, kind: "intended"),
        ])
    }
    let end = curves.map { $0.1.length }.max() ?? .milliseconds(1)
    return Chart(
      title: record.name, subtitles: [title], lanes: lanes, window: .zero..<end,
      legend: [
        ChartKey(sample: .patch("felt"), text: "measured acceleration"),
        ChartKey(sample: .line("intended"), text: "fitted"),
      ], summary: sentences.joined(separator: ". ")
    ).image
  }

  private static let curvesPerMotor = 3
}

extension FittedMotor.Curve {
  var length: Duration { points.last?.time ?? .zero }

  /// The values at the times of a picture; the last known value at each time.
  fileprivate func sampled(_ value: (Point) -> Double) -> SampledStrength {
    var index = 0
    return SampledStrength(to: length) { moment in
      while index + 1 < points.count, points[index + 1].time <= moment { index += 1 }
      return points.isEmpty || moment < points[0].time ? 0 : min(value(points[index]), 1)
    }
  }

  fileprivate func sent(_ fullScale: UInt16) -> SampledStrength {
    let drive = Drive(steps.map { Drive.Step(at: $0.time, level: $0.level) }, end: steps.last?.time ?? .zero)
    return SampledStrength(sent: drive, fullScale) { max($0.strong, $0.weak) }
  }

  /// The last level before the stop, in percent of full drive.
  fileprivate func highest(of fullScale: UInt16) -> Int {
    let level = steps.last { !$0.level.isOff }.map { max($0.level.strong, $0.level.weak) } ?? 0
    return Int((Double(level) / Double(max(fullScale, 1)) * 100).rounded())
  }
}
