import Glibc
import HapticSystem
import TestSupport
import Testing

@testable import EventLoop

@Suite struct SettlingWatchTests {
  private let folder: TestFolder
  private let loop: EventLoop
  private let watch: SettlingWatch
  private let told = Box(0)

  private static let settlingTime = Duration.milliseconds(60)
  private static let tooSlow = "this machine needs more than \(settlingTime) for two changes"

  init() throws {
    folder = try TestFolder()
    loop = try EventLoop()
    watch = SettlingWatch(
      loop, for: [.created, .removed, .written], settlingTime: Self.settlingTime, log: .silent)
    watch.onChange = { [told] in told.value += 1 }
  }

  private func place(_ name: String? = nil) -> WatchPlace {
    WatchPlace(name.map { "\(folder.path)/\($0)" } ?? folder.path) { !$0.hasPrefix(".") }
  }

  @Test func `changes are reported together after the settling time of the first`() throws {
    watch.watch([place()])
    var number = 0
    func create() {
      number += 1
      folder.create("\(number)")
    }
    // Until the machine is in time with the second change.
    var timely = 0
    let areTogether = try (1...20).contains { _ in
      let before = told.value
      let start = Instant.now
      create()
      try loop.run(for: Self.settlingTime / 2)
      create()
      let isInTime = Instant.now - start < Self.settlingTime
      try loop.run { told.value > before }
      #expect(Instant.now - start >= Self.settlingTime)
      try loop.run(for: Self.settlingTime * 2)
      if isInTime { timely += 1 }
      return isInTime && told.value == before + 1
    }
    if timely == 0 { try cancelTest(Self.tooSlow) }
    #expect(areTogether)
    let before = told.value
    create()
    try loop.run { told.value == before + 1 }
  }

  @Test func `irrelevant changes are not reported`() throws {
    watch.watch([place(), WatchPlace("\(folder.path)", entries: ["wanted"])])
    folder.create(".hidden")
    try loop.run(for: Self.settlingTime * 2)
    #expect(told.value == 0)
  }

  @Test func `a place that does not exist is skipped`() throws {
    watch.watch([place("nowhere"), place()])
    folder.create("file")
    try loop.run { told.value == 1 }
  }

  @Test func `a change that was read before it settled is not reported, a later one is`() throws {
    func read() { watch.watch([place()]) }
    read()
    // Until the machine reads before the change has settled.
    var timely = 0
    let isSilent = try (1...20).contains { number in
      let start = Instant.now
      folder.create("early \(number)")
      try loop.run(for: Self.settlingTime / 4)
      let before = told.value
      read()
      let isInTime = Instant.now - start < Self.settlingTime
      try loop.run(for: Self.settlingTime * 2)
      if isInTime { timely += 1 }
      return isInTime && told.value == before
    }
    if timely == 0 { try cancelTest(Self.tooSlow) }
    #expect(isSilent)
    let before = told.value
    folder.create("late")
    try loop.run { told.value == before + 1 }
  }

  @Test func `a place that is no longer read from is not watched`() throws {
    folder.createFolder("old")
    watch.watch([place("old")])
    watch.watch([])
    folder.create("old/file")
    try loop.run(for: Self.settlingTime * 2)
    #expect(told.value == 0)
  }
}
