import EventLoop
import Glibc
import HapticSystem
import Testing

@testable import ForceFeedback

@Suite struct NodeTests {
  @Test func `a memless node is ready as soon as it is opened`() throws {
    let bench = try Bench(.fake(.memless))
    bench.node.open()
    #expect(bench.node.state == .ready)
    #expect(bench.node.actuator != nil && bench.node.worker == nil)
    #expect(bench.node.actuator?.capacity == 8)
    #expect(bench.node.description.identity.name == "fake")
  }

  @Test func `a level on a memless node is written before drive returns`() throws {
    let bench = try Bench(.fake(.memless))
    let actuator = try bench.openNode()
    let before = Instant.now
    guard case .written(let instant) = actuator.drive(level(900), planned: before) else {
      Issue.record("not written at once")
      return
    }
    #expect(instant >= before && instant <= .now)
    #expect(bench.kernel.playing == [LeasedLevel(level(900), .short)])
    actuator.silence()
    #expect(bench.kernel.isSilent)
  }

  @Test func `prepared levels cost no upload when they play`() throws {
    let bench = try Bench(.fake(.memless))
    let actuator = try bench.openNode()
    actuator.prepare((1...8).map { LeasedLevel(level($0), .short) }, keepUntil: .distantFuture)
    let uploads = actuator.counters.uploads
    for step in 0..<100 { _ = actuator.drive(level(UInt16(step % 8 + 1)), planned: .now) }
    #expect(actuator.counters.uploads == uploads)
    #expect(actuator.counters.writes >= 100)
    #expect(actuator.costs.play > .zero && actuator.costs.upload > .zero)
  }

  @Test func `a node without permission is tried again when its access list changes`() throws {
    let bench = try Bench(.fake(.memless), FakeKernel { $0.openError = .permissionDenied })
    bench.node.open()
    #expect(bench.node.state == .noPermission)
    #expect(bench.node.actuator == nil)
    #expect(!bench.node.state.reason.isEmpty)
    bench.node.retry()
    #expect(bench.node.state == .noPermission)
    bench.kernel.with { $0.openError = nil }
    bench.node.retry()
    #expect(bench.node.state == .ready)
  }

  @Test func `permission that is missing in the node's thread is reported`() throws {
    let bench = try Bench(.fake(.uinput), FakeKernel { $0.openError = .permissionDenied })
    bench.node.open()
    try bench.loop.run { bench.node.state == .noPermission }
    bench.kernel.with { $0.openError = nil }
    bench.node.retry()
    try bench.loop.run { bench.node.state == .ready }
  }

  @Test(arguments: [NodeDescription.DriverClass.memless, .uinput])
  func `a node that lacks descriptors or memory is opened again by itself`(
    driverClass: NodeDescription.DriverClass
  ) throws {
    for error in [Errno.tooManyFiles, Errno(rawValue: ENFILE), Errno(rawValue: ENOMEM)] {
      let bench = try Bench(.fake(driverClass), FakeKernel { $0.openError = error })
      bench.node.open()
      try bench.loop.run { bench.node.state == .failed(error) }
      #expect(bench.node.state.reason.hasPrefix("will be tried again"))
      bench.kernel.with { $0.openError = nil }
      try bench.loop.run { bench.node.state == .ready }
    }
  }

  @Test func `a closed node is not opened again`() throws {
    let bench = try Bench(.fake(.memless), FakeKernel { $0.openError = .tooManyFiles })
    bench.node.open()
    bench.kernel.with { $0.openError = nil }
    bench.node.close()
    // The pause before the next attempt is half a second.
    var isOver = false
    let timer = bench.loop.timer { _ in isOver = true }
    timer.arm(at: .now + .seconds(1))
    try bench.loop.run { isOver }
    #expect(bench.node.state == .failed(.tooManyFiles))
  }

  @Test func `an ignored node is not opened`() throws {
    let bench = try Bench(.fake(.memless, ignored: "a steering wheel"))
    bench.node.open()
    bench.node.retry()
    #expect(bench.node.state == .ignored(reason: "a steering wheel"))
    #expect(bench.kernel.takeCalls().isEmpty)
  }

  @Test(arguments: [NodeDescription.DriverClass.memless, .uinput])
  func `a node whose driver refuses every effect has failed`(driverClass: NodeDescription.DriverClass) throws {
    let bench = try Bench(.fake(driverClass), FakeKernel { $0.refused = [.rumble, .sine] })
    bench.node.open()
    try bench.loop.run { bench.node.state == .failed(.notImplemented) }
    #expect(bench.node.actuator == nil)
    try bench.loop.run { !bench.kernel.isOpen }
  }

  @Test(arguments: [NodeDescription.DriverClass.memless, .uinput])
  func `a node notices its unplugging without a call`(driverClass: NodeDescription.DriverClass) throws {
    let bench = try Bench(.fake(driverClass))
    let actuator = try bench.openNode()
    bench.kernel.unplug()
    try bench.loop.run { bench.isGone }
    bench.node.close()
    #expect(actuator.drive(level(1), planned: .now) == .failed(.unplugged))
  }

  @Test(arguments: [NodeDescription.DriverClass.memless, .uinput])
  func `closing a node ends what plays`(driverClass: NodeDescription.DriverClass) throws {
    let bench = try Bench(.fake(driverClass))
    let actuator = try bench.openNode()
    _ = actuator.drive(level(1), planned: .now)
    try bench.loop.run { !bench.kernel.isSilent }
    bench.node.close()
    try bench.loop.run { bench.kernel.isSilent && !bench.kernel.isOpen }
  }

  @Test(arguments: [NodeDescription.DriverClass.memless, .uinput])
  func `a stop that the driver lost is written again`(driverClass: NodeDescription.DriverClass) throws {
    let bench = try Bench(.fake(driverClass), FakeKernel { $0.replaces = driverClass == .uinput })
    let actuator = try bench.openNode()
    _ = actuator.drive(level(1), planned: .now)
    try bench.loop.run { !bench.kernel.isSilent }
    bench.kernel.with { $0.losses = 1 }
    actuator.silence()
    // The loss is used up by the stop, so only a second one can have ended it.
    try bench.loop.run { bench.kernel.with { $0.losses } == 0 && bench.kernel.isSilent }
  }

  @Test func `a refused level is reported, and kept as the last error`() throws {
    let bench = try Bench(.fake(.memless), FakeKernel { $0.foreignSlots = 16 })
    let actuator = try bench.openNode()
    #expect(actuator.drive(level(1), planned: .now) == .failed(.full))
    #expect(actuator.lastError == .full)
  }

  @Test func `the reason of a state fits into a device record`() {
    let states: [Node.State] = [
      .stalled, .noPermission, .failed(.timedOut), .failed(.notImplemented), .failed(.noDevice),
      .failed(.invalidArgument), .failed(.tooManyFiles), .failed(Errno(rawValue: ENFILE)),
      .failed(Errno(rawValue: ENOMEM)), .failed(.wouldBlock),
    ]
    for state in states { #expect(state.reason.utf8.count <= 63, "\(state)") }
    for kind in [MotorKind.wheel, .joystick, .touchpad] {
      #expect(kind.reasonToIgnore!.utf8.count <= 63)
    }
  }
}
