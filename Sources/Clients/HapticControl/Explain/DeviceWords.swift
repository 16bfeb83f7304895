internal import Haptics
internal import MotorRendering

/// Describes the transfer of a drive to a device: levels, leases, slots, uploads and writes.
struct DeviceWords {
  let drive: Drive
  /// Nil for a typical motor.
  let record: DeviceRecord?
  let category: Haptics.Category

  private var palette: [LeasedLevel] { drive.palette }

  @ListBuilder<String> var lines: [String] {
    let leases = Set(palette.map(\.lease)).sorted().map { "\($0.milliseconds) ms" }
    let long = drive.steps.indices.count { drive.length(ofStep: $0) > Lease.long.duration }
    "\(counted(palette.count, "level")): \(palette.count == 1 ? "" : "each ")an effect in a slot of the device with a "
      + "lease of \(leases.joined(separator: " or ")), after which the kernel ends it, even without the daemon."
    slots
    plays
    if long > 0 {
      "\(counted(long, "step")) of more than \(Lease.long.milliseconds) ms: written again before the lease ends."
    }
    "Its category is \(category.name): a program's play that is read more than \(category.deadline.words) after its cause "
      + "is dropped, unless the program gives another deadline. 'hapticctl play' has no deadline."
    if drive.lead > .zero {
      "A scheduled start is sent \(drive.lead.words) earlier, because the motor takes that time."
    }
  }

  private var slots: String {
    guard let record, record.slots > 0 else {
      return "They are uploaded once, when the feedback is prepared, to at most half of the device's slots."
    }
    let share = Int(record.slotShare)
    let fits =
      palette.count <= share
      ? "all of them stay resident" : "\(palette.count - share) of them are uploaded during the playback"
    let cost =
      record.uploadNanoseconds > 0 ? " An upload took \(duration(nanoseconds: Int64(record.uploadNanoseconds)))." : ""
    return
      "The device has \(counted(record.slots, "slot")), and the daemon uses \(share): \(fits) once the feedback is "
      + "prepared.\(cost)"
  }

  private var plays: String {
    let writes = drive.steps.count
    let cost = record?.playNanoseconds.nonZero.map { ", \(duration(nanoseconds: Int64($0))) each" } ?? ""
    return
      "A prepared play uploads nothing and writes \(writes == 1 ? "once" : "\(writes) times")\(cost): one write for each "
      + "step, which starts the next level and stops the previous one."
  }
}
