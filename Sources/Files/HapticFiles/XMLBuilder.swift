internal import CExpat
internal import TextDiagnostics

/// Builds a tree of elements from XML text, which Expat parses. Document types, and with them entities, are refused, so
/// that the tree cannot grow beyond the text.
@safe final class XMLBuilder {
  private let limits: FileLimits
  private let parser: XML_Parser?
  private var open: [XMLElement] = []
  private var count = 0
  private var root: XMLElement?
  /// The reason for stopping the parser, other than a syntax error.
  private var remark: Remark?

  init(limits: FileLimits) {
    self.limits = limits
    // The text was checked to be UTF-8, regardless of its declaration.
    unsafe parser = XML_ParserCreate("UTF-8")
  }

  deinit { unsafe XML_ParserFree(parser) }

  /// Parses the text; call it once.
  ///
  /// - Throws: a remark if the text is not XML, has a document type, or exceeds the limits.
  func root(of text: [UInt8]) throws(Remark) -> XMLElement {
    guard unsafe parser != nil else { throw Remark("no memory", at: .file, remedy: "try again") }
    // unretained: the parser calls back only while this function runs
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(parser, elementStarts, elementEnds)
    unsafe XML_SetCharacterDataHandler(parser, textStands)
    unsafe XML_SetStartDoctypeDeclHandler(parser, doctypeStarts)
    let status = unsafe text.withUnsafeBytes { bytes in
      unsafe XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 1)
    }
    if let remark { throw remark }
    guard status == XML_STATUS_OK else { throw syntaxError }
    guard let root else { throw Remark("no element", at: .file, remedy: "write a vibration-effect") }
    return root
  }

  private var syntaxError: Remark {
    let code = unsafe XML_GetErrorCode(parser)
    let words = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "error \(code.rawValue)"
    return Remark("invalid XML: \(words)", at: .byte(offset), remedy: "check the text there and before it")
  }

  /// The present byte offset of the parser.
  private var offset: Int { max(0, unsafe Int(haptic_xml_byte_index(parser))) }

  fileprivate func start(_ name: String, _ attributes: [(name: String, value: String)]) {
    count += 1
    if open.count >= limits.maximumNesting {
      return stop("nested deeper than \(limits.maximumNesting)", "a vibration needs at most 6 levels")
    }
    if count > limits.maximumValues {
      return stop("more than \(limits.maximumValues) elements", "split it into several files")
    }
    let shown = Quotation.shown(name)
    let key = open.last.map { "\($0.key).\(shown)[\($0.children.count)]" } ?? shown
    open.append(XMLElement(name: name, offset: offset, attributes: attributes, key: key))
  }

  fileprivate func end() {
    guard let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  fileprivate func text(after space: Int) {
    if !open.isEmpty, open[open.count - 1].text == nil { open[open.count - 1].text = offset + space }
  }

  fileprivate func stop(_ message: String, _ remedy: String) {
    if remark == nil { remark = Remark(message, at: .byte(offset), remedy: remedy) }
    _ = unsafe XML_StopParser(parser, 0)
  }
}

// MARK: Handlers

// Named functions instead of closures: functions that C calls must not be isolated to an actor.

private func builder(_ user: UnsafeMutableRawPointer?) -> XMLBuilder? {
  unsafe user.map { unsafe Unmanaged<XMLBuilder>.fromOpaque($0).takeUnretainedValue() }
}

private func elementStarts(
  _ user: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?,
  _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
) {
  guard let builder = unsafe builder(user), let name = unsafe name else { return }
  var pairs: [(name: String, value: String)] = []
  var next = unsafe attributes
  // names and values alternate, until a null pointer
  while let at = unsafe next, let key = unsafe at[0], let value = unsafe at[1] {
    unsafe pairs.append((String(cString: key), String(cString: value)))
    unsafe next = at + 2
  }
  builder.start(unsafe String(cString: name), pairs)
}

private func elementEnds(_ user: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?) {
  unsafe builder(user)?.end()
}

private func textStands(_ user: UnsafeMutableRawPointer?, _ text: UnsafePointer<XML_Char>?, _ count: Int32) {
  let characters = unsafe UnsafeBufferPointer(start: text, count: Int(count))
  let start = unsafe characters.firstIndex { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
  if let start { unsafe builder(user)?.text(after: start) }
}

private func doctypeStarts(
  _ user: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?, _ system: UnsafePointer<XML_Char>?,
  _ publicName: UnsafePointer<XML_Char>?, _ hasInternalSubset: Int32
) {
  unsafe builder(user)?.stop("a document type", "remove it; it could define arbitrary text")
}
