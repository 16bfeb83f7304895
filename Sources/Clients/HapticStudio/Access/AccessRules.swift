/// Decides which requests are answered: only those of the user's own page.
///
/// Loopback is no protection: each page in the user's browser and each user of the machine can send requests to it. The
/// rules are those that tools with a page on localhost have learned one by one; docs/studio.md has the list.
package struct AccessRules: Sendable {
  /// What a permitted request wants.
  package enum Wish: Equatable, Sendable {
    /// The page for the first time: sets the cookie.
    case enter
    case file(String)
    /// The token of calls, and what is open.
    case session
    case events
    /// A call with a body in JSON.
    case call(String)
  }

  private let port: UInt16
  private let secrets: StudioSecrets

  package init(port: UInt16, _ secrets: StudioSecrets) { (self.port, self.secrets) = (port, secrets) }

  /// The name of the cookie. Browsers do not separate cookies by port.
  var cookieName: String { "hapticd-studio-\(port)" }

  var cookieField: String { "\(cookieName)=\(secrets.cookie); HttpOnly; SameSite=Strict; Path=/" }

  private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"] }

  package func wish(of head: HTTPHead) throws(StudioError) -> Wish {
    try checkOrigin(of: head)
    guard head["upgrade"] == nil else { throw .forbidden("the studio has no other protocol") }
    switch head.method {
    case "GET": return try reading(head)
    case "POST": return try calling(head)
    default: throw StudioError(.badMethod, "\(head.method) is not a method of the studio")
    }
  }

  /// Checks the names in a request: a page of another site has another `Origin`, and a name of another site that leads here
  /// has another `Host`.
  private func checkOrigin(of head: HTTPHead) throws(StudioError) {
    guard let host = head["host"], hosts.contains(host) else {
      throw .forbidden("this is not the address of the studio")
    }
    let origin = head["origin"]
    guard origin == nil || origin == "http://\(host)" else { throw .forbidden("another page may not use the studio") }
    guard origin != nil || head.method == "GET" else { throw .forbidden("a call without the page's Origin") }
    // Only a further check: programs other than browsers do not send it.
    guard ["same-origin", "none", nil].contains(head["sec-fetch-site"]) else {
      throw .forbidden("another page may not use the studio")
    }
  }

  private func reading(_ head: HTTPHead) throws(StudioError) -> Wish {
    if head.path == "/", head.query.hasPrefix("token=") {
      guard secrets.enter(with: String(head.query.dropFirst("token=".count))) else {
        throw StudioError(
          .forbidden, "this address was used already", remedy: "start the studio again: hapticctl studio")
      }
      return .enter
    }
    try checkCookie(of: head)
    return head.path == "/api/session"
      ? .session : .file(head.path == "/" ? "index.html" : String(head.path.dropFirst()))
  }

  private func calling(_ head: HTTPHead) throws(StudioError) -> Wish {
    try checkCookie(of: head)
    guard let token = head["x-studio-token"], StudioSecrets.isEqual(token, secrets.call) else {
      throw .forbidden("a call without the page's token")
    }
    let kind = head["content-type"]?.lowercased().split(separator: ";").first.map { String($0.trimmingBlanks) }
    guard kind == "application/json" else {
      throw StudioError(.badType, "a call expects application/json")
    }
    guard head.path.hasPrefix("/api/") else { throw .notFound }
    let name = String(head.path.dropFirst("/api/".count))
    return name == "events" ? .events : .call(name)
  }

  private func checkCookie(of head: HTTPHead) throws(StudioError) {
    let cookies = (head["cookie"] ?? "").split(separator: ";").map(\.trimmingBlanks)
    let own = cookies.filter { $0.hasPrefix(cookieName + "=") }.map { String($0.dropFirst(cookieName.count + 1)) }
    guard own.contains(where: { StudioSecrets.isEqual($0, secrets.cookie) }) else {
      throw StudioError(
        .forbidden, "this browser has not opened the studio", remedy: "open the address that hapticctl studio prints")
    }
  }
}
