import Foundation
import TestSupport
import Testing

/// The completion script for Bash, with words that need a backslash.
@Suite struct BashCompletionTests {
  @Test(arguments: [
    ("device.simulated\\ lra.", "device.simulated lra.strength"),
    ("device.simulated\\ l", "device.simulated lra.enabled"),
    ("device.sim", "device.simulated lra.strength"), ("touch.s", "touch.strength"),
  ]) func `a key with a space is completed`(typed: String, offer: String) throws {
    let folder = try TestFolder()
    try folder.write("[device.\"simulated lra\"]\nstrength = 0.5\n", to: "hapticd/hapticd.toml")
    #expect(try offers(for: typed, in: folder).contains(offer))
  }

  @Test func `names are offered as they are, and not run as commands`() throws {
    let folder = try TestFolder()
    let name = "$(touch ran)`touch ran`$HOME'*"
    try folder.write("[app.\"\(name)\"]\nstrength = 0.5\n", to: "hapticd/hapticd.toml")
    #expect(try offers(for: "app.", in: folder).contains("app.\(name).strength"))
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "ran")))
  }

  /// The offers for the key of `set`, in a folder with settings.
  private func offers(for typed: String, in folder: TestFolder) throws -> [String] {
    let script = """
      cd \(folder.path)
      PATH=\(Program.folder.path):$PATH
      source <(hapticctl --generate-completion-script bash)
      COMP_WORDS=(hapticctl set '\(typed)') COMP_CWORD=2 COMP_LINE='hapticctl set \(typed)'
      COMP_POINT=${#COMP_LINE}
      _hapticctl hapticctl '\(typed)' set
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try Program(
      "/bin/bash", ["-c", script], socket: "/nonexistent/s", environment: ["XDG_CONFIG_HOME": folder.path]
    ).result()
    return result.output.split(separator: "\n").map(String.init)
  }
}
