public import HapticPatterns

/// The user's settings of haptics, with defaults for all keys that no file sets. The daemon's decisions use this
/// value.
///
/// `hapticd.toml(5)` lists the keys.
public struct Preferences: Equatable, Sendable {
  /// The master switch. If false, nothing plays, regardless of all other settings.
  public var isEnabled = true
  /// The strength of everything, in addition to that of each category.
  public var strength = Intensity.full
  /// The preset of categories that play.
  public var profile = Profile.full
  /// The theme, see `hapticd-theme(5)`; nil means the default theme.
  public var theme: ShortName?
  /// The time after a feedback of an application in which the same feedback is a duplicate; zero allows duplicates.
  public var duplicateWindow = Duration.milliseconds(30)
  /// The settings of categories, in the order of `Category.allCases`.
  private var categories = Category.allCases.map(CategoryPreferences.init)
  /// The settings of applications, by their verified or claimed ids.
  public var applications: [ShortName: ApplicationPreferences] = [:]
  /// The settings of devices, by the names that `hapticctl devices` shows.
  public var devices: [ShortName: DevicePreferences] = [:]
  public var quietHours = QuietHours()
  public var powerSaver = PowerSaver()
  /// The location of feedback if the client gives none.
  public var locality = Locality.phone
  /// Whether the daemon serves the D-Bus interface of feedbackd; nil means that it does unless feedbackd is installed.
  public var feedbackInterface: Bool?
  /// The theme of feedbackd that this interface uses; nil means feedbackd's choice.
  public var feedbackTheme: ShortName?

  /// The defaults.
  public init() {}

  /// The settings of a category.
  public subscript(category: Category) -> CategoryPreferences {
    get { categories[Int(category.rawValue) - 1] }
    set { categories[Int(category.rawValue) - 1] = newValue }
  }

  /// The strength of a category after the general strength.
  public func strength(of category: Category) -> Intensity { strength * self[category].strength }

  /// The settings of an application, or the defaults.
  public subscript(application name: ShortName) -> ApplicationPreferences {
    applications.isEmpty ? ApplicationPreferences() : applications[name] ?? ApplicationPreferences()
  }

  /// The settings of clients that hide from `/proc`: those of the application `hidden`. Without these, the minimum of
  /// all applications' strengths in each category, because the client may be any of them.
  public var hidden: ApplicationPreferences {
    applications["hidden"] ?? applications.values.reduce(ApplicationPreferences()) { $0.limited(by: $1) }
  }

  /// The settings of a device, or the defaults.
  public subscript(device name: ShortName) -> DevicePreferences {
    devices.isEmpty ? DevicePreferences() : devices[name] ?? DevicePreferences()
  }
}

/// The profile: a preset of categories.
public enum Profile: String, CaseIterable, Sendable {
  /// All categories.
  case full
  /// Reactions to touch, and categories that must not be missed: no notifications, no media. No sounds.
  case quiet
  /// No categories; only `important` plays of applications that may make them. Lights are shown in each profile.
  case silent

  public var name: String { rawValue }

  /// The categories that play.
  public var categories: CategorySet {
    switch self {
    case .full: .all
    case .quiet: [.touch, .keyboard, .ringtone, .alarm, .accessibility]
    case .silent: []
    }
  }
}

extension Profile: Comparable {
  /// Whether the left profile has less feedback.
  public static func < (left: Self, right: Self) -> Bool {
    left.categories.isStrictSubset(of: right.categories)
  }
}

/// A set of categories.
public struct CategorySet: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public init(_ category: Category) { rawValue = 1 << (category.rawValue - 1) }

  public init(_ categories: some Sequence<Category>) {
    self = categories.reduce(into: []) { $0.insert(CategorySet($1)) }
  }

  public static let touch = CategorySet(.touch)
  public static let keyboard = CategorySet(.keyboard)
  public static let notification = CategorySet(.notification)
  public static let ringtone = CategorySet(.ringtone)
  public static let alarm = CategorySet(.alarm)
  public static let media = CategorySet(.media)
  public static let accessibility = CategorySet(.accessibility)
  public static let all = CategorySet(Category.allCases)

  public func contains(_ category: Category) -> Bool { contains(CategorySet(category)) }

  /// The members, in the order of `Category.allCases`.
  public var categories: [Category] { Category.allCases.filter { contains($0) } }
}
