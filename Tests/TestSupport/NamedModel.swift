public import MotorRendering

/// A motor model with a name for messages of failing tests.
public struct NamedModel: Sendable, CustomStringConvertible {
  public let name: String
  public let model: MotorModel

  public init(name: String, model: MotorModel) {
    self.name = name
    self.model = model
  }

  public var description: String { name }

  /// The presets, and the defaults for unknown devices.
  public static let usual: [NamedModel] =
    MotorModel.presets.sorted { $0.key < $1.key }.map { NamedModel(name: $0.key, model: $0.value) }
    + MotorModel.Kind.allCases.map { NamedModel(name: "unknown \($0.rawValue)", model: .standard(for: $0)) }
}
