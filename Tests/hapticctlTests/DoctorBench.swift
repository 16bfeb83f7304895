import Haptics

@testable import HapticControl

/// A simulated machine for the findings of `doctor`.
class DoctorBench {
  let fake = FakeMachine()

  func diagnose(_ service: Diagnosis.Service) -> Diagnosis { Diagnosis(fake.machine, service) }

  func reached(_ devices: DeviceRecord...) -> Diagnosis.Service {
    .reached(version: "0.9.0", roundTripNanoseconds: 210_000, devices: devices)
  }

  /// No daemon listens at the socket.
  var gone: Diagnosis.Service {
    .unreachable(Failure(.noDaemon(path: fake.machine.socketPath ?? "", .connectionRefused)))
  }

  func addWantedSocket() {
    fake.add("/usr/lib/systemd/user/hapticd.socket")
    fake.add("/home/someone/.config/systemd/user/sockets.target.wants/hapticd.socket")
  }
}
