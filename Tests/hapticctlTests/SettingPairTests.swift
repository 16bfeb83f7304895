import Foundation
import Testing

/// `set` with several keys, and `get` with one value and with defaults.
@Suite final class SettingPairTests: SettingsBench {
  @Test func `set changes several keys together, or none`() throws {
    let result = try control("set", "strength", "50%", "touch.strength", "-10%", "enabled", "on")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output
        == """
        strength = "50%", in /home/hapticd/hapticd.toml
        touch.strength = "90%" (was 100%), in /home/hapticd/hapticd.toml
        enabled = true, in /home/hapticd/hapticd.toml

        """.replacingOccurrences(of: "(was 100%)", with: "(was \"100%\")"))
    let former = text
    let wrong = try control("set", "strength", "10%", "touch.strength", "2000%")
    #expect(wrong.status == 2 && wrong.errors.contains("touch.strength: 2000% is out of range"))
    #expect(try control("set", "strength", "10%", "strength", "20%").errors.contains("strength is given twice"))
    let odd = try control("set", "strength", "10%", "profile")
    #expect(odd.status == 2 && odd.errors.contains("'profile' has no value; give each key and its value"))
    #expect(text == former)
    let json = try control("set", "strength", "100%", "profile", "quiet", "--json").output
    let list = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
    #expect(list?.map { $0["key"] as? String } == ["strength", "profile"])
  }

  @Test func `get prints one value in the form that set takes`() throws {
    try write("[touch]\nstrength = 0.6\n[quiet-hours]\ndays = [\"monday\", \"friday\"]\nallow = []\n")
    let values = [
      ("touch.strength", "60%\n"), ("strength", "100%\n"), ("quiet-hours.days", "monday,friday\n"),
      ("quiet-hours.allow", "none\n"), ("quiet-hours.from", "off\n"), ("enabled", "true\n"), ("touch.rate", nil),
      ("duplicate-window", "30ms\n"), ("theme", ""),
    ]
    for (key, value) in values {
      let result = try control("get", "--value", key)
      #expect(result.status == 0 && result.errors == "", "\(key)")
      if let value { #expect(result.output == value, "\(key)") }
      let typed = String(result.output.dropLast())
      if !typed.isEmpty { #expect(try control("set", key, typed).status == 0, "\(key) \(typed)") }
    }
    let table = try control("get", "--value", "touch")
    #expect(
      table.status == 2 && table.errors.contains("'touch' is a table; give one of its keys, such as touch.strength"))
    #expect(try control("get", "--value").status == 2)
  }

  @Test func `get shows the default of each value in a file`() throws {
    try write("profile = \"quiet\"\nenabled = true\ntheme = \"hig\"\n")
    let lines = try control("get").output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("profile ") && $0.hasSuffix("toml:1; the default is \"full\"") })
    #expect(lines.contains { $0.hasPrefix("enabled ") && $0.hasSuffix("toml:2; this is the default") })
    #expect(lines.contains { $0.hasPrefix("theme ") && $0.hasSuffix("toml:3") })
    #expect(lines.contains { $0.hasPrefix("strength ") && $0.hasSuffix("  default") })
  }
}
