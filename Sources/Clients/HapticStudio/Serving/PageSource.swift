internal import CStudioPage
internal import Glibc
internal import HapticSystem

/// The files of the page: those in the program, or those of a folder for work on the page.
package struct PageSource: Sendable {
  private let folder: String?

  /// - Parameter folder: a folder whose files are read at each request; nil for those in the program.
  package init(folder: String? = nil) { self.folder = folder }

  /// Returns the file with a name, and its type; nil if the page has no such file.
  package func file(_ name: String) -> (contentType: String, bytes: [UInt8])? {
    guard let type = Self.contentType(of: name), (try? OpenedFolder.checkName(name)) != nil else { return nil }
    guard let folder else { return PageFiles.files[name].map { (type, $0) } }
    return (try? RegularFile.read("\(folder)/\(name)", upTo: 8 << 20)).map { (type, $0) }
  }

  private static func contentType(of name: String) -> String? {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "json": "application/json; charset=utf-8"
    case "png": "image/png"
    case "ico": "image/x-icon"
    default: nil
    }
  }
}

/// The files of the page in the program, from the folder Page.
package enum PageFiles {
  package static var names: [String] { files.keys.sorted() }

  static let files = [String: [UInt8]](
    uniqueKeysWithValues: (0..<studio_page_count()).map { index in
      let file = unsafe studio_page_file_at(index)
      let text = unsafe UnsafeBufferPointer(start: file.text, count: strlen(file.text))
      return unsafe (String(cString: file.path).split(separator: "/").last.map(String.init)!, Array(text))
    })
}
