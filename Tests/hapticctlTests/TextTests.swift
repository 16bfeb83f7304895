import HapticPatterns
import MotorModel
import Testing

@testable import hapticctl

@Test func show() {
  for name in ["lra","erm","on-off","pad"] { let model = MotorModel.presets[name]!
  for f in Vocabulary.standard.feedbacks {
    let d = model.drive(for: f.pattern, intensity: 1)
    var lanes = [Picture.Lane(title: "intended", envelope: Envelope(intended: f.pattern, intensity: 1))]
    lanes.append(.init(title: "sent", envelope: Envelope(sent: d, .max, \.strong)))
    if name == "pad" { lanes.append(.init(title: "weak", envelope: Envelope(sent: d, .max, \.weak))) }
    lanes.append(.init(title: "felt", envelope: Envelope(felt: d, by: model)))
    print(name, f.name); print(Picture(lanes: lanes).lines.joined(separator: "\n"))
  } }
}
