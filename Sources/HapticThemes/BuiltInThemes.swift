internal import HapticPatterns

/// The files of the themes that are part of the program.
enum BuiltInThemes {
  static let names: [ShortName] = ["default", "hig"]

  /// The table of a theme; nil where the program has none of that name.
  static func table(of theme: ShortName) -> [UInt8]? {
    switch theme {
    case "default": PackageResources.theme_json
    case "hig": PackageResources.hig_theme_json
    default: nil
    }
  }

  /// A pattern file, whichever theme it is of: their names are different.
  static func pattern(_ file: String) -> [UInt8]? { patterns[file] }

  // A table and no switch: each comparison of a switch over texts would cost as much as the whole look-up.
  private static let patterns: [String: [UInt8]] = [
    "alarm-clock-elapsed.ahap": PackageResources.alarm_clock_elapsed_ahap,
    "alignment.ahap": PackageResources.alignment_ahap,
    "button-press.ahap": PackageResources.button_press_ahap,
    "click.ahap": PackageResources.click_ahap,
    "decrease.ahap": PackageResources.decrease_ahap,
    "double-click.ahap": PackageResources.double_click_ahap,
    "error.ahap": PackageResources.error_ahap,
    "heavy-click.ahap": PackageResources.heavy_click_ahap,
    "impact-heavy.ahap": PackageResources.impact_heavy_ahap,
    "impact-light.ahap": PackageResources.impact_light_ahap,
    "impact-medium.ahap": PackageResources.impact_medium_ahap,
    "impact-rigid.ahap": PackageResources.impact_rigid_ahap,
    "impact-soft.ahap": PackageResources.impact_soft_ahap,
    "increase.ahap": PackageResources.increase_ahap,
    "key-pressed.ahap": PackageResources.key_pressed_ahap,
    "level-change.ahap": PackageResources.level_change_ahap,
    "low-tick.ahap": PackageResources.low_tick_ahap,
    "message-missed.ahap": PackageResources.message_missed_ahap,
    "message-new-cellbroadcast.ahap": PackageResources.message_new_cellbroadcast_ahap,
    "message-new-email.ahap": PackageResources.message_new_email_ahap,
    "message-new.ahap": PackageResources.message_new_ahap,
    "path-complete.ahap": PackageResources.path_complete_ahap,
    "phone-incoming-call.ahap": PackageResources.phone_incoming_call_ahap,
    "pop.ahap": PackageResources.pop_ahap,
    "quick-fall.ahap": PackageResources.quick_fall_ahap,
    "quick-rise.ahap": PackageResources.quick_rise_ahap,
    "refresh-complete-new.ahap": PackageResources.refresh_complete_new_ahap,
    "refresh-complete-none.ahap": PackageResources.refresh_complete_none_ahap,
    "selection.ahap": PackageResources.selection_ahap,
    "slow-rise.ahap": PackageResources.slow_rise_ahap,
    "spin.ahap": PackageResources.spin_ahap,
    "start.ahap": PackageResources.start_ahap,
    "stop.ahap": PackageResources.stop_ahap,
    "success.ahap": PackageResources.success_ahap,
    "texture-tick.ahap": PackageResources.texture_tick_ahap,
    "thud.ahap": PackageResources.thud_ahap,
    "tick.ahap": PackageResources.tick_ahap,
    "timeout-completed.ahap": PackageResources.timeout_completed_ahap,
    "warning.ahap": PackageResources.warning_ahap,
    "hig-error.ahap": PackageResources.hig_error_ahap,
    "hig-impact-heavy.ahap": PackageResources.hig_impact_heavy_ahap,
    "hig-impact-light.ahap": PackageResources.hig_impact_light_ahap,
    "hig-impact-medium.ahap": PackageResources.hig_impact_medium_ahap,
    "hig-impact-rigid.ahap": PackageResources.hig_impact_rigid_ahap,
    "hig-impact-soft.ahap": PackageResources.hig_impact_soft_ahap,
    "hig-selection.ahap": PackageResources.hig_selection_ahap,
    "hig-success.ahap": PackageResources.hig_success_ahap,
    "hig-warning.ahap": PackageResources.hig_warning_ahap,
  ]
}
