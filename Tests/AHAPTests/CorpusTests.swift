import AHAP
import Foundation
import HapticPatterns
import Testing

@Suite(.enabled(if: Corpus.folder("ahap") != nil, "no corpus of AHAP files beside the repository"))
struct CorpusTests {
  @Test(arguments: Corpus.files("ahap"))
  func `a file of the corpus loads and is written back equal`(_ file: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    let (read, warnings) = try AHAPFile.read(bytes)
    for w in warnings { print(w.description(in: file.lastPathComponent)) }
    let again = try AHAPFile.read(read.write(), strict: true)
    #expect(again.file == read)
    #expect(again.warnings.isEmpty)
    #expect(!read.pattern.isSilent)
  }
}
