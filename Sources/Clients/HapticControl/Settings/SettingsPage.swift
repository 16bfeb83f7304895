internal import HapticSystem
internal import HapticThemes
internal import Haptics
internal import PreferenceFiles

/// The settings on the whole terminal: each with its meaning and its source, to change and to feel.
struct SettingsPage {
  private let own: OwnFile
  private var session: DaemonSession?
  /// All general settings, and those of applications in the files and of devices that are connected or in the files.
  private(set) var rows: [PreferenceRow] = []
  /// The first mistake of the files; nil without one.
  private(set) var complaint: String?
  private(set) var selected = 0
  /// The value that the user types; nil while the keys select settings.
  private(set) var editor: LineEditor?
  private(set) var news = ""
  /// The lines of the changes, for the end.
  private(set) var changes: [SettingChanges.Outcome] = []

  init(_ own: OwnFile, _ session: DaemonSession?) {
    self.own = own
    self.session = session
    load()
  }

  var row: PreferenceRow { rows[selected] }

  /// Runs until the user ends it.
  mutating func run() throws(Failure) {
    var keys = try TerminalKeys.ofPage("settings expects a terminal; without one: 'hapticctl get' and 'hapticctl set'")
    draw()
    while try handle(keys.nextOfPage()) { draw() }
    session?.stopAll()
  }

  private func draw() {
    var frame = Frame()
    draw(on: &frame)
    frame.show()
  }

  // MARK: Keys

  /// - Returns: whether the page goes on.
  mutating func handle(_ key: TerminalKeys.Key?) -> Bool {
    guard let key else {
      reload()
      return true
    }
    if editor != nil { return edit(key) }
    switch key {
    case .interrupt, .escape, .character("q"): return false
    case .up, .character("k"): select(selected - 1)
    case .down, .character("j"): select(selected + 1)
    case .pageUp: select(selected - Self.page)
    case .pageDown: select(selected + Self.page)
    case .home: select(0)
    case .end: select(rows.count - 1)
    case .tab:
      let heading = row.heading
      select(rows.indices.dropFirst(selected).first { rows[$0].heading != heading } ?? 0)
    case .left, .character("-"): step(up: false)
    case .right, .character("+"): step(up: true)
    case .enter: editor = LineEditor(row.typedValue ?? "")
    case .space, .character("f"): feel()
    case .delete, .backspace, .character("d"): reset()
    case .character, .suspend, .other: break
    }
    return true
  }

  private static let page = 10

  private mutating func select(_ position: Int) {
    selected = min(max(position, 0), rows.count - 1)
    news = ""
  }

  private mutating func edit(_ key: TerminalKeys.Key) -> Bool {
    switch key {
    case .interrupt: return false
    case .escape: editor = nil
    case .enter:
      let text = editor?.text ?? ""
      editor = nil
      if text.isEmpty { reset() } else { set(text) }
    default: _ = editor?.handle(key)
    }
    return true
  }

  // MARK: Actions

  private mutating func step(up: Bool) {
    guard let text = SteppedValue.next(after: row, up: up, themes: { Theme.names(in: ChosenTheme.searched) }) else {
      news = "\(row.key) has no next value; Enter to type one"
      return
    }
    set(text)
    if row.key.setting.kind.highestStrength != nil { feel(after: news) }
  }

  private mutating func set(_ text: String) {
    perform { page throws(Failure) in
      try SettingChanges.apply([(page.row.key.description, text)], in: page.own, page.session)
    }
  }

  private mutating func reset() {
    perform { page throws(Failure) in try SettingChanges.remove(page.row.key, in: page.own, page.session) }
  }

  private mutating func perform(_ change: (borrowing SettingsPage) throws(Failure) -> SettingChanges.Outcome) {
    do throws(Failure) {
      let outcome = try change(self)
      changes.append(outcome)
      news = (outcome.lines + outcome.warnings).joined(separator: "; ")
    } catch {
      news = error.message
    }
    reload()
  }

  private mutating func feel(after former: String = "") {
    guard let session else {
      news = former.isEmpty ? "no daemon is running, so that nothing plays; see hapticctl doctor" : former
      return
    }
    do throws(Failure) {
      let result = try SettingTrial(row.key, in: PreferenceStack.here.preferences).play(session)
      news = former.isEmpty ? result : "\(former); \(result)"
    } catch {
      self.session = nil
      news = error.message
    }
  }

  /// Reads the files again, and connects to a daemon that has started.
  private mutating func reload() {
    let key = row.key
    if session == nil { session = RunningDaemon.session(warns: false) }
    load()
    selected = rows.firstIndex { $0.key == key } ?? min(selected, rows.count - 1)
  }

  private mutating func load() {
    let stack = PreferenceStack.here
    let settings = EffectiveSettings(stack, session)
    let connected = ((try? session?.devices()) ?? []).map { ShortName(truncating: $0.name) }.filter { !$0.isEmpty }
    let others = connected.flatMap { PreferenceKey.all(of: .device, named: $0) }.filter { !stack.keys.contains($0) }
    rows = (stack.keys + Set(others).sorted(by: PreferenceKey.isBefore)).map { PreferenceRow($0, in: settings) }
    complaint = stack.complaint
  }
}
