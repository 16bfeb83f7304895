import AHAP
import HapticStudio
import TextDiagnostics

extension Fuzzer {
  /// The head of a request to the studio. `COOKIE`, `CALL` and `ENTRY` stand for its secrets: whatever else a request says,
  /// it is answered only with them, to the studio's own address, and a call only from its own page.
  static let studioRequests = Fuzzer("studio-requests") { (input) throws(Flaw) in
    _ = PeerOwner.userID(of: 0x9c40, connectedTo: 0x1f90, in: input)
    _ = try? CallFields(body: input, upTo: Studio.longestCall)
    let name = String(decoding: input, as: UTF8.self)
    if (try? OpenedFolder.checkName(name)) != nil {
      try require(!name.contains("/") && !name.hasPrefix(".") && !name.utf8.contains(0), "the file name \(name)")
    }
    let secrets = StudioSecrets()
    let words = [("COOKIE", secrets.cookie), ("CALL", secrets.call), ("ENTRY", secrets.entry)]
    let text = words.reduce(name) { $0.replacing($1.0, with: $1.1) }
    guard let head = try? HTTPHead(Array(text.utf8)) else { return }
    try require(head.path.hasPrefix("/") && head.bodyLength >= 0, "the path \(head.path)")
    guard let wish = try? AccessRules(port: port, secrets).wish(of: head) else { return }
    let host = head["host"] ?? ""
    try require(["127.0.0.1:8080", "localhost:8080", "[::1]:8080"].contains(host), "the host \(host)")
    try require([nil, "http://\(host)"].contains(head["origin"]), "the origin \(head["origin"] ?? "")")
    try require(wish == .enter || head["cookie"]?.contains(secrets.cookie) == true, "\(wish) without the cookie")
    switch wish {
    case .enter: try require(head.query == "token=\(secrets.entry)", "it enters by \(head.query)")
    case .file(let name):
      try require(head.method == "GET", "\(wish) by \(head.method)")
      try require(PageSource().file(name) == nil || PageFiles.names.contains(name), "the file \(name)")
    case .session: try require(head.method == "GET", "\(wish) by \(head.method)")
    case .call, .events:
      try require(head.method == "POST" && head["origin"] != nil, "\(wish) by \(head.method)")
      try require(head["x-studio-token"] == secrets.call, "\(wish) without the token")
      try require(head["content-type"]?.lowercased().hasPrefix("application/json") == true, "\(wish) of another type")
    }
  }

  private static let port: UInt16 = 8080

  /// Edits of a pattern: the first line is a list of edits, the rest a pattern file. A file that was read can also be read
  /// after any edit, and without an edit it stays as it is.
  static let studioEdits = Fuzzer("studio-edits") { (input) throws(Flaw) in
    let end = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.endIndex
    let text = Array(input[end...])
    _ = TextTree(input)
    guard (try? AHAPFile.read(text, limits: limits)) != nil else { return }
    var unchanged = PatternText(text)
    try require((try? unchanged.apply([])) != nil && unchanged.bytes == text, "no edit changes the text")
    guard case .array(let values)? = (try? JSONDocument(Array(input[..<end])))?.root.value else { return }
    for value in values.prefix(64) {
      guard let edit = try? PatternEdit(value) else { continue }
      let before = unchanged.bytes
      var edited = PatternText(before)
      guard (try? edited.apply([edit])) != nil else { continue }
      do throws(Refused) { _ = try AHAPFile.read(edited.bytes, limits: limits) } catch {
        throw Flaw("\(edit) makes a text that is not read: \(error)")
      }
      unchanged = edited
    }
    var together = PatternText(text)
    try? together.apply(values.prefix(64).compactMap { try? PatternEdit($0) })
  }

  private static let limits = FileLimits.standard
}
