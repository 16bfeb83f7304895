// The structures of haptic.h as released programs have them: each member where it always was. A later header may add
// members at the end of a structure with `size`; no other line here ever changes.
#include <haptic.h>
#include <stddef.h>

#define AT(structure, member, offset) \
  _Static_assert(offsetof(struct structure, member) == (offset), #structure "." #member " has moved")

#if UINTPTR_MAX == UINT64_MAX

// --- 1.0

AT(haptic_play_options, size, 0);
AT(haptic_play_options, name, 8);
AT(haptic_play_options, intensity, 16);
AT(haptic_play_options, handle, 24);
AT(haptic_play_options, playback, 28);
AT(haptic_play_options, device, 32);
AT(haptic_play_options, category, 36);
AT(haptic_play_options, locality, 40);
AT(haptic_play_options, flags, 44);
AT(haptic_play_options, start, 48);
AT(haptic_play_options, cause, 56);
AT(haptic_play_options, deadline_us, 64);
AT(haptic_play_options, reserved, 68);
AT(haptic_play_options, offset_us, 72);
AT(haptic_play_options, loop_end_us, 80);
AT(haptic_play_options, limit_us, 88);
AT(haptic_play_options, repeats, 96);
AT(haptic_play_options, rate, 100);
_Static_assert(sizeof(struct haptic_play_options) >= 104, "haptic_play_options has become shorter");

AT(haptic_pattern_event, size, 0);
AT(haptic_pattern_event, type, 8);
AT(haptic_pattern_event, sustained, 12);
AT(haptic_pattern_event, time_us, 16);
AT(haptic_pattern_event, duration_us, 20);
AT(haptic_pattern_event, intensity, 24);
AT(haptic_pattern_event, sharpness, 32);
AT(haptic_pattern_event, attack, 40);
AT(haptic_pattern_event, decay, 48);
AT(haptic_pattern_event, release, 56);
_Static_assert(sizeof(struct haptic_pattern_event) >= 64, "haptic_pattern_event has become shorter");

// Programs have arrays of points, so this one keeps its size.
AT(haptic_point, time_us, 0);
AT(haptic_point, value, 4);
_Static_assert(sizeof(struct haptic_point) == 8, "haptic_point has another size");

AT(haptic_device, size, 0);
AT(haptic_device, device, 8);
AT(haptic_device, state, 12);
AT(haptic_device, kind, 16);
AT(haptic_device, motors, 20);
AT(haptic_device, has_levels, 24);
AT(haptic_device, plays_waves, 28);
AT(haptic_device, name, 32);
AT(haptic_device, path, 40);
AT(haptic_device, reason, 48);
_Static_assert(sizeof(struct haptic_device) >= 56, "haptic_device has become shorter");

AT(haptic_event, size, 0);
AT(haptic_event, kind, 8);
AT(haptic_event, error, 12);
AT(haptic_event, verdict, 16);
AT(haptic_event, request, 20);
AT(haptic_event, handle, 24);
AT(haptic_event, reason, 28);
AT(haptic_event, playback, 32);
AT(haptic_event, device, 36);
AT(haptic_event, count, 40);
AT(haptic_event, received, 48);
AT(haptic_event, admitted, 56);
AT(haptic_event, written, 64);
AT(haptic_event, ended, 72);
AT(haptic_event, daemon_version, 80);
AT(haptic_event, devices, 88);
AT(haptic_event, device_count, 96);
_Static_assert(sizeof(struct haptic_event) >= 104, "haptic_event has become shorter");

#endif

// A constant is an int in each structure and argument.
_Static_assert(sizeof(int) == 4, "constants have 32 bits");
