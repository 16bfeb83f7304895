public import HapticPatterns

/// The settings of an application.
public struct ApplicationPreferences: Equatable, Sendable {
  /// A factor of the felt intensity; `none` silences the application.
  public var strength = Intensity.full
  /// Additional factors for single categories of this application.
  public var categories: [Category: Intensity] = [:]
  /// The profile of the application, which can only have less feedback than the general one.
  public var profile = Profile.full
  /// Whether its important plays are felt in spite of profile, quiet hours and power saver. Applies only if the
  /// application's id is verified.
  public var mayBeImportant = false
  /// The location of its playbacks; nil means the location in the request, or the general setting. A setting has
  /// precedence over the request.
  public var locality: Locality?

  public init() {}

  /// The additional factor for a category; full if it is not set.
  public subscript(category: Category) -> Intensity {
    get { categories[category] ?? .full }
    set { categories[category] = newValue }
  }

  /// The strength of a category of this application.
  public func strength(of category: Category) -> Intensity {
    categories.isEmpty ? strength : strength * self[category]
  }

  /// These settings with the lower strength of both in each category.
  public func limited(by other: ApplicationPreferences) -> ApplicationPreferences {
    var limited = self
    limited.strength = .full
    limited.categories = [:]
    limited.profile = min(profile, other.profile)
    for category in Category.allCases {
      let strength = min(strength(of: category), other.strength(of: category))
      if strength < .full { limited.categories[category] = strength }
    }
    return limited
  }
}

/// The settings of a device.
public struct DevicePreferences: Equatable, Sendable {
  /// Whether the device plays. If false, plays that name the device are refused as well.
  public var isEnabled = true
  /// A factor of the felt intensity; `none` switches the device off.
  public var strength = Intensity.full
  /// The measured properties of its motors.
  public var motor = MotorPreferences()

  public init() {}

  /// The strength, or `none` if the device is switched off.
  public var effectiveStrength: Intensity { isEnabled ? strength : .none }
}

/// The measured properties of a device's motors. They have precedence over the hardware database; nil means its value.
public struct MotorPreferences: Hashable, Sendable {
  /// The time from rest to 90 % of full vibration, of the only motor or of the low-frequency motor of a pair.
  public var rise: Duration?
  /// The time from the end of the drive to 10 % of the vibration.
  public var fall: Duration?
  /// The same for the high-frequency motor of a pair.
  public var weakRise: Duration?
  public var weakFall: Duration?
  /// The fraction of full drive below which the motors do not move.
  public var deadband: Intensity?

  public init() {}
}

/// The settings of the power saver.
public struct PowerSaver: Equatable, Sendable {
  /// The categories that play. The default is that of Android: categories that must not be missed.
  public var allowed: CategorySet = [.notification, .ringtone, .alarm, .accessibility]

  public init() {}
}
