import Glibc
import HapticPatterns
import TestSupport
import VirtualDevices

/// The user's settings, which change while clients play.
struct Wishes {
  /// The value of XDG_CONFIG_HOME for the daemon.
  let folder = "/run/soak-preferences"
  private var path: String { "\(folder)/hapticd/hapticd.toml" }

  init() throws {
    mkdir(folder, 0o755)
    mkdir("\(folder)/hapticd", 0o755)
    try settle()
  }

  /// Writes settings with everything on and no rate limits.
  func settle() throws { try write(Self.unlimited) }

  /// Writes random settings, sometimes invalid ones, or removes the file.
  func change(_ random: inout SplitMix64) throws {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: try write("enabled = maybe\n")
    case 1: unlink(path)
    case 2: try write("enabled = false\n" + Self.unlimited)
    case 3: try write("profile = \"\(random.one(of: ["full", "quiet", "silent"]))\"\n" + Self.unlimited)
    case 4: try write("theme = \"\(random.one(of: ["default", "hig", "no-such-theme"]))\"\n" + Self.unlimited)
    case 5: try write("[devices.gpio-vibrator]\nstrength = \(Double.random(in: 0...1, using: &random))\n")
    default:
      let tables = Category.allCases.map {
        "[\($0.name)]\nstrength = \(Double.random(in: 0...1, using: &random))\nrate = 1000000\nburst = 1000000\n"
      }
      try write(tables.joined())
    }
  }

  private static let unlimited =
    "duplicate-window = \"0ms\"\n"
    + Category.allCases.map { "[\($0.name)]\nrate = 1000000\nburst = 1000000\n" }.joined()

  private func write(_ text: String) throws {
    guard let file = fopen(path, "w") else { throw RigError("\(path) cannot be written") }
    fputs(text, file)
    fclose(file)
  }
}
