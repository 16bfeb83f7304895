internal import Glibc

@main
enum Main {
  static func main() { exit(run(Array(CommandLine.arguments.dropFirst()))) }
}

/// Commands of `Tests/Lab/Benchmarks/run`: each part appends its figures to the file named by the last argument.
private let usage = """
  usage: benchmarks host FILE      what needs no devices
         benchmarks guest FILE     what needs them, in the virtual machine
         benchmarks flood SOCKET   sends plays as fast as they are taken, until it is killed
         benchmarks crowd SOCKET N connects so many clients, and keeps them until it is killed
         benchmarks stall SOCKET L sends one of the heaviest loads without pause, until it is killed
         benchmarks disturb P D    disturbs the daemon on the bus at address P, or by the settings in folder P, until it
                                   is killed
         benchmarks spin           keeps one processor busy until it is killed
         benchmarks table FILE...  prints the figures; benchmarks markdown FILE... as Markdown
  """

private func run(_ arguments: [String]) -> Int32 {
  do {
    switch (arguments.first, arguments.count) {
    case ("host", 2): try measureHost(into: FigureFile(arguments[1]))
    case ("guest", 2): try measureGuest(into: FigureFile(arguments[1]))
    case ("spin", 1): spin()
    case ("flood", 2): try Flood.run(arguments[1])
    case ("stall", 3): try Stall.run(arguments[1], arguments[2])
    case ("disturb", 3): try Disturbance(rawValue: arguments[2])?.run(at: arguments[1])
    case ("crowd", 3): try Crowd.run(arguments[1], Int(arguments[2]) ?? 1)
    case ("table", 2...): print(Table(try FigureFile.read(arguments.dropFirst())).text)
    case ("markdown", 2...): print(Table(try FigureFile.read(arguments.dropFirst())).markdown)
    default:
      note(usage)
      return 2
    }
    return 0
  } catch {
    note("benchmarks: \(error)")
    return 1
  }
}

/// Nothing but time, as fast as possible.
private func spin() {
  while true { _ = clock() }
}

/// One line of progress, on standard error.
func note(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
