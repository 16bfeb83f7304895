internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import Haptics
internal import Testing
internal import VirtualDevices

/// The whole path: a client, the socket, the daemon as the tester, the kernel's driver, the motor.
@Suite(.inGuest, .serialized)
struct TapTests {
  @Test(arguments: DeviceShapes.playing + [UinputShape.waveMotor, UinputShape.slowMotor] + DeviceShapes.pads)
  func `a tap turns the motor on and leaves it off`(shape: any DeviceShape) throws {
    let device = try Guest.plug(shape)
    let daemon = try Daemon()
    let client = HapticClient(applicationName: "tap", socketPath: daemon.socketPath)
    let reply = try client.play(Haptic("impact.medium", deadline: .seconds(5)), timeout: .seconds(5))
    #expect(reply.verdict == .played)
    let entries = try device.log.wait(for: "tap") { log in
      log.motorChanges.contains { $0.state != .off } && log.motors == .off
    }
    #expect(entries.motorChanges.count { $0.state != .off } >= 1)
    daemon.signal(15)
    #expect(try daemon.wait() == 0, "\(daemon.log)")
  }
}
