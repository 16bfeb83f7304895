import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import MotorDriving
import ServerHarness

/// A whole server with a manual clock: an input is a sequence of steps of clients, devices, the user and time.
extension Fuzzer {
  static let server = Fuzzer("server") { (input) throws(Flaw) in
    var dice = Dice(input)
    let trial = try ServerTrial(&dice)
    while !dice.isEmpty {
      try trial.step(&dice)
      try trial.check()
    }
    try trial.end()
  }
}

extension ServerTrial {
  fileprivate func step(_ dice: inout Dice) throws(Flaw) {
    let choice = dice.byte()
    switch choice % 64 {
    case 0..<28: try send(&dice, turning: true)
    case 28..<32: try send(&dice, turning: false)
    case 32..<34: try turn()
    case 34..<37: try flood(&dice)
    case 37..<39:
      try connect(dice.identity(), greeting: dice.byte() < 230)
      try turn()
    case 39: try crowd(&dice)
    case 40..<42: try leave(&dice)
    case 42: client(dice.byte())?.setReading(dice.flag())
    case 43..<46: if let client = client(dice.byte()) { try checkStop(of: client) }
    case 46..<50: try pass(dice.duration())
    case 50: bench.clock.stall(for: dice.duration())
    case 51: bench.server.setPreferences(dice.preferences())
    case 52: bench.server.setCircumstances(Circumstances(rawValue: UInt16(dice.byte() & 63)))
    case 53: bench.server.setVocabulary(FuzzVocabulary.all[Int(dice.byte() & 1)])
    case 54: bench.server.suspend()
    case 55: bench.server.resume()
    case 56: try plug(&dice)
    case 57: if let device = device(dice.byte()) { bench.server.remove(device.id) }
    default: try change(&dice)
    }
  }

  // MARK: Clients

  private func send(_ dice: inout Dice, turning: Bool) throws(Flaw) {
    guard let client = client(dice.byte()) else { return try connect(Identity()) }
    client.send(dice.packet(at: bench.clock.now, serial: client.serial(dice.byte() < 240)))
    if turning { try turn() }
  }

  /// Sends the same packet many times.
  private func flood(_ dice: inout Dice) throws(Flaw) {
    guard let client = client(dice.byte()) else { return }
    let count = Int(dice.byte())
    let isServed = dice.flag()
    let packet = dice.packet(at: bench.clock.now, serial: client.serial(dice.flag()))
    for _ in 0..<count {
      client.send(packet)
      if isServed { try turn() }
    }
  }

  private func crowd(_ dice: inout Dice) throws(Flaw) {
    let identity = dice.identity()
    for _ in 0..<dice.byte() { try connect(identity) }
  }

  private func leave(_ dice: inout Dice) throws(Flaw) {
    guard let client = client(dice.byte()) else { return }
    if dice.flag() { client.leave() } else { client.stopSending() }
    // The packets that the client sent before are received first.
    for _ in 0...client.unserved { try turn() }
    try require(!bench.server.isConnected(client.number), "client \(client.number) left and is still connected")
  }

  // MARK: Devices

  private func change(_ dice: inout Dice) throws(Flaw) {
    guard let device = device(dice.byte()) else { return }
    switch dice.byte() % 8 {
    case 0: setRefusal([.full, .unplugged, .refused(.timedOut)][Int(dice.byte()) % 3], of: device)
    case 1: setRefusal(nil, of: device)
    case 2: device.isReady = dice.flag()
    case 3: device.writeQueued()
    case 4: refuseQueued(.refused(.timedOut), of: device)
    case 5: device.lastTouch = bench.clock.now
    case 6: device.queues = dice.flag()
    default: bench.server.noteChange(of: device.id)
    }
  }
}

extension Dice {
  fileprivate mutating func identity() -> Identity {
    let choice = byte()
    let name = ["org.example.One", "org.example.Two", "", "org.example.One"][Int(choice & 3)] as ShortName
    let sources = [.none, .claimed, .unit, .flatpak, .snap] as [Observed.IdentitySource]
    return choice & 128 != 0 ? .hidden : Identity(name, from: sources[Int(choice >> 2) % sources.count])
  }

  /// Returns a duration from nanoseconds to hours.
  fileprivate mutating func duration() -> Duration {
    let units: [Duration] = [
      .nanoseconds(1), .microseconds(1), .microseconds(100), .milliseconds(1), .milliseconds(1), .milliseconds(10),
      .seconds(1), .seconds(100),
    ]
    let unit = units[Int(byte() & 7)]
    return unit * Int(byte())
  }

  fileprivate mutating func preferences() -> Preferences {
    let choice = byte()
    var preferences = choice & 1 == 0 ? Preferences() : .unlimited
    preferences.isEnabled = choice & 14 != 14
    if choice & 16 != 0 { preferences.profile = Profile.allCases[Int(byte()) % Profile.allCases.count] }
    if choice & 32 != 0 { for category in Category.allCases { preferences[category].strength = Intensity(share()) } }
    if choice & 64 != 0 { preferences.devices["recorder 1"] = .init(strength: Intensity(share())) }
    if choice & 128 != 0 {
      var application = ApplicationPreferences()
      application.strength = Intensity(share())
      application.mayBeImportant = flag()
      application.locality = Locality(rawValue: byte() % 8)
      preferences.applications["org.example.One"] = application
      preferences.locality = Locality(rawValue: byte() % 8) ?? .phone
    }
    return preferences
  }
}

extension DevicePreferences {
  fileprivate init(strength: Intensity) {
    self.init()
    self.strength = strength
  }
}
