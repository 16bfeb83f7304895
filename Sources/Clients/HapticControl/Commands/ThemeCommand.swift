internal import ArgumentParser

struct ThemeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme", abstract: "List, create, show, check, compare and select themes.",
    discussion: "A theme is a folder with a table of feedbacks and their pattern files, see hapticd-theme(5).",
    subcommands: [
      ThemeList.self, ThemeNew.self, ThemeShow.self, ThemeCheckFiles.self, ThemeUse.self, ThemePath.self,
      ThemeDifference.self,
    ])
}
