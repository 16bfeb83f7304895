internal import ArgumentParser
internal import Glibc
internal import PreferenceEditing
internal import PreferenceFiles

struct ResetPreferences: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Take a preference of yours away, so that what lies below counts again.",
    discussion: "Comments in the file stay, and so does what the system's files and drop-ins say.")

  @Argument(help: "What to take away.", completion: .preferenceKey)
  var key: String?

  @Flag(help: "Take all of your own away. Asks first.")
  var all = false

  @Flag(help: "Do not ask.")
  var force = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let own = try OwnFile()
    switch (key, all) {
    case (let text?, false): try reset(try preferenceKey(text), in: own)
    case (nil, true): try resetAll(in: own)
    default: throw Failure.usage("give the key to take away, or --all; 'hapticctl get' lists them")
    }
    warn(of: own.stack.problems)
  }

  private func reset(_ key: PreferenceKey, in own: OwnFile) throws {
    let wasSaid = try own.text().file.assignments.contains { $0.key == key }
    try own.change { text throws(EditRefusal) in try text.removing(key) }
    let row = PreferenceRow(key, in: own.stack)
    if output.json { return try printJSON(PreferenceChangeJSON(row, in: own.path, to: .nothing)) }
    let what = wasSaid ? "is no longer in" : "was not in"
    print("\(key) \(what) \(own.path); it is \(row.text), from \(row.place)")
  }

  private func resetAll(in own: OwnFile) throws {
    let count = try own.text().file.assignments.count
    if count > 0, !force { try confirm("take \(counted(count, "preference")) out of \(own.path)?") }
    try own.change { text throws(EditRefusal) in try text.removingAll() }
    if output.json { return try printJSON(["removed": count]) }
    print(count > 0 ? "\(counted(count, "preference")) taken out of \(own.path)" : "none was in \(own.path)")
  }

  /// - Throws: a failure where the answer is no, and where nobody can be asked.
  private func confirm(_ question: String) throws(Failure) {
    guard isatty(STDIN_FILENO) == 1 else { throw .usage("nobody can be asked here; add --force") }
    print("\(question) [y/N]", terminator: " ")
    fflush(nil)
    guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
      throw .refused("nothing is changed; answer y to go on")
    }
  }
}
