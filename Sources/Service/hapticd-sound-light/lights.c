// Each LED is a folder with files. A trigger of the kernel blinks it, so that this program sleeps meanwhile:
//
//   pattern   "0 500 255 500", repeated; the udev rule selects this trigger and makes its files writable
//   timer     delay_on, delay_off
//   (none)    this program writes the brightness
//
// A brightness of 0 removes the trigger of a LED, and with it the files that the udev rule made writable. A LED with a
// pattern is therefore switched off by a pattern that ends dark.
//
// The kernel keeps a LED lit after the end of this program. The names of lit LEDs are therefore in a file, the record,
// from before a LED is lit until it is dark. A program that ends by SIGKILL leaves the record behind, and the next one
// darkens these LEDs first.

#include "lights.h"

#include <ctype.h>
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

enum { MOST_LIGHTS = 16, MOST_LEDS = 16, MOST_CHANNELS = 16, MOST_TEXT = 4096, RETRY_TIME = 1000 };

enum color { RED, GREEN, BLUE, WHITE, ANY, MIXED };

struct led {
  char name[NAME_MAX + 1];
  enum color color;
  enum color channels[MOST_CHANNELS];  // The colors in multi_intensity, in order.
  unsigned channel_count;
  unsigned brightness;
  bool is_on;
  bool is_stuck;   // It is to be dark, but could not be darkened.
  int descriptor;  // Of the brightness while it is on, which then needs no permission any more; otherwise -1.
  unsigned level;  // The brightness if this program blinks it; otherwise 0.
};

static const char *folder = "/sys/class/leds";
static char record[PATH_MAX];
static struct led leds[MOST_LEDS];
static unsigned led_count;
static struct light lights[MOST_LIGHTS];
static unsigned light_count;

static unsigned half_period;  // In milliseconds, while this program blinks; otherwise 0.
static bool is_bright;
static struct timespec due;

void lights_use(const char *path) { folder = path; }

bool lights_record(const char *path) {
  int length = snprintf(record, sizeof record, "%s", path);
  return length > 0 && length < (int)sizeof record;
}

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

static bool open_brightness(struct led *led) {
  if (led->descriptor < 0) led->descriptor = open_file(led, "brightness", O_WRONLY);
  return led->descriptor >= 0;
}

static bool write_brightness(const struct led *led, unsigned level) {
  char text[16];
  int length = snprintf(text, sizeof text, "%u", level);
  // A file of sysfs has no length.
  if (ftruncate(led->descriptor, 0) < 0) errno = 0;
  return pwrite(led->descriptor, text, length, 0) == length;
}

// --- LEDs.

static bool ends_with(const char *name, const char *end) {
  size_t length = strlen(name), count = strlen(end);
  return length > count && strcmp(name + length - count, end) == 0;
}

// The second and further LEDs of one function, such as red:status-2.
static bool is_numbered_status(const char *name) {
  const char *function = strstr(name, ":status-");
  return function && isdigit((unsigned char)function[strlen(":status-")]);
}

// The functions of LEDs in include/dt-bindings/leds/common.h that are notification lights, and the LED of older kernels
// for the Librem 5.
static bool is_notification(const char *name) {
  // The lights of a gamepad belong to its player.
  if (strncmp(name, "input", 5) == 0) return false;
  return ends_with(name, ":status") || is_numbered_status(name) || ends_with(name, ":indicator") || ends_with(name, ":front");
}

static enum color color_of(const char *name) {
  if (strstr(name, "red")) return RED;
  if (strstr(name, "green")) return GREEN;
  if (strstr(name, "blue")) return BLUE;
  if (strstr(name, "white")) return WHITE;
  return ANY;
}

// Reads the colors of a LED with several. The kernel expects a value for each of them, also for those that are not used.
//
// Returns whether red, green and blue are among them.
static bool read_channels(struct led *led) {
  char text[MOST_TEXT];
  if (!read_file(led, "multi_index", text)) return false;
  unsigned known = 0;
  char *rest = NULL;
  for (char *word = strtok_r(text, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
    if (led->channel_count == MOST_CHANNELS) return false;
    enum color color = color_of(word);
    led->channels[led->channel_count++] = color;
    if (color <= BLUE) known |= 1u << color;
  }
  return known == 7;
}

// Reads a LED, whose brightness is 0 if it cannot be used.
static struct led read_led(const char *name) {
  struct led led = {.color = color_of(name), .descriptor = -1};
  memccpy(led.name, name, 0, NAME_MAX);
  char text[MOST_TEXT];
  if (!read_file(&led, "max_brightness", text)) return led;
  unsigned long brightness = strtoul(text, NULL, 10);
  led.brightness = brightness > INT_MAX ? 0 : brightness;
  if (read_channels(&led)) led.color = MIXED;
  return led;
}

static int by_name(const void *left, const void *right) {
  return strcmp(((const struct led *)left)->name, ((const struct led *)right)->name);
}

static bool is_any_on(void) {
  for (unsigned index = 0; index < led_count; index++) {
    if (leds[index].is_on) return true;
  }
  return false;
}

static void find_leds(void) {
  // A LED that could not be darkened is not forgotten.
  if (is_any_on()) return;
  led_count = 0;
  DIR *entries = opendir(folder);
  if (!entries) return;
  for (struct dirent *entry; led_count < MOST_LEDS && (entry = readdir(entries));) {
    if (!is_notification(entry->d_name)) continue;
    leds[led_count] = read_led(entry->d_name);
    if (leds[led_count].brightness > 0) led_count++;
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

// --- The record.

// Replaces the record in one step, so that the end of this program at any time leaves a whole one.
static bool keep_record(void) {
  if (!record[0]) return false;
  if (!is_any_on()) return unlink(record) == 0 || errno == ENOENT;
  char path[PATH_MAX + 4];
  snprintf(path, sizeof path, "%s.new", record);
  FILE *file = fopen(path, "we");
  if (!file) return false;
  for (unsigned index = 0; index < led_count; index++) {
    if (leds[index].is_on) fprintf(file, "%s\n", leds[index].name);
  }
  bool is_written = !ferror(file);
  is_written = fclose(file) == 0 && is_written;
  return is_written && rename(path, record) == 0;
}

static void read_record(void) {
  FILE *file = fopen(record, "re");
  if (!file) return;
  for (char name[NAME_MAX + 2]; led_count < MOST_LEDS && fgets(name, sizeof name, file);) {
    size_t length = strcspn(name, "\n");
    name[length] = 0;
    if (length > NAME_MAX || strchr(name, '/') || !is_notification(name)) continue;
    leds[led_count] = read_led(name);
    leds[led_count++].is_on = true;
  }
  fclose(file);
}

// --- One LED.

static bool offers_trigger(const struct led *led, const char *trigger) {
  char text[MOST_TEXT];
  return read_file(led, "trigger", text) && strstr(text, trigger) && write_file(led, "trigger", trigger);
}

static bool write_pattern(const struct led *led, const char *text) {
  if (!write_file(led, "pattern", text)) return false;
  // Absent for the patterns of some hardware, which repeat anyway.
  write_file(led, "repeat", "-1");
  return true;
}

static bool blink_by_pattern(const struct led *led, unsigned level, unsigned half) {
  char text[64];
  snprintf(text, sizeof text, "0 %u %u %u", half, level, half);
  return write_pattern(led, text) || (offers_trigger(led, "pattern") && write_pattern(led, text));
}

static bool blink_by_timer(const struct led *led, unsigned level, unsigned half) {
  if (!write_brightness(led, level) || !offers_trigger(led, "timer")) return false;
  return write_number(led, "delay_on", half) && write_number(led, "delay_off", half);
}

static bool shine(const struct led *led, unsigned level) {
  char text[64];
  snprintf(text, sizeof text, "%u 3600000 %u 3600000", level, level);
  // The pattern that ends a light takes two seconds, in which it would set the brightness back to 0.
  return write_pattern(led, text) || write_brightness(led, level);
}

static bool start_led(struct led *led, unsigned level, unsigned half) {
  if (level == 0 || !open_brightness(led)) return false;
  led->is_on = true;
  led->is_stuck = false;
  if (!keep_record()) return false;
  if (half == 0) return shine(led, level);
  if (blink_by_pattern(led, level, half) || blink_by_timer(led, level, half)) return true;
  if (!write_brightness(led, level)) return false;
  led->level = level;
  half_period = half;
  return true;
}

// Returns whether a LED is dark. A LED that does not exist is.
static bool darken(struct led *led) {
  write_file(led, "repeat", "1");
  if (write_file(led, "pattern", "0 1000 0 1000")) return true;
  return (open_brightness(led) && write_brightness(led, 0)) || errno == ENOENT || errno == ENODEV;
}

static void stop_led(struct led *led) {
  led->level = 0;
  led->is_stuck = !darken(led);
  if (led->is_stuck) return;
  led->is_on = false;
  if (led->descriptor >= 0) close(led->descriptor);
  led->descriptor = -1;
}

static void stop_leds(void) {
  half_period = 0;
  if (!is_any_on()) return;
  for (unsigned index = 0; index < led_count; index++) {
    if (leds[index].is_on) stop_led(&leds[index]);
  }
  keep_record();
}

// --- Colors.

static unsigned share(unsigned whole, unsigned part, unsigned of) {
  unsigned level = (unsigned)((uint64_t)whole * part / of);
  return part > 0 && level == 0 ? 1 : level;
}

// Sets the color of a LED with several.
static bool mix(const struct led *led, const struct light *light) {
  const unsigned char parts[] = {light->red, light->green, light->blue};
  char text[16 * MOST_CHANNELS];
  int length = 0;
  for (unsigned channel = 0; channel < led->channel_count; channel++) {
    enum color color = led->channels[channel];
    unsigned value = color <= BLUE ? share(led->brightness, parts[color], 255) : 0;
    length += snprintf(text + length, sizeof text - length, channel == 0 ? "%u" : " %u", value);
  }
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

// Sets the time of the next change of brightness.
static void await_change(void) {
  if (half_period == 0) return;
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
  is_bright = true;
  await_change();
  if (is_shown) return STARTED;
  stop_leds();
  return error == EACCES || error == EPERM || error == EROFS ? NOT_PERMITTED : FAILED;
}

static void remove_light(unsigned place) {
  memmove(&lights[place], &lights[place + 1], (light_count - place - 1) * sizeof *lights);
  light_count--;
}

// Inserts a light before those of a higher rank, and returns its place.
static unsigned insert_light(const struct light *light) {
  unsigned place = light_count;
  while (place > 0 && lights[place - 1].rank > light->rank) place--;
  memmove(&lights[place + 1], &lights[place], (light_count - place) * sizeof *lights);
  lights[place] = *light;
  light_count++;
  return place;
}

void lights_show(const struct light *light) {
  if (light_count == MOST_LIGHTS) return report(light->number, BUSY);
  // While none is lit: LEDs may have come or gone.
  if (light_count == 0) find_leds();
  unsigned place = insert_light(light);
  enum result result = place == light_count - 1 ? show_latest() : STARTED;
  if (result != STARTED) {
    remove_light(place);
    show_latest();
  }
  report(light->number, result);
}

void lights_end(uint32_t number) {
  for (unsigned index = 0; index < light_count; index++) {
    if (lights[index].number != number) continue;
    bool was_shown = index == light_count - 1;
    remove_light(index);
    if (was_shown) show_latest();
    return report(number, ENDED);
  }
}

void lights_end_all(void) {
  light_count = 0;
  stop_leds();
}

void lights_darken_left(void) {
  read_record();
  stop_leds();
  keep_record();
}

// --- Blinking without a trigger, and LEDs that could not be darkened.

static bool is_any_stuck(void) {
  for (unsigned index = 0; index < led_count; index++) {
    if (leds[index].is_stuck) return true;
  }
  return false;
}

int lights_wait(void) {
  if (half_period == 0) return is_any_stuck() ? RETRY_TIME : -1;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  int64_t left = (int64_t)(due.tv_sec - now.tv_sec) * 1000 + (due.tv_nsec - now.tv_nsec) / 1000000 + 1;
  return left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

static void retry(void) {
  if (!is_any_stuck()) return;
  for (unsigned index = 0; index < led_count; index++) {
    if (leds[index].is_stuck) stop_led(&leds[index]);
  }
  keep_record();
}

void lights_work(void) {
  retry();
  if (half_period == 0 || lights_wait() > 1) return;
  is_bright = !is_bright;
  for (unsigned index = 0; index < led_count; index++) {
    if (leds[index].level > 0) write_brightness(&leds[index], is_bright ? leds[index].level : 0);
  }
  await_change();
}
