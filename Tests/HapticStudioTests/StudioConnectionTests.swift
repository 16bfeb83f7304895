import HapticStudio
import StudioPage
import TestSupport
import Testing

/// The connections of the studio's server, also those of clients that are no browser.
@Suite struct StudioConnectionTests {
  private let studio: ServedStudio

  init() throws { studio = try ServedStudio() }

  @Test(arguments: [
    "Host: \u{1}\u{2}", "Host: [::1", "Host: ]:[", "Host: \u{fffd}", "Host", "Host: a\r\nHost: b", "Origin: http://[",
    "Origin: %%%\u{0}", "Host: \(String(repeating: "a", count: 20_000))",
    "Origin: \(String(repeating: ":", count: 9000))",
    "Content-Length: -5", "Content-Length: 18446744073709551616", "Transfer-Encoding: chunked", ": ", "Cookie: =;=;",
  ])
  func `a malformed field does not end the server`(_ field: String) throws {
    let client = try StudioClient(port: studio.port)
    client.send("POST /api/save HTTP/1.1\r\n\(field)\r\n\r\n")
    #expect([400, 403, 431, 501].contains(StudioReply(client.text()).status))
    #expect(try studio.call("list").status == 200)
  }

  @Test func `random bytes do not end the server`() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let client = try StudioClient(port: studio.port)
      client.send(
        (0..<Int.random(in: 1...400, using: &generator)).map { _ in UInt8.random(in: 0...255) } + [13, 10, 13, 10])
      #expect([400, 403].contains(StudioReply(client.text()).status))
    }
    #expect(try studio.call("list").status == 200)
  }

  @Test func `several requests go over one connection, also in parts`() throws {
    let client = try StudioClient(port: studio.port)
    let request = studio.callHead("stop") + "\r\nContent-Length: 2\r\n\r\n{}"
    client.send(request + request.prefix(30))
    #expect(client.text(upTo: "\r\n\r\n{}").hasPrefix("HTTP/1.1 200"))
    client.send(String(request.dropFirst(30)))
    #expect(client.text(upTo: "\r\n\r\n{}").hasPrefix("HTTP/1.1 200"))
  }

  @Test func `clients that send slowly or do not read delay no other one`() throws {
    let slow = try StudioClient(port: studio.port)
    slow.send("GET / HTTP/1.1\r\nHost: ")
    let promising = try StudioClient(port: studio.port)
    promising.send(studio.callHead("stop") + "\r\nContent-Length: 2\r\n\r\n{")
    // More answers than the buffers of a connection hold.
    let deaf = try StudioClient(port: studio.port)
    let request = "GET /timeline.js HTTP/1.1\r\nHost: \(studio.host)\r\nCookie: \(studio.cookie)\r\n\r\n"
    deaf.send(String(repeating: request, count: 600))
    #expect(try studio.call("list").status == 200)
    slow.send("\(studio.host)\r\nCookie: \(studio.cookie)\r\n\r\n")
    #expect(slow.text(upTo: "</html>").hasPrefix("HTTP/1.1 200"))
    promising.send("}")
    #expect(promising.text(upTo: "{}").hasPrefix("HTTP/1.1 200"))
    #expect(deaf.text(upTo: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
  }

  @Test func `idle connections beyond a limit end, and connections with a permitted request stay`() throws {
    final class Idle {
      let client: StudioClient
      init(_ port: UInt16) throws { client = try StudioClient(port: port) }
    }
    let request = studio.callHead("stop") + "\r\nContent-Length: 2\r\n\r\n{}"
    let used = try StudioClient(port: studio.port)
    used.send(request)
    #expect(used.text(upTo: "\r\n\r\n{}").hasPrefix("HTTP/1.1 200"))
    let idle = try (0..<100).map { _ in try Idle(studio.port) }
    #expect(TestWait.until { idle[..<30].allSatisfy { $0.client.isClosed } })
    #expect(try studio.call("list").status == 200)
    #expect(!idle[90...].contains { $0.client.isClosed })
    used.send(request)
    #expect(used.text(upTo: "\r\n\r\n{}").hasPrefix("HTTP/1.1 200"))
  }

  @Test func `a connection from another address of the loopback device is refused, also from the port of the page`()
    throws
  {
    let own = try StudioClient(port: studio.port)
    let other = try StudioClient(port: studio.port, from: SocketAddress(host: 2, port: own.ownPort))
    other.send(studio.callHead("stop") + "\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}")
    let reply = StudioReply(other.text())
    #expect(reply.status == 403 && reply.body.contains("another user"))
  }

  @Test func `a body beyond the limit is refused before it is read`() throws {
    let client = try StudioClient(port: studio.port)
    client.send(studio.callHead("list") + "\r\nContent-Length: \(Studio.longestCall + 1)\r\n\r\n")
    #expect(StudioReply(client.text()).status == 413)
  }

  @Test func `the page is told of a file that another program has saved`() throws {
    let client = try studio.events()
    #expect(client.text(upTo: #"{"event":"alive"}"#).contains("application/x-ndjson"))
    try studio.folder.write("{}", to: "other.ahap")
    let line = client.text(upTo: "}")
    #expect(line.contains(#""event":"changed""#) && line.contains(#""file":"other.ahap""#))
  }

  @Test func `two pages get the same events, and the end of one does not end the studio for the other`() throws {
    let second = try studio.events()
    do {
      let first = try studio.events()
      #expect(first.text(upTo: #"{"event":"alive"}"#).contains("alive"))
      #expect(second.text(upTo: #"{"event":"alive"}"#).contains("alive"))
      try studio.folder.write("{}", to: "first.ahap")
      #expect(first.text(upTo: "first.ahap").contains(#""event":"changed""#))
      #expect(second.text(upTo: "first.ahap").contains(#""event":"changed""#))
    }
    try studio.folder.write("{}", to: "second.ahap")
    #expect(second.text(upTo: "second.ahap").contains(#""event":"changed""#))
    #expect(try studio.call("list").status == 200)
  }
}
