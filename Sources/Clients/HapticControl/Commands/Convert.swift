internal import ArgumentParser
internal import HapticFiles
internal import HapticSystem

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write patterns as files of another format.",
    discussion: """
      Each file is written beside its original, or into the folder of --output. A file that exists is replaced only \
      with --force. The parts that a format cannot hold are named on standard error.
      """)

  @Argument(help: ArgumentHelp(SubjectName.help), completion: .subject)
  var patterns: [String]

  @OptionGroup var export: ExportOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write into this folder.", valueName: "folder"), completion: .directory)
  var folder: String?

  @Flag(help: "Replace files that exist.")
  var force = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    if let folder, !Folder.exists(folder) {
      throw Failure.usage("\(folder.shownName) is not a folder; create it, or choose another --output")
    }
    var written: [JSONObject] = []
    var failures: [Failure] = []
    var targets: [String: String] = [:]
    for name in patterns {
      do throws(Failure) { written.append(try converted(name, &targets)) } catch { failures.append(error) }
    }
    if output.json { try printJSON(written) }
    guard let last = failures.last else { return }
    OutputBuffer.flush()
    failures.dropLast().forEach(report)
    throw last
  }

  /// - Parameter targets: the names of the patterns by the paths written so far.
  private func converted(_ name: String, _ targets: inout [String: String]) throws(Failure) -> JSONObject {
    let subject = try Subject.named(name)
    let target = try self.target(of: subject)
    if let other = targets[target] {
      throw .usage(
        "\(name.shownName) would replace the file of \(other.shownName), \(target.shownName); convert it alone")
    }
    let file = try OutputFile(
      target, .pattern, from: subject.isFile ? [PatternPath(name)] : [], isForced: force,
      or: "choose another folder with -o")
    let pattern = try subject.written(as: export.format)
    subject.reportFindings()
    pattern.reportLosses(of: subject.title)
    try file.write(pattern.bytes)
    targets[target] = name
    if !output.json { Screen.standardOutput.show("wrote \(target.shownName)") }
    return ["from": name, "file": target, "losses": pattern.losses]
  }

  private func target(of subject: Subject) throws(Failure) -> String {
    let place = PatternPath(subject.name)
    guard !subject.isFile || !place.isStandardInput && !place.isList else {
      throw .usage(
        "\(subject.name.shownName) has no file name; print it with hapticctl show --as \(export.format.rawValue)")
    }
    let name = place.feedback ?? SubjectName.base(of: Folder.name(of: place.path))
    // The name of a part of a file is a text of that file.
    guard !name.isEmpty, !name.contains("/"), !name.hasPrefix("."), !name.utf8.contains(0) else {
      throw .usage("\(subject.name.shownName) gives no file name; print it with hapticctl show")
    }
    let own = subject.isFile ? Folder.containing(place.path) : "."
    let folder = self.folder ?? own
    if folder == "." { return name + export.format.suffix }
    return (folder.hasSuffix("/") ? folder : folder + "/") + name + export.format.suffix
  }
}
