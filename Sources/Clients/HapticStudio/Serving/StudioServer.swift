internal import FlyingSocks
internal import Glibc

/// Serves the studio to the browser of its user, on the loopback address only.
package final class StudioServer: Sendable {
  private let studio: Studio
  private let secrets: StudioSecrets
  private let rules: AccessRules
  private let page: PageSource
  private let hub = EventHub()
  private let newConnections = NewConnections()
  private let owners: PeerOwner
  private let socket: Socket
  package let port: UInt16

  /// Binds a port of 127.0.0.1.
  ///
  /// - Parameter port: the port; 0 for a free one.
  /// - Throws: a refusal if the port is in use.
  package init(
    _ studio: Studio, port: UInt16, page: PageSource, secrets: StudioSecrets = StudioSecrets()
  ) throws(StudioError) {
    (self.studio, self.secrets, self.page) = (studio, secrets, page)
    do {
      socket = try Socket(domain: AF_INET)
      Self.closeOnExec(socket)
      // After its end, the kernel remembers the connections of a server for a minute.
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: .inet(ip4: "127.0.0.1", port: port))
      try socket.listen()
      guard case .ip4(_, let bound) = try socket.sockname() else { throw SocketError.unsupportedAddress }
      self.port = bound
    } catch {
      throw Self.refusal(of: port, error)
    }
    rules = AccessRules(port: self.port, secrets)
    owners = PeerOwner(connectedTo: self.port)
  }

  private static func refusal(of port: UInt16, _ error: any Error) -> StudioError {
    guard case SocketError.failed(_, let number, let message) = error else {
      return StudioError(.refused, "cannot listen on 127.0.0.1: \(error)")
    }
    let place = port > 0 ? "port \(port) of 127.0.0.1" : "127.0.0.1"
    let reason = number == EADDRINUSE ? "another program uses it" : message
    return StudioError(
      .refused, "cannot listen on \(place): \(reason)",
      remedy: port > 0 ? "leave out --port, or give another one" : nil)
  }

  /// The address that opens the page once.
  package var address: String { "http://127.0.0.1:\(port)/?token=\(secrets.entry)" }

  private static func closeOnExec(_ socket: Socket) { _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC) }

  /// Makes room for a whole answer, so that its writer need not wait for the reader.
  private static func widen(_ socket: Socket) {
    var bytes: Int32 = 1 << 20
    unsafe _ = setsockopt(
      socket.file.rawValue, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Serves until the page has gone.
  package func run() async throws {
    let pool = SocketPool.ePoll()
    try await pool.prepare()
    let listening = try AsyncSocket(socket: socket, pool: pool)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await pool.run() }
      group.addTask { await self.accept(on: listening) }
      group.addTask { await self.tell() }
      // The studio ends with the first of them, and with it all connections.
      await group.next()
      group.cancelAll()
    }
  }

  private func accept(on listening: AsyncSocket) async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        guard let socket = try? await listening.accept() else {
          // Too many open files, for example: not for ever.
          try? await Task.sleep(for: .milliseconds(100))
          continue
        }
        Self.closeOnExec(socket.socket)
        // Here and not in the tasks, which may begin much later than the next connections.
        if isOwn(socket) { serve(socket, in: &group) } else { refuse(socket, in: &group) }
      }
    }
  }

  /// Whether the program at the other end runs as the same user.
  private func isOwn(_ socket: AsyncSocket) -> Bool {
    // Another address of the loopback device can have the same port.
    guard case .ip4("127.0.0.1", let peer)? = try? socket.socket.remotePeer() else { return false }
    return owners.userID(of: peer) == getuid()
  }

  private func serve(_ socket: AsyncSocket, in group: inout DiscardingTaskGroup) {
    Self.widen(socket.socket)
    newConnections.add(socket.socket)
    group.addTask {
      await self.serve(socket)
      self.newConnections.remove(socket.socket)
      try? socket.close()
    }
  }

  private func refuse(_ socket: AsyncSocket, in group: inout DiscardingTaskGroup) {
    guard newConnections.addStranger() else {
      try? socket.close()
      return
    }
    group.addTask {
      await HTTPConnection(socket).refuse(HTTPAnswer(.forbidden("the studio belongs to another user")))
      try? socket.close()
      self.newConnections.removeStranger()
    }
  }

  // MARK: Requests

  private func serve(_ socket: AsyncSocket) async {
    var connection = HTTPConnection(socket)
    do {
      while let head = try await connection.nextHead() {
        guard try await serve(head, &connection), head.keepsConnection else { return }
      }
    } catch let error as StudioError {
      // The head or the body was not read, so that the next request cannot be found.
      await connection.refuse(HTTPAnswer(error))
    } catch {
      // The client has gone.
    }
  }

  /// Answers a request. Returns whether the connection goes on.
  ///
  /// - Throws: the reason why the request is not permitted, or the error of the socket.
  private func serve(_ head: HTTPHead, _ connection: inout HTTPConnection) async throws -> Bool {
    let wish = try rules.wish(of: head)
    let longest = if case .call(let name) = wish { Studio.longestBody(of: name) } else { Studio.longestCall }
    guard head.bodyLength <= longest else { throw StudioError(.tooLarge, "this call has at most \(longest) bytes") }
    newConnections.remove(connection.socket.socket)
    let body = try await connection.body(head.bodyLength)
    guard let answer = await answer(wish, body) else {
      try await stream(on: connection)
      return false
    }
    try await connection.send(answer, keepingConnection: head.keepsConnection)
    return true
  }

  /// Returns nil for the stream of events, which has no end.
  private func answer(_ wish: AccessRules.Wish, _ body: [UInt8]) async -> HTTPAnswer? {
    do throws(StudioError) {
      switch wish {
      case .enter:
        let fields = [("Set-Cookie", rules.cookieField), ("Location", "/")]
        return HTTPAnswer("text/plain", [], status: "303 See Other", fields: fields)
      case .file(let name):
        guard let file = page.file(name) else { throw .notFound }
        return HTTPAnswer(file.contentType, file.bytes)
      case .session: return HTTPAnswer(json: try studio.session(secrets.call))
      case .call(let name): return HTTPAnswer(json: try await studio.answer(name, body))
      case .events: return nil
      }
    } catch {
      return HTTPAnswer(error)
    }
  }

  // MARK: Events

  private func stream(on connection: HTTPConnection) async throws {
    try await connection.beginStream()
    let (number, lines) = hub.begin()
    defer { hub.end(number) }
    do { for await line in lines { try await connection.sendPart(line) } } catch {}
    // The page has gone, and nobody else could stop its loop.
    await studio.player.stop()
  }

  /// Sends the events of the studio, until the page has gone.
  private func tell() async {
    var news = StudioNews(studio)
    while !hub.isOver, !Task.isCancelled {
      for line in await news.lines() { hub.send(line) }
      do { try await Task.sleep(for: StudioNews.interval) } catch { return }
    }
  }
}
