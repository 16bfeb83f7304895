public import HapticPatterns

/// What a person wants of haptics: whether, for whom, when, how strongly and where. The value the daemon decides by, with
/// everything that no file says at its default.
///
/// `hapticd.toml(5)` gives the keys by which files say it.
public struct Preferences: Equatable, Sendable {
  /// The master switch. Off, nothing plays, whatever else is said here.
  public var isEnabled = true
  public var profile = Profile.full
  /// What feedbacks feel like, `hapticd-theme(5)`; nil is the usual theme.
  public var theme: ShortName?
  /// For how long after a feedback of an application the same one is taken for its double; zero allows doubles.
  public var duplicateWindow = Duration.milliseconds(30)
  /// In the order of `Category.allCases`.
  private var categories = Category.allCases.map(CategoryPreferences.init)
  /// By application id, as the kernel vouches for it or as the application claims.
  public var applications: [ShortName: ApplicationPreferences] = [:]
  /// By the name that `hapticctl devices` shows.
  public var devices: [ShortName: DevicePreferences] = [:]
  public var quietHours = QuietHours()
  public var powerSaver = PowerSaver()
  /// Where feedback plays whose client leaves that open.
  public var locality = Locality.phone

  /// Everything at its default.
  public init() {}

  /// What is wanted of a category.
  public subscript(category: Category) -> CategoryPreferences {
    get { categories[Int(category.rawValue) - 1] }
    set { categories[Int(category.rawValue) - 1] = newValue }
  }

  /// What is wanted of an application; the defaults where nothing is said.
  public subscript(application name: ShortName) -> ApplicationPreferences {
    applications.isEmpty ? ApplicationPreferences() : applications[name] ?? ApplicationPreferences()
  }

  /// What is wanted of clients that hide from `/proc`: what is said of the application `hidden`. Where nothing is, they
  /// may be any application, and are felt as weakly as the weakest of all, category by category.
  public var hidden: ApplicationPreferences {
    if let own = applications["hidden"] { return own }
    var weakest = ApplicationPreferences()
    for application in applications.values {
      for category in Category.allCases {
        let strength = min(weakest.strength(of: category), application.strength(of: category))
        if strength < .full { weakest.categories[category] = strength }
      }
    }
    return weakest
  }

  /// What is wanted of a device; the defaults where nothing is said.
  public subscript(device name: ShortName) -> DevicePreferences {
    devices.isEmpty ? DevicePreferences() : devices[name] ?? DevicePreferences()
  }
}

/// How much a person wants to be shaken at present.
public enum Profile: String, CaseIterable, Sendable {
  /// Everything.
  case full
  /// What a finger causes and what must not be missed: no notifications, no media.
  case quiet
  /// Nothing, but for what is `important` and comes from an application that may say so.
  case silent

  public var name: String { rawValue }

  /// The categories that play in it.
  public var categories: CategorySet {
    switch self {
    case .full: .all
    case .quiet: [.touch, .keyboard, .ringtone, .alarm, .accessibility]
    case .silent: []
    }
  }
}

/// Some categories.
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

  /// Its members, in the order of `Category.allCases`.
  public var categories: [Category] { Category.allCases.filter { contains($0) } }
}
