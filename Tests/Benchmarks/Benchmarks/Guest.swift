internal import Glibc
internal import HapticSystem
internal import VirtualDevices

/// What needs real drivers: a pad that ff-memless drives in the kernel, where the daemon writes from its loop, and a
/// phone's motor behind uinput, where a thread of its own does, because such nodes can block.
func measureGuest(into file: FigureFile) throws {
  try measurePad(into: file)
  try measureMotor(into: file)
}

private func measurePad(into file: FigureFile) throws {
  try PulseRule.install()
  let pad = UhidShape.dualSense.make()
  try pad.plug()
  let place = "DualSense, ff-memless"
  if Settings.wants("trigger") { try measureTriggers(on: pad, place, into: file) }
  if Settings.wants("cold") { try measureColdPlays(on: pad, place, into: file) }
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
  let place = "phone motor, uinput"
  if Settings.wants("trigger") { try measureTriggers(on: motor, place, into: file) }
  if Settings.wants("cold") { try measureColdPlays(on: motor, place, into: file) }
  if Settings.wants("activation") { try measureActivation(on: motor, place, into: file) }
  if Settings.wants("allocations") { try measureGuestAllocations(on: motor, place, into: file) }
  if Settings.wants("idle") { try measureGuestIdle(on: motor, into: file) }
  motor.unplug()
}
