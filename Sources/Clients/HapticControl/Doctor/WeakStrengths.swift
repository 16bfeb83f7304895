internal import HapticPreferences
internal import Haptics
internal import PreferenceFiles

/// Finds the strengths that leave so little that it is hardly felt: one strength, or the product of those for one play.
struct WeakStrengths {
  let settings: PreferenceStack

  private var preferences: Preferences { settings.preferences }

  /// A product is found only if it is still weak after the remedies of the findings before it.
  var findings: [DoctorFinding] {
    let single = reduced.filter { strength(of: $0) < Self.weak }
    var raised = Set(single)
    var findings = single.map { finding([$0], "\($0) is only \(words(strength(of: $0)))") }
    for keys in weakProducts where product(of: keys.filter { !raised.contains($0) }) < Self.weak {
      raised.formUnion(keys)
      let factors = keys.map { "\($0) (\(words(strength(of: $0))))" }
      let list = factors.dropLast().joined(separator: ", ") + " and " + factors[factors.count - 1]
      findings.append(finding(keys, "\(list) leave only \(words(product(of: keys))) together"))
    }
    return findings
  }

  private static let weak: Intensity = 0.2

  /// The strengths between 0 and 100%, in the order of the settings.
  private var reduced: [PreferenceKey] {
    settings.keys.filter { $0.setting.kind == .strength && strength(of: $0) > .none && strength(of: $0) < .full }
  }

  /// The sets of reduced strengths that apply to one play and whose product is weak, the weakest first.
  private var weakProducts: [[PreferenceKey]] {
    let reduced = reduced
    func names(_ table: PreferenceTable) -> [ShortName?] {
      let names = Set(reduced.filter { $0.setting.table == table }.map(\.name))
      return [nil] + names.sorted { $0.description < $1.description }
    }
    let (applications, devices, members) = (names(.application), names(.device), Set(reduced))
    let categories: [Category?] = [nil] + Category.allCases
    var known: Set<[PreferenceKey]> = []
    var products: [[PreferenceKey]] = []
    for device in devices where device.map({ preferences[device: $0].isEnabled }) ?? true {
      for application in applications {
        for category in categories {
          let keys = PreferenceKey.strengths(of: category, application: application, device: device)
          let factors = keys.filter(members.contains)
          guard factors.count > 1, product(of: keys) > .none, product(of: factors) < Self.weak else { continue }
          if known.insert(factors).inserted { products.append(factors) }
        }
      }
    }
    return products.sorted { product(of: $0) < product(of: $1) }
  }

  private func strength(of key: PreferenceKey) -> Intensity {
    if case .strength(let strength) = key.value(in: preferences) { strength } else { .full }
  }

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
