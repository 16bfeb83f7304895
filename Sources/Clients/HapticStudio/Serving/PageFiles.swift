/// The files of the page in the program, from the folder Page.
package enum PageFiles {
  /// Returns the bytes of a file; nil if there is none with this name.
  static func bytes(of name: String) -> [UInt8]? { files[name] }

  package static var names: [String] { files.keys.sorted() }

  private static let files: [String: [UInt8]] = [
    "index.html": PackageResources.index_html
  ]
}
