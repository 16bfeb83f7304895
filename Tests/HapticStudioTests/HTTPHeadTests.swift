import HapticStudio
import Testing

/// The reading of request heads.
@Suite struct HTTPHeadTests {
  private func head(_ lines: String...) throws(StudioError) -> HTTPHead {
    try HTTPHead(Array(lines.joined(separator: "\r\n").utf8))
  }

  /// The status of the answer to a head that is refused; nil for another one.
  private func refusal(of lines: String...) -> String? {
    do throws(StudioError) { _ = try HTTPHead(Array(lines.joined(separator: "\r\n").utf8)) } catch {
      return error.code.status
    }
    return nil
  }

  @Test func `a head has its method, path, query and fields`() throws {
    let head = try head("POST /api/list?a=1 HTTP/1.1", "Host: 127.0.0.1:80", "content-length:  12 ", "X-Odd: a: b")
    #expect(head.method == "POST" && head.path == "/api/list" && head.query == "a=1")
    #expect(head["host"] == "127.0.0.1:80" && head["x-odd"] == "a: b" && head["origin"] == nil)
    #expect(head.bodyLength == 12 && head.keepsConnection)
  }

  @Test func `the connection ends with HTTP 1 point 0, or if the client says so`() throws {
    #expect(try !head("GET / HTTP/1.0").keepsConnection)
    #expect(try !head("GET / HTTP/1.1", "Connection: Close").keepsConnection)
  }

  @Test(arguments: [
    "GET /", "GET  / HTTP/1.1", "GET / HTTP/2", "GET http://a/ HTTP/1.1", "GET /#a HTTP/1.1", "G\u{e9}T / HTTP/1.1", "",
    " GET / HTTP/1.1", "GET /\u{0} HTTP/1.1",
  ])
  func `a bad request line is refused`(_ line: String) {
    #expect(refusal(of: line) == "400 Bad Request")
  }

  @Test(arguments: [
    "no colon", ": no name", "Spaced Name: a", "Host : a", " folded: a", "Host: \u{1}", "Host: \u{fc}",
    "Content-Length: -1",
    "Content-Length: 1, 1", "Content-Length: ", "Content-Length: 99999999999", "Content-Length: +1", "A: b\nHost: c",
  ])
  func `a bad field is refused`(_ field: String) {
    #expect(refusal(of: "GET / HTTP/1.1", field) == "400 Bad Request")
  }

  @Test func `a repeated field is refused, because readers differ in which one counts`() {
    #expect(refusal(of: "GET / HTTP/1.1", "Host: a", "host: b") == "400 Bad Request")
    #expect(refusal(of: "GET / HTTP/1.1", "Content-Length: 1", "Content-Length: 1") == "400 Bad Request")
  }

  @Test func `a transfer coding is refused`() {
    #expect(refusal(of: "POST / HTTP/1.1", "Transfer-Encoding: chunked") == "501 Not Implemented")
  }

  @Test func `a head that is too long is refused`() {
    #expect(
      refusal(of: "GET /\(String(repeating: "a", count: HTTPHead.longest)) HTTP/1.1")
        == "431 Request Header Fields Too Large")
  }
}
