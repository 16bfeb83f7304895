import HapticPatterns
import Testing

@testable import HapticThemes

/// The names that programs use, and their patterns in the theme `default`.
@Suite struct VocabularyTests {
  /// Names with their pattern; empty for silent feedback.
  struct Row: CustomTestStringConvertible {
    let category: HapticPatterns.Category
    let pattern: String
    let names: [String]

    init(_ category: HapticPatterns.Category, _ pattern: String, _ names: String...) {
      (self.category, self.pattern, self.names) = (category, pattern, names)
    }

    var testDescription: String { "\(names.joined(separator: ", ")): \(pattern)" }
  }

  static let apps = [
    Row(.touch, "impact-light", "tap", "impact.light"),
    Row(.touch, "selection", "selection"),
    Row(.touch, "impact-medium", "impact.medium", "impact", "impact.solid"),
    Row(.touch, "impact-heavy", "impact.heavy"),
    Row(.touch, "impact-rigid", "impact.rigid"),
    Row(.touch, "impact-soft", "impact.soft"),
    Row(.touch, "success", "success"),
    Row(.touch, "warning", "warning"),
    Row(.touch, "error", "error"),
    Row(.touch, "button-press", "button-press", "press"),
    Row(.touch, "selection", "tab-selection", "release"),
    Row(.touch, "refresh-complete-new", "refresh-complete.new", "refresh-complete"),
    Row(.touch, "refresh-complete-none", "refresh-complete.none"),
    Row(
      .touch, "impact-light", "like", "reply", "scroll-to-top", "message-sent", "filter-select", "undo", "pin",
      "menu-toggle"),
    Row(.touch, "selection", "repost", "smart-reply", "account-switch"),
    Row(.touch, "impact-medium", "archive", "unarchive"),
    Row(.touch, "success", "bookmark", "share-complete", "post-sent", "follow"),
    Row(.touch, "error", "action-failed"),
    Row(
      .touch, "", "unlike", "unrepost", "unbookmark", "unfollow", "unpin", "unsave", "unstar", "unsubscribe", "unreact"),
  ]

  static let swiftUI = [
    Row(.touch, "increase", "increase"), Row(.touch, "decrease", "decrease"), Row(.touch, "start", "start"),
    Row(.touch, "stop", "stop"), Row(.touch, "alignment", "alignment"), Row(.touch, "level-change", "level-change"),
    Row(.touch, "path-complete", "path-complete"),
  ]

  static let android = [
    Row(
      .touch, "click", "click", "virtual-key", "context-click", "gesture-end", "gesture-threshold-activate", "toggle-on"
    ),
    Row(.touch, "double-click", "double-click"),
    Row(.touch, "heavy-click", "heavy-click", "long-press", "data-refresh"),
    Row(
      .touch, "tick", "tick", "clock-tick", "virtual-key-release", "segment-tick", "gesture-start",
      "gesture-threshold-deactivate", "toggle-off"),
    Row(.touch, "low-tick", "low-tick"),
    Row(.touch, "texture-tick", "texture-tick", "segment-frequent-tick", "text-handle-move"),
    Row(.touch, "thud", "thud"), Row(.touch, "pop", "pop"), Row(.touch, "spin", "spin"),
    Row(.touch, "quick-rise", "quick-rise"), Row(.touch, "slow-rise", "slow-rise"),
    Row(.touch, "quick-fall", "quick-fall"),
    Row(.touch, "success", "confirm"), Row(.touch, "error", "reject"),
    Row(.keyboard, "key-pressed", "keyboard-press", "keyboard-tap"), Row(.keyboard, "texture-tick", "keyboard-release"),
  ]

  /// The freedesktop sound naming specification with the additions of feedbackd and phosh, without the names of
  /// loudspeakers.
  static let freedesktop = [
    // Alerts
    Row(
      .notification, "error", "dialog-error", "suspend-error", "network-connectivity-error", "power-unplug-battery-low"),
    Row(.notification, "warning", "battery-low", "software-update-urgent", "dialog-warning", "phone-outgoing-busy"),
    Row(.notification, "decrease", "network-connectivity-lost"),
    // Notifications
    Row(
      .notification, "message-new", "message-new-instant", "message-new-sms", "message", "message-new",
      "notification-new-generic", "notification"),
    Row(.notification, "message-new-email", "message-new-email", "software-update-available"),
    Row(
      .notification, "message-missed", "message-missed-email", "message-missed-instant", "message-missed-sms",
      "message-missed-notification", "notification-missed-generic", "phone-missed-call", "battery-caution"),
    Row(.alarm, "message-new-cellbroadcast", "message-new-cellbroadcast"),
    Row(.ringtone, "phone-incoming-call", "phone-incoming-call", "ringtone"),
    Row(.alarm, "alarm-clock-elapsed", "alarm-clock-elapsed"),
    Row(.alarm, "timeout-completed", "timeout-completed"),
    Row(.notification, "stop", "phone-hangup"),
    Row(.notification, "error", "phone-failure"),
    Row(
      .notification, "success", "complete-media-burn", "complete-media-burn-test", "complete-media-rip",
      "complete-media-format", "complete-download", "complete-copy", "complete-scan", "complete", "battery-full"),
    Row(
      .notification, "increase", "device-added", "device-added-media", "device-added-audio", "power-plug",
      "network-connectivity-established"),
    Row(
      .notification, "decrease", "device-removed", "device-removed-media", "device-removed-audio", "power-unplug"),
    Row(
      .notification, "impact-medium", "dialog-information", "dialog-question", "window-attention-active",
      "window-attention-inactive", "search-results"),
    Row(.notification, "refresh-complete-none", "search-results-empty"),
    Row(
      .notification, "", "system-bootup", "system-ready", "system-shutdown", "desktop-login", "desktop-logout",
      "desktop-screen-lock", "desktop-screen-unlock", "service-login", "service-logout", "suspend-start",
      "suspend-resume", "lid-open", "lid-close"),
    // Actions
    Row(.notification, "impact-soft", "phone-outgoing-calling"),
    Row(.touch, "impact-light", "message-sent-instant", "message-sent-email"),
    Row(.notification, "impact-medium", "bell-terminal", "bell-window-system", "bell"),
    Row(.touch, "thud", "trash-empty"),
    Row(.touch, "impact-medium", "item-deleted", "file-trash"),
    Row(.touch, "click", "camera-shutter", "screen-capture"),
    Row(.touch, "tick", "camera-focus", "count-down", "audio-volume-change"),
    Row(.touch, "success", "completion-success"), Row(.touch, "error", "completion-fail"),
    Row(.touch, "selection", "completion-partial", "completion-rotation"),
    Row(.notification, "phone-incoming-call", "theme-demo"),
    // Input
    Row(
      .touch, "impact-light", "button-pressed", "link-pressed", "menu-click", "dialog-ok", "drag-start", "window-close"),
    Row(.touch, "tick", "button-released", "button-toggle-off"), Row(.touch, "click", "button-toggle-on"),
    Row(.keyboard, "key-pressed", "key-pressed"), Row(.keyboard, "texture-tick", "key-released"),
    Row(
      .touch, "selection", "item-selected", "notebook-tab-changed", "window-switch", "desktop-switch-left",
      "desktop-switch-right", "menu-popup", "menu-replace", "dialog-cancel", "expander-toggle-on",
      "expander-toggle-off", "window-maximized", "window-unmaximized"),
    Row(
      .touch, "alignment", "window-move-end", "window-resize-end", "scroll-up-end", "scroll-down-end",
      "scroll-left-end", "scroll-right-end"),
    Row(.touch, "impact-medium", "drag-accept"), Row(.touch, "decrease", "drag-fail"),
    Row(.touch, "low-tick", "window-inactive-click"),
    Row(
      .touch, "", "link-released", "menu-popdown", "tooltip-popup", "tooltip-popdown", "scroll-up", "scroll-down",
      "scroll-left", "scroll-right", "window-new", "window-slide-in", "window-slide-out", "window-minimized",
      "window-unminimized", "window-move-start", "window-resize-start"),
    // Games
    Row(.media, "success", "game-over-winner"), Row(.media, "error", "game-over-loser"),
    Row(.media, "spin", "game-card-shuffle"), Row(.media, "impact-medium", "game-human-move"),
    Row(.media, "impact-light", "game-computer-move"),
  ]

  @Test(arguments: apps + swiftUI + android + freedesktop)
  func `each feedback of the theme has its pattern and category`(row: Row) throws {
    for name in row.names {
      let short = try #require(ShortName(name))
      let themed = try #require(Theme.standard[short], "\(name)")
      #expect(themed.patternName.description == row.pattern, "\(name)")
      #expect(themed.feedback.category == row.category, "\(name)")
      #expect(themed.isSilent == row.pattern.isEmpty && themed.feedback.pattern.isSilent == row.pattern.isEmpty)
      #expect(themed.theme == "default")
    }
  }

  @Test(arguments: [
    ("message-new-video", "message-new"), ("phone-incoming-video-call", "phone-incoming"), ("impact.gentle", "impact"),
    ("selection.maximum", "selection"), ("dialog-password", "dialog"), ("button-held", "button"),
    ("complete-media-copy", "complete"), ("scroll-up-fast", "scroll-up"), ("ringtone-3", "ringtone"),
    ("alarm-clock-snoozed", "alarm-clock"), ("timeout-expired", "timeout"), ("key-held", "key"),
  ])
  func `a newer name is resolved to the nearest known feedback`(newer: ShortName, known: ShortName) {
    #expect(Theme.standard.vocabulary.resolve(newer)?.name == known)
  }

  @Test(arguments: ["doorbell", "knock", "x-game-explosion", ""])
  func `an unknown name without a known beginning is not resolved`(name: ShortName) {
    #expect(Theme.standard.vocabulary.resolve(name) == nil)
  }

  @Test func `the core feedbacks come first in the theme, so that they are preloaded first`() {
    #expect(
      Theme.standard.feedbacks.prefix(9).map(\.feedback.name.description) == [
        "impact.light", "impact.medium", "impact.heavy", "impact.soft", "impact.rigid", "selection", "success",
        "warning", "error",
      ])
  }

  @Test(arguments: [
    ("succes", "success"), ("sucess", "success"), ("eror", "error"), ("SELECTION", "selection"),
    ("impact.lihgt", "impact.light"), ("impact-heavy", "impact.heavy"), ("heavy", "impact.heavy"),
    ("mediun", "impact.medium"), ("selections", "selection"), ("waring", "warning"), ("mesage-new", "message-new"),
  ])
  func `the nearest name is found for a misspelt one`(written: String, meant: String) {
    #expect(Theme.standard.vocabulary.nearest(to: written)?.description == meant)
  }

  @Test(arguments: ["", "doorbell", "xylophone", String(repeating: "success", count: 20)])
  func `a name that resembles no known name has no suggestion`(written: String) {
    #expect(Theme.standard.vocabulary.nearest(to: written) == nil)
  }
}
