// Each LED is a folder with files. A trigger of the kernel blinks it, so that this program sleeps meanwhile:
//
//   pattern   "0 500 255 500", repeated; the udev rule selects this trigger and makes its files writable
//   timer     delay_on, delay_off
//   (none)    this program writes the brightness
//
// A brightness of 0 removes the trigger of a LED, and with it the files that the udev rule made writable. A LED with a
// pattern is therefore switched off by a pattern that ends dark.

#include "lights.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "packets.h"

enum { MOST_LIGHTS = 16, MOST_LEDS = 16, MOST_TEXT = 4096 };

enum color { RED, GREEN, BLUE, WHITE, ANY, MIXED };

struct led {
  char name[NAME_MAX + 1];
  enum color color;
  unsigned order[3];  // The positions of red, green and blue in multi_intensity.
  unsigned brightness;
  bool is_on;
  unsigned level;  // The brightness if this program blinks it; otherwise 0.
};

static const char *folder = "/sys/class/leds";
static struct led leds[MOST_LEDS];
static unsigned led_count;
static struct light lights[MOST_LIGHTS];
static unsigned light_count;

static unsigned half_period;  // In milliseconds, while this program blinks; otherwise 0.
static bool is_bright;
static struct timespec due;

void lights_use(const char *path) { folder = path; }

// --- Files.

static int open_file(const struct led *led, const char *file, int flags) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/%s/%s", folder, led->name, file) >= (int)sizeof path) return -1;
  return open(path, flags | O_CLOEXEC | O_NONBLOCK);
}

static bool read_file(const struct led *led, const char *file, char text[static MOST_TEXT]) {
  int descriptor = open_file(led, file, O_RDONLY);
  if (descriptor < 0) return false;
  ssize_t count = read(descriptor, text, MOST_TEXT - 1);
  close(descriptor);
  if (count < 0) return false;
  text[count] = 0;
  return true;
}

static bool write_file(const struct led *led, const char *file, const char *text) {
  int descriptor = open_file(led, file, O_WRONLY | O_TRUNC);
  if (descriptor < 0) return false;
  size_t length = strlen(text);
  bool is_written = write(descriptor, text, length) == (ssize_t)length;
  close(descriptor);
  return is_written;
}

static bool write_number(const struct led *led, const char *file, unsigned number) {
  char text[16];
  snprintf(text, sizeof text, "%u", number);
  return write_file(led, file, text);
}

// --- LEDs.

static bool ends_with(const char *name, const char *end) {
  size_t length = strlen(name), count = strlen(end);
  return length > count && strcmp(name + length - count, end) == 0;
}

// The functions of LEDs in include/dt-bindings/leds/common.h that are notification lights, and the LED of older kernels
// for the Librem 5.
static bool is_notification(const char *name) {
  // The lights of a gamepad belong to its player.
  if (strncmp(name, "input", 5) == 0) return false;
  return ends_with(name, ":status") || ends_with(name, ":indicator") || ends_with(name, ":front");
}

static bool read_order(struct led *led) {
  char text[MOST_TEXT];
  if (!read_file(led, "multi_index", text)) return false;
  unsigned position = 0, known = 0;
  char *rest = NULL;
  for (char *word = strtok_r(text, " \n", &rest); word && position < 3; word = strtok_r(NULL, " \n", &rest), position++) {
    static const char *const names[] = {"red", "green", "blue"};
    for (unsigned color = 0; color < 3; color++) {
      if (strcmp(word, names[color]) == 0) led->order[color] = position, known |= 1u << color;
    }
  }
  return known == 7;
}

static enum color color_of(const char *name) {
  if (strstr(name, "red")) return RED;
  if (strstr(name, "green")) return GREEN;
  if (strstr(name, "blue")) return BLUE;
  if (strstr(name, "white")) return WHITE;
  return ANY;
}

static int by_name(const void *left, const void *right) {
  return strcmp(((const struct led *)left)->name, ((const struct led *)right)->name);
}

static void find_leds(void) {
  led_count = 0;
  DIR *entries = opendir(folder);
  if (!entries) return;
  for (struct dirent *entry; led_count < MOST_LEDS && (entry = readdir(entries));) {
    if (!is_notification(entry->d_name)) continue;
    struct led *led = &leds[led_count];
    *led = (struct led){.color = color_of(entry->d_name)};
    snprintf(led->name, sizeof led->name, "%s", entry->d_name);
    char text[MOST_TEXT];
    if (!read_file(led, "max_brightness", text)) continue;
    led->brightness = strtoul(text, NULL, 10);
    if (led->brightness == 0 || led->brightness > INT_MAX) continue;
    if (read_order(led)) led->color = MIXED;
    led_count++;
  }
  closedir(entries);
  qsort(leds, led_count, sizeof *leds, by_name);
}

static struct led *led_with(enum color color) {
  for (unsigned index = 0; index < led_count; index++) {
    if (leds[index].color == color) return &leds[index];
  }
  return NULL;
}

// --- One LED.

static bool offers_trigger(const struct led *led, const char *trigger) {
  char text[MOST_TEXT];
  return read_file(led, "trigger", text) && strstr(text, trigger) && write_file(led, "trigger", trigger);
}

static bool blink_by_pattern(const struct led *led, unsigned level, unsigned half) {
  char text[64];
  snprintf(text, sizeof text, "0 %u %u %u", half, level, half);
  if (!write_file(led, "pattern", text) && !(offers_trigger(led, "pattern") && write_file(led, "pattern", text))) {
    return false;
  }
  // Absent for the patterns of some hardware, which repeat anyway.
  write_file(led, "repeat", "-1");
  return true;
}

static bool blink_by_timer(const struct led *led, unsigned level, unsigned half) {
  if (!write_number(led, "brightness", level) || !offers_trigger(led, "timer")) return false;
  return write_number(led, "delay_on", half) && write_number(led, "delay_off", half);
}

static bool start_led(struct led *led, unsigned level, unsigned half) {
  led->is_on = true;
  if (half > 0 && blink_by_pattern(led, level, half)) return true;
  if (half > 0 && blink_by_timer(led, level, half)) return true;
  if (!write_number(led, "brightness", level)) return false;
  led->level = level;
  if (half > 0) half_period = half;
  return true;
}

static void stop_led(struct led *led) {
  write_file(led, "repeat", "1");
  if (!write_file(led, "pattern", "0 1000 0 1000")) write_file(led, "brightness", "0");
  led->is_on = false;
  led->level = 0;
}

static void stop_leds(void) {
  for (unsigned index = 0; index < led_count; index++) {
    if (leds[index].is_on) stop_led(&leds[index]);
  }
  half_period = 0;
}

// --- Colors.

static unsigned share(unsigned whole, unsigned part, unsigned of) {
  unsigned level = (unsigned)((uint64_t)whole * part / of);
  return part > 0 && level == 0 ? 1 : level;
}

// Sets the color of a LED with several.
static bool mix(const struct led *led, const struct light *light) {
  const unsigned char parts[] = {light->red, light->green, light->blue};
  unsigned values[3];
  for (unsigned color = 0; color < 3; color++) values[led->order[color]] = share(led->brightness, parts[color], 255);
  char text[64];
  snprintf(text, sizeof text, "%u %u %u", values[0], values[1], values[2]);
  return write_file(led, "multi_intensity", text);
}

static bool start_parts(const struct light *light, unsigned half) {
  const unsigned char parts[] = {light->red, light->green, light->blue};
  bool is_shown = false;
  for (unsigned color = 0; color < 3; color++) {
    struct led *led = led_with((enum color)color);
    if (!led || parts[color] == 0) continue;
    unsigned level = share(share(led->brightness, light->percent, 100), parts[color], 255);
    if (start_led(led, level, half)) is_shown = true;
  }
  return is_shown;
}

static bool start(const struct light *light) {
  unsigned half = light->millihertz == 0 ? 0 : 500000 / light->millihertz;
  if (light->millihertz > 0 && half < 20) half = 20;
  struct led *led = led_with(MIXED);
  if (led) return mix(led, light) && start_led(led, share(led->brightness, light->percent, 100), half);
  bool is_white = light->red == light->green && light->green == light->blue;
  if ((led = is_white ? led_with(WHITE) : NULL)) {
    return start_led(led, share(led->brightness, light->percent, 100), half);
  }
  if (start_parts(light, half)) return true;
  // No LED has the color.
  return start_led(&leds[0], share(leds[0].brightness, light->percent, 100), half);
}

// --- Lights.

static void start_blinking(void) {
  if (half_period == 0) return;
  is_bright = true;
  clock_gettime(CLOCK_MONOTONIC, &due);
  due.tv_sec += half_period / 1000;
  due.tv_nsec += half_period % 1000 * 1000000;
}

static enum result show_latest(void) {
  stop_leds();
  if (light_count == 0) return ENDED;
  if (led_count == 0) return NO_LIGHT;
  errno = 0;
  bool is_shown = start(&lights[light_count - 1]);
  int error = errno;
  start_blinking();
  if (is_shown) return STARTED;
  stop_leds();
  return error == EACCES || error == EPERM || error == EROFS ? NOT_PERMITTED : FAILED;
}

void lights_show(const struct light *light) {
  if (light_count == MOST_LIGHTS) return report(light->number, BUSY);
  // While none is lit: LEDs may have come or gone.
  if (light_count == 0) find_leds();
  lights[light_count++] = *light;
  enum result result = show_latest();
  if (result != STARTED) {
    light_count--;
    show_latest();
  }
  report(light->number, result);
}

void lights_end(uint32_t number) {
  for (unsigned index = 0; index < light_count; index++) {
    if (lights[index].number != number) continue;
    bool was_shown = index == light_count - 1;
    memmove(&lights[index], &lights[index + 1], (light_count - index - 1) * sizeof *lights);
    light_count--;
    if (was_shown) show_latest();
    return;
  }
}

void lights_end_all(void) {
  light_count = 0;
  stop_leds();
}

// --- Blinking without a trigger.

int lights_wait(void) {
  if (half_period == 0) return -1;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  int64_t left = (int64_t)(due.tv_sec - now.tv_sec) * 1000 + (due.tv_nsec - now.tv_nsec) / 1000000 + 1;
  return left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

void lights_blink(void) {
  if (half_period == 0 || lights_wait() > 1) return;
  is_bright = !is_bright;
  for (unsigned index = 0; index < led_count; index++) {
    if (leds[index].level > 0) write_number(&leds[index], "brightness", is_bright ? leds[index].level : 0);
  }
  bool is_next = is_bright;
  start_blinking();
  is_bright = is_next;
}
