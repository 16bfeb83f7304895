internal import HapticProtocol

/// A source of device numbers. They count up, and start again after the last one, without those in use.
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
