// Lights: LEDs of the phone, through sysfs.

#ifndef LIGHTS_H
#define LIGHTS_H

#include <stdbool.h>
#include <stdint.h>

struct light {
  uint32_t number;
  unsigned char rank;  // The light of the highest rank is shown, the latest of several.
  unsigned char red, green, blue, percent;
  uint32_t millihertz;
};

// The folder of the LEDs, /sys/class/leds.
void lights_use(const char *folder);

// The path of the record of lit LEDs. Returns false if it is no path.
bool lights_record(const char *path);

// Darkens the LEDs that a former program has left lit.
void lights_darken_left(void);

// Shows a light instead of the former one, unless that has a higher rank, and reports the result.
void lights_show(const struct light *light);

// Ends a light and reports this. The light that was shown before, if there is one, is shown again.
void lights_end(uint32_t number);

void lights_end_all(void);

// The time in milliseconds until lights_work is due; -1 for none.
int lights_wait(void);

// Switches a LED on or off that no trigger of the kernel blinks, and tries again to darken LEDs that could not be
// darkened.
void lights_work(void);

#endif
