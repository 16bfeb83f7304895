public import HapticPatterns

// A theme says what every feedback feels like. It is data: a table, `theme.json`, and a pattern file for each thing that
// can be felt. The tables of a theme's folders, of the theme of that name in the program, and of its parents lie upon
// each other; each name is looked up from the top:
//
//     ~/.config/hapticd/themes/mine    tap -> tap.ahap
//     the program's hig                          success -> hig-success.ahap
//     the program's default            tap       success       like = impact.light    unlike: nothing
//
// What is broken is passed over, so that a slip in one line costs that line: the one below it shows through.

/// What every feedback feels like.
public struct Theme: Sendable {
  public let name: ShortName
  /// In the order they are listed to people: those of the program first, then those that folders add.
  public let feedbacks: [ThemedFeedback]
  /// The same, to be looked up by name.
  public let vocabulary: Vocabulary
  /// What is wrong with the files, and what was done about it.
  public let warnings: [ThemeFinding]
  /// The theme and its ancestors, by name: what folders may add to.
  public let lineage: [ShortName]
  /// Whether a table could not be read, so that all of what its folder says is missing.
  public let hasBrokenTable: Bool
  /// The patterns that were read from files, by their paths.
  let patterns: [String: Pattern]

  /// The name of the theme that all others stand upon.
  public static let standardName: ShortName = "default"

  /// The program's own theme `default`, whatever folders there are.
  public static let standard: Theme = builtIn(standardName)

  /// The program's own themes, by name.
  public static var builtInNames: [ShortName] { BuiltInThemes.names }

  /// One of the program's own themes, whatever folders there are. There must be one of that name.
  static func builtIn(_ name: ShortName) -> Theme {
    do throws(ThemeError) {
      return try load(name.description, searching: [])
    } catch {
      preconditionFailure("the built-in theme \(name) is broken: \(error)")
    }
  }
}

/// A feedback, and where it comes from.
public struct ThemedFeedback: Hashable, Sendable {
  /// What is felt; a pattern of nothing where the name is known to mean nothing.
  public let feedback: Feedback
  /// The pattern's file without `.ahap`; empty where nothing is felt.
  public let patternName: ShortName
  /// The theme that the pattern is from; where nothing is felt, the one that says so.
  public let theme: ShortName
  /// The names that were followed to get to the pattern, in their order; none where the feedback has its own.
  public let chain: [ShortName]

  /// Whether the pattern is that of another feedback.
  public var isFallback: Bool { !chain.isEmpty }
  /// Whether the name is known and means nothing: absence is feedback.
  public var isSilent: Bool { patternName.isEmpty }
}
