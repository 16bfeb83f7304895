// Lights: LEDs of the phone, through sysfs.

#ifndef LIGHTS_H
#define LIGHTS_H

#include <stdint.h>

struct light {
  uint32_t number;
  unsigned char red, green, blue, percent;
  uint32_t millihertz;
};

// The folder of the LEDs, /sys/class/leds.
void lights_use(const char *folder);

// Shows a light instead of the former one, and reports the result.
void lights_show(const struct light *light);

// Ends a light. The light that was shown before, if there is one, is shown again.
void lights_end(uint32_t number);

void lights_end_all(void);

// The time in milliseconds until lights_blink is due; -1 for none.
int lights_wait(void);

// Switches a LED on or off that no trigger of the kernel blinks.
void lights_blink(void);

#endif
