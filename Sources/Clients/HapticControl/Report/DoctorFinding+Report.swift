extension DoctorFinding {
  /// The lines of the finding in a report; empty for one about an application. Lines of the user's files, which a mistake
  /// in them quotes, are left out.
  var reportLines: [String] {
    if grade == .silent, Self.aboutApplications.contains(subject) { return [] }
    let isAboutFiles = Self.aboutFiles.contains(subject)
    let more = isAboutFiles ? [] : details + (remedy.map { ["-> \($0)"] } ?? [])
    return ["\(subject): \(grade.rawValue): \(text)"] + more.map { "  " + $0 }
  }

  private static let aboutApplications: Set = ["application", "locality", "plays"]
  private static let aboutFiles: Set = ["settings", "theme"]
}
