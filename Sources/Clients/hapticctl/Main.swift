internal import Glibc
internal import HapticControl

@main
enum Main {
  static func main() { exit(ControlProgram.execute()) }
}
