internal import CStudioPage
internal import Glibc

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
