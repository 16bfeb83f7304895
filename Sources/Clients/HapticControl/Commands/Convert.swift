internal import ArgumentParser
internal import HapticFiles
internal import HapticSystem

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write patterns as files of another format.",
    discussion: """
      Each file is written beside its original, or into the folder of --output. A pattern that exists is replaced only \
      with --force, another file never. The parts that a format cannot hold are named on standard error.
      """)

  @Argument(help: ArgumentHelp(SubjectName.help), completion: .subject)
  var patterns: [String]

  @OptionGroup var export: ExportOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write into this folder.", valueName: "folder"), completion: .directory)
  var folder: String?

  @Flag(help: "Replace patterns that exist.")
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
      target, .pattern, from: subject.isFile ? [PatternPath(name)] : [], isForced: true,
      or: Self.remedy)
    try expectReplaceable(target)
    let pattern = try subject.written(as: export.format)
    subject.reportFindings()
    pattern.reportLosses(of: subject.title)
    try file.write(pattern.bytes)
    targets[target] = name
    if !output.json { Screen.standardOutput.show("wrote \(target.shownName)") }
    return ["from": name, "file": target, "losses": pattern.losses]
  }

  /// The command chooses the names of its files, so that --force replaces patterns only.
  ///
  /// - Throws: a failure if there is a file that must stay. An empty one is replaced.
  private func expectReplaceable(_ target: String) throws(Failure) {
    guard let status = try? FileStatus(of: target, followingLinks: true), status.size > 0 else { return }
    guard (try? PatternFile.read(path: target)) != nil else {
      throw .usage("\(target.shownName) exists and is not a pattern; \(Self.remedy), or remove the file")
    }
    if !force { throw .usage("\(target.shownName) exists; \(Self.remedy), or replace it with --force") }
  }

  private static let remedy = "choose another folder with -o"

  private func target(of subject: Subject) throws(Failure) -> String {
    let place = PatternPath(subject.name)
    let hasName = !place.isStandardInput && !place.isList && !PatternInput.isDescriptor(place.path)
    guard !subject.isFile || hasName else {
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
