// Sounds, through libcanberra on a thread of its own: it waits for the sound server.

#ifndef SOUNDS_H
#define SOUNDS_H

#include <stdint.h>

// The name or path of libcanberra.
void sounds_use(const char *library);

// Plays a sound of the sound theme, or a file unless it is empty. The result is reported later.
void sounds_play(uint32_t number, const char *effect, const char *file, const char *role);

void sounds_end(uint32_t number);

#endif
