internal import DaemonAssembly
internal import Glibc

@main
enum Hapticd {
  static func main() { exit(launch()) }
}
