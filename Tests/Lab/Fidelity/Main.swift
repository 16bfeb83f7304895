internal import FidelityReport
internal import Foundation

@main
enum Main {
  static func main() { exit(FidelityProgram.run(CommandLine.arguments.dropFirst())) }
}
