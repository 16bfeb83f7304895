import HapticStudio
import Testing

/// The requests that the studio answers, and those that it must refuse: the list of docs/studio.md.
@Suite struct AccessRulesTests {
  private let secrets = StudioSecrets()
  private let port: UInt16 = 8080

  private var rules: AccessRules { AccessRules(port: port, secrets) }

  private var cookie: String { "hapticd-studio-\(port)=\(secrets.cookie)" }

  /// The fields of a call from the page.
  private var callFields: [(String, String)] {
    [
      ("Host", "127.0.0.1:8080"), ("Origin", "http://127.0.0.1:8080"), ("Cookie", cookie),
      ("X-Studio-Token", secrets.call), ("Content-Type", "application/json"),
    ]
  }

  private func head(_ line: String, _ fields: [(String, String)]) throws -> HTTPHead {
    let lines = ["\(line) HTTP/1.1"] + fields.map { "\($0.0): \($0.1)" }
    return try HTTPHead(Array(lines.joined(separator: "\r\n").utf8))
  }

  private func wish(_ line: String, _ fields: [(String, String)]) throws -> AccessRules.Wish {
    try rules.wish(of: try head(line, fields))
  }

  private func refusal(_ line: String, _ fields: [(String, String)]) throws -> StudioError.Code? {
    let head = try head(line, fields)
    do throws(StudioError) { _ = try rules.wish(of: head) } catch { return error.code }
    return nil
  }

  /// The fields with one of them replaced, or removed by nil.
  private func fields(_ name: String, _ value: String?) -> [(String, String)] {
    callFields.filter { $0.0 != name } + (value.map { [(name, $0)] } ?? [])
  }

  @Test func `the page enters with the token once, then with its cookie`() throws {
    let host = [("Host", "localhost:8080")]
    #expect(try refusal("GET /", host) == .forbidden)
    #expect(try wish("GET /?token=\(secrets.entry)", host) == .enter)
    #expect(try refusal("GET /?token=\(secrets.entry)", host) == .forbidden)
    #expect(try wish("GET /", host + [("Cookie", "a=b; \(cookie)")]) == .file("index.html"))
    #expect(try wish("GET /studio.js", host + [("Cookie", cookie)]) == .file("studio.js"))
    #expect(try wish("GET /api/session", host + [("Cookie", cookie)]) == .session)
    #expect(try wish("POST /api/compute", callFields) == .call("compute"))
    #expect(try wish("POST /api/events", callFields) == .events)
  }

  @Test(arguments: ["", "0", "wrong"])
  func `a wrong token does not enter, and does not use up the right one`(_ token: String) throws {
    let host = [("Host", "127.0.0.1:8080")]
    #expect(try refusal("GET /?token=\(token)", host) == .forbidden)
    #expect(try refusal("GET /?token=\(secrets.entry)x", host) == .forbidden)
    #expect(try wish("GET /?token=\(secrets.entry)", host) == .enter)
  }

  @Test(arguments: [
    nil, "evil.example:8080", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:80800", "localhost", "localhost.:8080",
    "127.1:8080", "2130706433:8080", "0.0.0.0:8080", "[::1]", "127.0.0.1:8080.evil.example", "LOCALHOST:8080", "",
    "a b",
    "127.0.0.1:8080, evil.example",
  ])
  func `a request whose Host is not exactly the studio's is refused`(_ host: String?) throws {
    #expect(try refusal("POST /api/list", fields("Host", host)) == .forbidden)
    #expect(try refusal("GET /", fields("Host", host)) == .forbidden)
    #expect(try refusal("GET /?token=\(secrets.entry)", fields("Host", host)) == .forbidden)
  }

  @Test(arguments: ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"])
  func `each name of the loopback with the port is a Host of the studio`(_ host: String) throws {
    let own = callFields.filter { $0.0 != "Host" && $0.0 != "Origin" } + [("Host", host), ("Origin", "http://\(host)")]
    #expect(try wish("POST /api/list", own) == .call("list"))
  }

  @Test(arguments: [
    nil, "null", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1", "http://127.0.0.1:80",
    "http://127.0.0.1:8080/", "http://localhost:8080", "http://127.0.0.1:8080.evil.example", "", "*", "file://",
  ])
  func `a write and an event stream whose Origin is not exactly the page's are refused`(_ origin: String?) throws {
    #expect(try refusal("POST /api/save", fields("Origin", origin)) == .forbidden)
    #expect(try refusal("POST /api/events", fields("Origin", origin)) == .forbidden)
  }

  @Test func `a reading with the Origin of another page is refused`() throws {
    #expect(try refusal("GET /api/session", fields("Origin", "http://evil.example")) == .forbidden)
    #expect(try refusal("GET /api/session", fields("Origin", "null")) == .forbidden)
  }

  @Test(arguments: ["cross-site", "same-site", "odd"])
  func `a request that a browser ascribes to another site is refused`(_ site: String) throws {
    #expect(try refusal("POST /api/list", callFields + [("Sec-Fetch-Site", site)]) == .forbidden)
    #expect(
      try refusal("GET /?token=\(secrets.entry)", [("Host", "127.0.0.1:8080"), ("Sec-Fetch-Site", site)]) == .forbidden)
  }

  @Test func `the Sec-Fetch fields of the page itself do not replace a secret`() throws {
    let claimed = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Mode", "cors")]
    #expect(try refusal("POST /api/save", fields("Cookie", nil) + claimed) == .forbidden)
    #expect(try refusal("POST /api/save", fields("X-Studio-Token", nil) + claimed) == .forbidden)
  }

  @Test func `a request without the cookie is refused, also for files of the page`() throws {
    for path in ["/", "/studio.js", "/api/session"] {
      #expect(try refusal("GET \(path)", fields("Cookie", nil)) == .forbidden)
    }
    #expect(try refusal("POST /api/list", fields("Cookie", nil)) == .forbidden)
    for wrong in [
      "hapticd-studio-8081=\(secrets.cookie)", "hapticd-studio-8080=\(secrets.call)", "hapticd-studio-8080=",
    ] {
      #expect(try refusal("POST /api/list", fields("Cookie", wrong)) == .forbidden)
    }
  }

  @Test func `a call without the token in its field is refused, because cookies ignore ports`() throws {
    #expect(try refusal("POST /api/save", fields("X-Studio-Token", nil)) == .forbidden)
    #expect(try refusal("POST /api/save", fields("X-Studio-Token", secrets.cookie)) == .forbidden)
    #expect(try refusal("POST /api/save", fields("X-Studio-Token", secrets.entry)) == .forbidden)
  }

  @Test(arguments: [
    nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=application/json", "",
    "text/plain; application/json",
  ])
  func `a call of a type that a form can send is refused`(_ type: String?) throws {
    #expect(try refusal("POST /api/save", fields("Content-Type", type)) == .badType)
  }

  @Test func `JSON with a character set is a type of calls`() throws {
    #expect(try wish("POST /api/list", fields("Content-Type", "application/json; charset=UTF-8")) == .call("list"))
  }

  @Test(arguments: ["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "get", "CONNECT"])
  func `other methods are refused, so that no preflight succeeds`(_ method: String) throws {
    #expect(try refusal("\(method) /api/save", callFields) == .badMethod)
  }

  @Test func `a call by GET reaches no call`() throws {
    #expect(try wish("GET /api/save", callFields) == .file("api/save"))
    #expect(PageSource().file("api/save") == nil)
  }

  @Test func `an upgrade to another protocol is refused with the same checks`() throws {
    let upgrade = [("Connection", "Upgrade"), ("Upgrade", "websocket")]
    #expect(try refusal("GET /api/events", fields("Origin", "http://evil.example") + upgrade) == .forbidden)
    #expect(try refusal("GET /api/events", callFields + upgrade) == .forbidden)
  }

  @Test func `the secrets of two runs differ, and have 256 bits each`() {
    let other = StudioSecrets()
    let all = [secrets.entry, secrets.cookie, secrets.call, other.entry, other.cookie, other.call]
    #expect(Set(all).count == all.count && all.allSatisfy { $0.utf8.count == 64 })
  }
}
