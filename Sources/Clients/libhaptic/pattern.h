// Patterns as the packets that define them.
#ifndef HAPTIC_PATTERN_H
#define HAPTIC_PATTERN_H

#include "bindings.h"

/// Returns the packets of the definition, to be freed by the caller; without bytes if there is no memory.
struct packets pattern_packets(
    const struct haptic_pattern *pattern, uint32_t handle, uint32_t device, uint8_t category);

#endif
