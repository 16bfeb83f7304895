internal import HapticPatterns

/// The themes that are part of the program.
enum BuiltInThemes {
  static let names: [ShortName] = ["default", "hig"]

  /// What a theme of the program says; nil where it has none of that name.
  static func theme(_ name: ShortName) -> CompiledTheme? {
    switch name {
    case "default": CompiledTheme(PackageResources.default_theme)
    case "hig": CompiledTheme(PackageResources.hig_theme)
    default: nil
    }
  }
}
