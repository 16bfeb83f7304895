internal import HapticPatterns

/// The built-in themes, in two compiled forms: the table with its patterns, which is a layer of other themes, and the
/// feedbacks that result without any other layer.
enum BuiltInThemes {
  static func theme(_ name: ShortName) -> CompiledTheme? {
    switch name {
    case "default": CompiledTheme(PackageResources.default_theme)
    case "hig": CompiledTheme(PackageResources.hig_theme)
    default: nil
    }
  }

  /// Returns the bytes of a resolved built-in theme, or nil if there is none with this name.
  static func resolved(_ name: ShortName) -> [UInt8]? {
    switch name {
    case "default": PackageResources.default_resolved
    case "hig": PackageResources.hig_resolved
    default: nil
    }
  }
}
