internal import Glibc

extension Errno {
  /// The remedy for a file or a device that cannot be used because of this error, for messages.
  ///
  /// - Parameter usual: the remedy for an error that concerns the name or the permissions of the file.
  package func remedy(or usual: String) -> String {
    switch rawValue {
    case EMFILE, ENFILE: "raise the limit of open files, see ulimit -n, or end other programs"
    case EIO: "check its disk: journalctl -k shows the errors"
    case ELOOP: "remove the links that lead to each other"
    case ENAMETOOLONG: "use a shorter path"
    case ENOMEM: "end other programs, so that memory becomes free"
    case ENOSPC, EDQUOT: "free space on its disk"
    case EROFS: "mount its file system for writing"
    default: usual
    }
  }
}

extension RegularFile.Failure {
  /// The reason as it follows a colon.
  package var words: String {
    switch self {
    case .refused(let reason): "\(reason)"
    case .notRegular: "it is not a regular file"
    case .tooLarge: "it is too large"
    }
  }

  /// The remedy, for messages.
  ///
  /// - Parameter usual: the remedy for an error that concerns the name, the permissions or the contents of the file.
  package func remedy(or usual: String) -> String {
    if case .refused(let reason) = self { reason.remedy(or: usual) } else { usual }
  }
}
