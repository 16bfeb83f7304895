/// The options of the command line. Parsed without a library: an argument parser would triple the memory of the
/// daemon.
struct Options: Equatable {
  var isVerbose = false
  /// Names of motor models; each adds a simulated device.
  var simulated: [String] = []
  /// The path of the socket if systemd passes none; nil for `$XDG_RUNTIME_DIR/hapticd.sock`.
  var socketPath: String?
  /// The theme; nil for the theme in the settings, or the default theme.
  var theme: String?
  /// Whether real devices are opened.
  var usesDevices = true
  /// Whether to take the name of feedbackd's D-Bus interface from another program that permits it.
  var replaces = false

  /// The action that the command line requests.
  enum Request: Equatable {
    case serve(Options)
    case printHelp
    case printVersion
  }

  /// The reason why a command line is refused, with the remedy, in one line.
  struct Mistake: Error, Equatable { let message: String }

  static func read(
    _ arguments: some Sequence<String>, models: @autoclosure () -> [String]
  ) throws(Mistake) -> Request {
    var options = Options()
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      let (name, attached) = split(argument)
      if attached != nil, Self.flags.contains(name) { throw Mistake(message: "\(name) takes no value") }
      switch name {
      case "--help", "-h": return .printHelp
      case "--version": return .printVersion
      case "--verbose", "-v": options.isVerbose = true
      case "--no-devices": options.usesDevices = false
      case "--replace": options.replaces = true
      case "--simulate":
        let (model, models) = (try value(of: name, attached ?? rest.next()), models())
        guard models.contains(model) else {
          throw Mistake(message: "--simulate: unknown motor '\(model)'; expected \(models.joined(separator: ", "))")
        }
        options.simulated.append(model)
      case "--socket": options.socketPath = try value(of: name, attached ?? rest.next())
      case "--theme": options.theme = try value(of: name, attached ?? rest.next())
      default: throw Mistake(message: "unknown option '\(argument)'; see hapticd --help")
      }
    }
    return .serve(options)
  }

  private static let flags = ["--help", "--version", "--verbose", "--no-devices", "--replace"]

  /// Splits `--name=value` into its two parts.
  private static func split(_ argument: String) -> (name: String, attached: String?) {
    guard argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") else { return (argument, nil) }
    return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
  }

  private static func value(of name: String, _ value: String?) throws(Mistake) -> String {
    guard let value, !value.isEmpty else { throw Mistake(message: "\(name) needs a value") }
    return value
  }

  static func help(models: [String]) -> String {
    """
    usage: hapticd [--theme NAME] [--simulate MODEL]... [--no-devices] [--socket PATH] [--replace] [--verbose]

    The haptic feedback service. systemd starts it for the first client (hapticd.socket); without systemd, it listens
    at $XDG_RUNTIME_DIR/hapticd.sock.

      --theme NAME      use this theme: default, hig, or a folder's name, see hapticd-theme(5)
      --simulate MODEL  add a simulated motor: \(models.joined(separator: ", "))
      --no-devices      ignore real devices
      --socket PATH     listen at this path
      --replace         take over D-Bus clients of another hapticd
      --verbose, -v     log devices, clients and refusals
      --version         print the version
      --help, -h        print this help

    See hapticd(8), hapticctl(1), hapticd-theme(5), hapticd-protocol(7).
    """
  }
}
