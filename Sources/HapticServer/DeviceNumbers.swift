internal import HapticProtocol

/// Numbers for devices, counting up; after the last one they begin again, past those in use.
struct DeviceNumbers {
  private var last: UInt32

  init(after last: UInt32 = 0) { self.last = last }

  mutating func next(notIn taken: (DeviceID) -> Bool) -> DeviceID {
    while true {
      last &+= 1
      if let number = DeviceID(rawValue: last), !taken(number) { return number }
    }
  }
}
