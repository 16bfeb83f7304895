struct EditorCommand {
  struct Position: Equatable {
    let line, column: Int
  }

  /// The command with its arguments, as in `VISUAL`.
  private let command: String

  init(_ command: String) { self.command = command }

  /// The line for a shell that opens a file, at a position if the editor is known to take one.
  func line(opening path: String, at position: Position?) -> String {
    guard let position else { return "\(command) \(path.quotedForShell)" }
    let (line, column) = (position.line, position.column)
    let arguments =
      switch name {
      case "vi", "ex", "view", "joe", "jed", "mg", "ne", "mcedit": "+\(line) \(path.quotedForShell)"
      case "vim", "nvim", "gvim", "vimx", "vim.tiny", "vim.basic":
        "'+call cursor(\(line),\(column))' \(path.quotedForShell)"
      case "nano", "pico", "rnano": "+\(line),\(column) \(path.quotedForShell)"
      case "emacs", "emacsclient", "micro", "kak", "gedit", "gnome-text-editor", "zile":
        "+\(line):\(column) \(path.quotedForShell)"
      case "hx", "helix", "subl", "zed": "\(path):\(line):\(column)".quotedForShell
      case "code", "codium", "code-oss": "--goto " + "\(path):\(line):\(column)".quotedForShell
      case "kate", "kwrite": "--line \(line) --column \(column) \(path.quotedForShell)"
      default: path.quotedForShell
      }
    return "\(command) \(arguments)"
  }

  /// The name of the program, without its folder and its arguments.
  private var name: Substring {
    (command.split(separator: " ").first ?? "").split(separator: "/").last ?? ""
  }
}
