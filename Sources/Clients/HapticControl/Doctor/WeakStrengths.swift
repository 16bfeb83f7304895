internal import HapticPreferences
internal import Haptics
internal import PreferenceFiles

/// Finds the strengths that leave so little that it is hardly felt: one strength, or the product of those for one play.
struct WeakStrengths {
  private let preferences: Preferences
  /// The strengths between 0 and 100%, in the order of the settings.
  private let reduced: [PreferenceKey]
  private let strengths: [PreferenceKey: Intensity]

  init(settings: PreferenceStack) {
    preferences = settings.preferences
    let keys = settings.keys.filter { $0.setting.kind == .strength }
    let values = keys.map { Self.strength(of: $0, in: settings.preferences) }
    strengths = Dictionary(uniqueKeysWithValues: zip(keys, values).filter { $1 > .none && $1 < .full })
    reduced = keys.filter(strengths.keys.contains)
  }

  /// A product is found only if it is still weak after the remedies of the findings before it; the weakest comes first.
  var findings: [DoctorFinding] {
    let single = reduced.filter { strength(of: $0) < Self.weak }
    var findings = single.map { finding([$0], "\($0) is only \(words(strength(of: $0)))") }
    var raised = Set(single)
    func isStrong(_ keys: [PreferenceKey]) -> Bool { product(of: keys.filter { !raised.contains($0) }) >= Self.weak }
    // A play that is weak by itself is weakest on the weakest device. Any other one is weak only on a device that is not
    // raised, and weakest on the weakest of these. Raising makes no play weaker, so each list is passed once.
    let (devices, plays) = (devices, plays)
    var (weak, others, unraised) = (plays[...], plays[...], devices[...])
    while true {
      weak = weak.drop(while: isStrong)
      unraised = unraised.drop(while: raised.contains)
      let device = unraised.prefix(1)
      others = device.isEmpty ? [] : others.drop { isStrong($0 + device) }
      let weakest = [weak.first.map { $0 + devices.prefix(1) }, others.first.map { $0 + device }].compactMap(\.self)
      guard let keys = weakest.min(by: { product(of: $0) < product(of: $1) }) else { return findings }
      raised.formUnion(keys)
      let factors = keys.map { "\($0) (\(words(strength(of: $0))))" }
      let list = factors.dropLast().joined(separator: ", ") + " and " + factors[factors.count - 1]
      findings.append(finding(keys, "\(list) leave only \(words(product(of: keys))) together"))
    }
  }

  private static let weak: Intensity = 0.2

  /// The sets of reduced strengths that apply to one play without those of devices, the weakest first.
  private var plays: [[PreferenceKey]] {
    let applications = Set(reduced.filter { $0.setting.table == .application }.map(\.name))
    var products: [[PreferenceKey]: Intensity] = [:]
    var plays: [[PreferenceKey]] = []
    for application in [nil] + applications.sorted(by: { $0.description < $1.description }) {
      for category in [nil] + Category.allCases {
        let keys = PreferenceKey.strengths(of: category, application: application, device: nil)
        let factors = keys.filter(strengths.keys.contains)
        if products[factors] != nil || keys.contains(where: isOff) { continue }
        products[factors] = product(of: factors)
        plays.append(factors)
      }
    }
    return plays.sorted { products[$0, default: .full] < products[$1, default: .full] }
  }

  /// The reduced strengths of the devices that are not switched off, the weakest first.
  private var devices: [PreferenceKey] {
    reduced.filter { $0.setting.table == .device && preferences[device: $0.name].isEnabled }
      .sorted { strength(of: $0) < strength(of: $1) }
  }

  private static func strength(of key: PreferenceKey, in preferences: Preferences) -> Intensity {
    if case .strength(let strength) = key.value(in: preferences) { strength } else { .full }
  }

  private func isOff(_ key: PreferenceKey) -> Bool {
    strengths[key] == nil && Self.strength(of: key, in: preferences) == .none
  }

  private func strength(of key: PreferenceKey) -> Intensity { strengths[key, default: .full] }

  private func product(of keys: [PreferenceKey]) -> Intensity { keys.reduce(.full) { $0 * strength(of: $1) } }

  /// The strength in percent, with one digit after the point at most.
  private func words(_ strength: Intensity) -> String {
    let rounded = Intensity((strength.rawValue * 1000).rounded() / 1000)
    return PreferenceKind.strength.typedText(of: .strength(rounded)) ?? ""
  }

  private func finding(_ keys: [PreferenceKey], _ text: String) -> DoctorFinding {
    let isOfApplication = keys.contains { $0.setting.table == .application }
    let values = keys.map { "\("\($0)".shellWord) full" }.joined(separator: " ")
    return .note(isOfApplication ? "application" : "strength", text, remedy: "hapticctl set \(values)")
  }
}

extension PreferenceKey {
  /// The strengths that multiply for a play, without those of unknown parts.
  static func strengths(
    of category: Category?, application: ShortName?, device: ShortName?
  ) -> [PreferenceKey] {
    [
      PreferenceKey(.general, "strength"), category.flatMap { PreferenceKey(.category($0), "strength") },
      application.flatMap { PreferenceKey(.application, "strength", name: $0) },
      application.flatMap { name in category.flatMap { PreferenceKey(.application, $0.name, name: name) } },
      device.flatMap { PreferenceKey(.device, "strength", name: $0) },
    ]
    .compactMap(\.self)
  }
}
