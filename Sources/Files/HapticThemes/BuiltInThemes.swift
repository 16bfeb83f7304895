internal import HapticPatterns

/// The built-in themes.
enum BuiltInThemes {
  static let names: [ShortName] = ["default", "hig"]

  /// Returns the built-in theme with this name, or nil if there is none.
  static func theme(_ name: ShortName) -> CompiledTheme? {
    switch name {
    case "default": CompiledTheme(PackageResources.default_theme)
    case "hig": CompiledTheme(PackageResources.hig_theme)
    default: nil
    }
  }
}
