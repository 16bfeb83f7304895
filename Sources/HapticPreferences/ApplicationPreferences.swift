public import HapticPatterns

/// What is wanted of one application.
public struct ApplicationPreferences: Equatable, Sendable {
  /// Scales what is felt; `none` silences the application.
  public var strength = Intensity.full
  /// Scales categories of this application alone, on top of all else.
  public var categories: [Category: Intensity] = [:]
  /// Whether what it calls important is felt in spite of profile, quiet hours and power saver. Counts only where the
  /// kernel vouches for the application's id.
  public var mayBeImportant = false
  /// Where it plays; nil is what it asks for, or the general preference. A preference outranks what the client asks for.
  public var locality: Locality?

  public init() {}

  /// The strength of a category of this application.
  public func strength(of category: Category) -> Intensity {
    categories.isEmpty ? strength : strength * (categories[category] ?? .full)
  }
}

/// What is wanted of one device.
public struct DevicePreferences: Equatable, Sendable {
  /// Switched off, it is left alone: nothing plays there, even what asks for it.
  public var isEnabled = true
  /// Scales what is felt; `none` switches the device off.
  public var strength = Intensity.full

  public init() {}

  /// What is left to play: nothing where it is switched off.
  public var effectiveStrength: Intensity { isEnabled ? strength : .none }
}

/// What still plays while power is short.
public struct PowerSaver: Equatable, Sendable {
  /// What does. The default is Android's: what must not be missed.
  public var allowed: CategorySet = [.notification, .ringtone, .alarm, .accessibility]

  public init() {}
}
