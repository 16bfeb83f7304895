import Foundation
import Testing

/// Compares the public symbols of the module with the sources in `Tests/SourceCompatibility`.
@Suite struct CoverageTests {
  private let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

  private func sources(in folder: String) throws -> String {
    let folder = repository.appending(path: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    return try names.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
  }

  @Test func `every public symbol is in a snippet`() throws {
    let module = try sources(in: "Sources/Clients/OpenCoreHaptics")
    var symbols = Set(
      module.matches(
        of:
          /(?:public|open) (?:static |class |convenience |override |final |open )*(?:func|var|let|struct|class|protocol|enum|typealias) `?(\w+)/
      ).map { String($0.output.1) })
    for declaration in module.matches(of: /public protocol [^{]*\{[\s\S]*?\n\}/) {
      symbols.formUnion(declaration.output.matches(of: /(?:func|var) (\w+)/).map { String($0.output.1) })
    }
    for cases in module.matches(of: /public enum \w+: U?Int[\s\S]*?\n  \}/) {
      symbols.formUnion(cases.output.matches(of: /case `?(\w+)`? =/).map { String($0.output.1) })
    }
    let words = Set(try sources(in: "Tests/SourceCompatibility").matches(of: /\w+/).map { String($0.output) })
    // Called by the compiler.
    let implicit = symbols.filter { $0.hasPrefix("_") || $0 == "hash" }
    #expect(symbols.count > 200)
    #expect(symbols.subtracting(implicit).subtracting(words).sorted() == [])
  }

  @Test func `every type is in the article on porting, or belongs to one that is`() throws {
    let article = "Sources/Clients/OpenCoreHaptics/OpenCoreHaptics.docc/PortingFromIOS.md"
    let page = try String(contentsOf: repository.appending(path: article), encoding: .utf8)
    let types = try sources(in: "Sources/Clients/OpenCoreHaptics").matches(
      of: /\n(?:@preconcurrency @MainActor )?(?:public|open) (?:final )?class (\w+)/
    ).map { String($0.output.1) }
    #expect(types.count > 10)
    let inner: Set = [
      "UIFeedbackGenerator", "CHHapticEvent", "CHHapticEventParameter", "CHHapticDynamicParameter",
      "CHHapticParameterCurve", "GCDeviceHaptics",
    ]
    #expect(types.filter { !inner.contains($0) && !page.contains($0) } == [])
  }
}
