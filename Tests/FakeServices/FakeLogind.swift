package import EventLoop
import Glibc
import HapticSystem
import MessageBus

/// A simulation of the parts of logind that hapticd uses: sessions, the user's display, sleep and delay locks.
package final class FakeLogind {
  package let service: FakeService
  private let userID: UInt32
  private var sessions: [String: String] = [:]
  /// The other ends of the locks; a lock's end is closed when the lock is released.
  private var locks: [BusDescriptor] = []
  /// Whether locks are granted; otherwise they are denied as by a policy.
  package var givesLocks = true
  /// The total number of granted locks.
  package var locksGiven: Int { locks.count }

  package init(on bus: FakeBus, loop: EventLoop, userID: UInt32? = nil, isSleeping: Bool = false) throws {
    self.userID = userID ?? getuid()
    service = try FakeService("org.freedesktop.login1", on: bus, loop: loop)
    try service.serve(Self.path, Self.manager, ["PreparingForSleep": .bool(isSleeping)])
    try service.serve(Self.path, Self.manager, "GetSession") { [unowned self] arguments in
      found(arguments.first?.asString.flatMap { sessions[$0] }, "NoSuchSession")
    }
    try service.serve(Self.path, Self.manager, "GetUser") { [unowned self] arguments in
      let isKnown = arguments == [.uint32(self.userID)] && hasUser
      return found(isKnown ? userPath : nil, "NoSuchUser")
    }
    try service.serve(Self.path, Self.manager, "Inhibit") { [unowned self] in inhibit($0) }
  }

  // MARK: Sessions

  /// Whether logind knows the user; true after the first login.
  package private(set) var hasUser = false

  /// Simulates a login. The first one makes the user known.
  package func addSession(_ id: String, isActive: Bool = true, isLocked: Bool = false) throws {
    let path = "\(Self.path)/session/_\(id)"
    sessions[id] = path
    try service.serve(path, Self.session, ["Active": .bool(isActive), "LockedHint": .bool(isLocked)])
    if !hasUser {
      hasUser = true
      try service.serve(userPath, Self.user, ["Display": Self.noDisplay])
    }
    try service.connection.emit(Self.path, Self.manager, "SessionNew", [.string(id), .objectPath(path)])
  }

  package func removeSession(_ id: String) throws {
    guard let path = sessions.removeValue(forKey: id) else { return }
    service.remove(path)
    try service.connection.emit(Self.path, Self.manager, "SessionRemoved", [.string(id), .objectPath(path)])
  }

  /// Sets the session that logind selects as the user's display; nil for none.
  package func setDisplay(_ id: String?) throws {
    let display = id.flatMap { id in sessions[id].map { BusValue.structure([.string(id), .objectPath($0)]) } }
    try service.set("Display", Self.user, of: userPath, to: display ?? Self.noDisplay)
  }

  package func setActive(_ isActive: Bool, _ id: String) throws {
    try service.set("Active", Self.session, of: sessions[id]!, to: .bool(isActive))
  }

  package func setLocked(_ isLocked: Bool, _ id: String, isSecret: Bool = false) throws {
    try service.set("LockedHint", Self.session, of: sessions[id]!, to: .bool(isLocked), isSecret: isSecret)
  }

  // MARK: Sleep

  /// The number of locks that are held now.
  package var locksHeld: Int {
    locks.count { lock in
      var poll = pollfd(fd: lock.rawValue, events: 0, revents: 0)
      return Glibc.poll(&poll, 1, 0) == 0
    }
  }

  /// Announces that the machine is about to sleep, or awake again. A real machine would sleep as soon as no lock is
  /// held.
  package func prepareForSleep(_ isSleeping: Bool) throws {
    try service.set("PreparingForSleep", Self.manager, of: Self.path, to: .bool(isSleeping), isSecret: true)
    try service.connection.emit(Self.path, Self.manager, "PrepareForSleep", [.bool(isSleeping)])
  }

  private func inhibit(_ arguments: [BusValue]) -> BusConnection.Answer {
    guard givesLocks else { return .error(name: "org.freedesktop.DBus.Error.AccessDenied", text: "not now") }
    guard arguments.count == 4, arguments[0] == .string("sleep"), arguments[3] == .string("delay") else {
      return .error(name: "org.freedesktop.DBus.Error.InvalidArgs", text: "no such lock")
    }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return .error(name: "org.example.Error", text: "\(Errno.last)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    locks.append(BusDescriptor(FileDescriptor(owning: ends[0])))
    return .values([.descriptor(BusDescriptor(FileDescriptor(owning: ends[1])))])
  }

  // MARK: Names

  private func found(_ path: String?, _ error: String) -> BusConnection.Answer {
    path.map { .values([.objectPath($0)]) } ?? .error(name: "org.freedesktop.login1.\(error)", text: "there is none")
  }

  private var userPath: String { "\(Self.path)/user/_\(userID)" }
  private static let path = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"
  private static let session = "org.freedesktop.login1.Session"
  private static let user = "org.freedesktop.login1.User"
  private static let noDisplay = BusValue.structure([.string(""), .objectPath("/")])
}
