internal import Haptics
internal import MotorRendering

// Plots as images.

extension PatternPlot {
  var image: String { chart.image }

  var chart: Chart {
    Chart(
      title: title, subtitles: [subject.origin, "on \(motor.title) (\(motor.model.words))"],
      lanes: meantLanes + sentLanes + [feltLane], window: window, legend: legend,
      summary: forecast.fates.summary)
  }

  private static let (tall, low) = (84.0, 52.0)

  private var intended: SampledStrength { forecast.intended(in: window) }

  private var meantLanes: [ChartLane] {
    [
      ChartLane(
        title: "intensity", note: "intended", height: Self.tall,
        curves: [.init(envelope: intended, shape: .area, kind: "intensity")]),
      ChartLane(
        title: "sharpness", note: "intended", height: Self.low,
        curves: [.init(envelope: forecast.sharpness(in: window), shape: .line(presence: intended), kind: "sharpness")]),
    ]
  }

  private var sentLanes: [ChartLane] {
    if motor.model.motorCount == 2 { return [sent("strong", \.strong), sent("weak", \.weak)] }
    return [sent("sent", \.strong)] + (motor.model.playsWaves ? [pitch] : [])
  }

  private func sent(_ title: String, _ magnitude: @escaping (Level) -> UInt16) -> ChartLane {
    let envelope = forecast.sent(in: window, magnitude)
    let note = motor.model.motorCount == 2 ? "sent" : "to the motor"
    return ChartLane(
      title: title, note: note, height: Self.low, curves: [.init(envelope: envelope, shape: .steps, kind: "sent")],
      scale: [(0, "0"), (1, "full")])
  }

  /// The lane of the waves. The scale shows periods in milliseconds; a shorter period is higher.
  private var pitch: ChartLane {
    let curve = ChartLane.Curve(
      envelope: forecast.pitch(in: window), shape: .line(presence: forecast.sent(in: window, \.strong)), kind: "pitch")
    let periods = [15.0, 6, 3].map { period in
      (value: 1000 / period / Forecast.highestPitch, label: "\(Int(period)) ms")
    }
    return ChartLane(
      title: "period", note: "sent", height: Self.low, curves: [curve], scale: [(value: 0, label: "")] + periods)
  }

  private var feltLane: ChartLane {
    ChartLane(
      title: "felt", note: "by the model", height: Self.tall,
      curves: [
        .init(envelope: forecast.felt(in: window), shape: .area, kind: "felt"),
        .init(envelope: intended, shape: .outline, kind: "meant"),
      ],
      marks: forecast.fates.entries.compactMap { ChartMark($0) })
  }

  private var legend: [ChartKey] {
    let curves = [
      ChartKey(sample: .patch("intensity"), text: "intended intensity"),
      ChartKey(sample: .line("sharpness"), text: "intended sharpness"),
      ChartKey(sample: .patch("sent"), text: "sent to the motor"),
      ChartKey(sample: .patch("felt"), text: "felt"),
      ChartKey(sample: .line("meant"), text: "intended, for comparison"),
    ]
    let signs = Fates.Sign.allCases.compactMap { sign in
      forecast.fates.words(of: sign).map { ChartKey(sample: .sign(sign), text: $0) }
    }
    return curves + signs
  }
}

extension ChartMark {
  /// Creates the mark of a beat; nil for a beat that is felt as intended.
  fileprivate init?(_ entry: Fates.Entry) {
    guard let sign = Fates.Sign(rawValue: entry.fate.name) else { return nil }
    self.init(sign: sign, moment: entry.meant.onset, instead: sign == .delayed ? entry.felt?.onset : nil)
  }
}
