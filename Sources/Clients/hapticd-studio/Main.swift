internal import HapticStudio

@main
enum Main {
  static func main() { StudioProgram.execute() }
}
