internal import Glibc
internal import HapticSystem
internal import VirtualDevices

/// Figures that need real drivers: on a pad that ff-memless drives in the kernel, and on a phone's motor behind uinput,
/// whose node may block, so that it has a thread in the daemon. `BENCH_DEVICE` selects one of the two.
func measureGuest(into file: FigureFile) throws {
  let device = Settings.variable("BENCH_DEVICE")
  if device != "motor" { try measurePad(into: file) }
  if device != "pad" { try measureMotor(into: file) }
}

/// The place with the clock that times it, where that is not the count of instructions.
private func place(_ name: String) -> String { Settings.isTimedByWall ? "\(name), wall" : name }

private func measurePad(into file: FigureFile) throws {
  try PulseRule.install()
  let pad = UhidShape.dualSense.make()
  try pad.plug()
  let place = place("DualSense, ff-memless")
  if Settings.wants("trigger") { try measureTriggers(on: pad, place, limit: 1.12, into: file) }
  if Settings.wants("impact") { try measureImpacts(on: pad, place, into: file) }
  if Settings.wants("cold") { try measureColdPlays(on: pad, place, limit: 1.5, into: file) }
  if Settings.wants("pulse") { try measurePulses(on: pad, place, into: file) }
  if Settings.wants("allocations") { try measureGuestAllocations(on: pad, place, into: file) }
  if Settings.wants("start") { try measureStart([], on: "VM, one pad", limit: nil, into: file) }
  if Settings.wants("activation") {
    try measureActivation(on: pad, place, into: file)
    try measureManagedActivation(on: pad, place, into: file)
  }
  pad.unplug()
}

private func measureMotor(into file: FigureFile) throws {
  let motor = UinputShape(name: "pwm-vibrator").make()
  try motor.plug()
  let place = place("phone motor, uinput")
  if Settings.wants("trigger") { try measureTriggers(on: motor, place, limit: 1.35, into: file) }
  if Settings.wants("impact") { try measureImpacts(on: motor, place, into: file) }
  if Settings.wants("bus") { try measureBusTriggers(on: motor, place, into: file) }
  if Settings.wants("cold") { try measureColdPlays(on: motor, place, limit: 1.4, into: file) }
  if Settings.wants("activation") { try measureActivation(on: motor, place, into: file) }
  if Settings.wants("allocations") { try measureGuestAllocations(on: motor, place, into: file) }
  if Settings.wants("idle") { try measureGuestIdle(on: motor, into: file) }
  motor.unplug()
}
