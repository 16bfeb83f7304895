import Glibc
import HapticStudio

@main
enum Main {
  static func main() async {
    exit(await StudioProgram.execute())
  }
}
