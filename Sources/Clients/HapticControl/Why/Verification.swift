internal import HapticProtocol
internal import Haptics

/// The verification of applications, which `important` requires.
enum Verification {
  /// The way to a verified id, as the end of a sentence.
  static let way =
    "a program becomes verified as a Flatpak or a snap, or in a unit of systemd with its id, as desktops start it: "
    + "systemd-run --user --scope --unit=app-ID-1 PROGRAM, see hapticd(8)"

  /// The note that an application, of which the daemon has records, has not been verified; nil if it has been, or if it
  /// has no record.
  static func note(on application: ShortName, in records: [Observed]) -> String? {
    let own = records.filter { $0.applicationName == application }
    guard !own.isEmpty, !own.contains(where: \.identity.isVerified) else { return nil }
    return "\(application) is not verified, so that its setting important has no effect; \(way)"
  }
}
