internal import ArgumentParser
internal import Glibc
internal import PreferenceEditing
internal import PreferenceFiles

struct ResetPreferences: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Take preferences of yours away, so that what lies below counts again.",
    discussion: """
      A key takes one away, a table all below it: touch, app.org.example.Game, or app for all applications. Comments in \
      the file stay, and so does what the system's files and drop-ins say.
      """)

  @Argument(help: "What to take away: a key, or a table.", completion: .preferenceKeyOrTable)
  var key: String?

  @Flag(help: "Take all of your own away. Asks first.")
  var all = false

  @Flag(help: "Do not ask.")
  var force = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let own = try OwnFile()
    switch (key, all) {
    case (let text?, false): try reset(text, in: own)
    case (nil, true): try resetAll(in: own)
    default: throw Failure.usage("give the key or the table to take away, or --all; 'hapticctl get' lists them")
    }
    warn(of: own.stack.problems)
  }

  /// What is a key and a table's name as well is the key; in quotation marks a name has no key behind it.
  private func reset(_ text: String, in own: OwnFile) throws {
    let key: PreferenceKey
    do throws(Failure) {
      key = try preferenceKey(text)
    } catch {
      guard let branch = PreferenceBranch(spelled: text) else { throw error }
      return try reset(branch, or: error, in: own)
    }
    try reset(key, in: own)
  }

  private func reset(_ key: PreferenceKey, in own: OwnFile) throws {
    let wasSaid = try own.text().file.assignments.contains { $0.key == key }
    try own.change { text throws(EditRefusal) in try text.removing(key) }
    let row = PreferenceRow(key, in: own.stack)
    if output.json { return try printJSON(PreferenceChangeJSON(row, in: own.path, to: .nothing)) }
    print(Self.line(row, wasSaid ? "is no longer in" : "was not in", own))
  }

  private static func line(_ row: PreferenceRow, _ what: String, _ own: OwnFile) -> String {
    "\(row.key) \(what) \(own.path); it is \(row.text), from \(row.place)"
  }

  /// - Parameter mistake: why it is no key.
  private func reset(_ branch: PreferenceBranch, or mistake: Failure, in own: OwnFile) throws {
    var keys: [PreferenceKey] = []
    var isNearMiss = false
    try own.change { text throws(EditRefusal) in
      let said = text.file.assignments.map(\.key)
      keys = said.filter(branch.contains)
      isNearMiss = branch.above.map { said.contains(where: $0.contains) } ?? false
      return try text.removing(branch)
    }
    guard !keys.isEmpty else {
      // Of an application that something is said of, a key was meant.
      if isNearMiss { throw mistake }
      throw Failure.refused(
        "nothing of \(branch) is said in \(own.path); 'hapticctl get' lists what is said, and where")
    }
    let stack = own.stack
    let rows = keys.map { PreferenceRow($0, in: stack) }
    if output.json { return try printJSON(rows.map { PreferenceChangeJSON($0, in: own.path, to: .nothing) }) }
    for row in rows { print(Self.line(row, "is no longer in", own)) }
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
