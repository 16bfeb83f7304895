import HapticSystem
import MotorDriving
import Testing

struct DeviceErrorTests {
  @Test(arguments: [
    (Errno.noDevice, DeviceError.unplugged), (.noSpace, .full), (.busy, .refused(.busy)),
  ])
  func `a driver's error number has a meaning and is kept`(number: Errno, meaning: DeviceError) {
    #expect(DeviceError(number) == meaning)
    #expect(meaning.errno == number)
  }

  @Test(arguments: [DeviceError.unplugged, .full, .refused(.notImplemented)])
  func `a device's reason has room for the error of a refused stop`(error: DeviceError) {
    #expect("refused to stop: \(error)".utf8.count < 64)
    #expect("\(error)".hasSuffix("(\(error.errno.rawValue))"))
  }
}
