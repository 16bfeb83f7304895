package import MotorRendering

/// A motor model with a name for messages of failing tests.
package struct NamedModel: Sendable, CustomStringConvertible {
  package let name: String
  package let model: MotorModel

  package init(name: String, model: MotorModel) {
    self.name = name
    self.model = model
  }

  package var description: String { name }

  /// The presets, and the defaults for unknown devices.
  package static let usual: [NamedModel] =
    MotorModel.presets.sorted { $0.key < $1.key }.map { NamedModel(name: $0.key, model: $0.value) }
    + MotorModel.Kind.allCases.map { NamedModel(name: "unknown \($0.rawValue)", model: .standard(for: $0)) }
}
