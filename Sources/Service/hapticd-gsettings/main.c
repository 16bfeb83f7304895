// Reads feedbackd's GSettings for hapticd, or sets the profile in them, and ends. GSettings needs GLib, its threads and a
// connection of its own to the bus: none of these has a place in the process that stops motors.
//
// The settings that differ from hapticd's defaults become a settings file of hapticd, so that hapticd and hapticctl read
// them as they read others. Without feedbackd's schema there is no file.
//
// usage: hapticd-gsettings read FOLDER       writes FOLDER/hapticd.toml, or removes it without a schema
//        hapticd-gsettings profile NAME      sets the profile
//        hapticd-gsettings forget FOLDER     removes FOLDER/hapticd.toml
//
// The exit status is 0 if it was done, 1 if it failed, and 3 without GSettings or without feedbackd's schema. Standard
// input, which is hapticd's socket, gets the same number as a byte.

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gio.h"

enum { DONE = 0, FAILED = 1, ABSENT = 3 };

#define SCHEMA "org.sigxcpu.feedbackd"
#define APPLICATION_SCHEMA SCHEMA ".application"
#define APPLICATION_PATH "/org/sigxcpu/feedbackd/application/"

// A hanging service must not leave processes behind. A loaded machine needs more than three seconds at times.
enum { MOST_SECONDS = 20 };

// The stacks of threads count towards the unit's limit for data, of which GLib's would take two thirds by their usual size.
enum { STACK_BYTES = 512 << 10 };

// The names and the values that hapticd.toml(5) takes.
enum { MOST_NAME_BYTES = 48, MOST_APPLICATIONS = 1024 };

static bool is_profile(const char *text) {
  return !strcmp(text, "full") || !strcmp(text, "quiet") || !strcmp(text, "silent");
}

// Whether a text can be written between quotation marks, and names a file or an application of hapticd.
static bool is_plain(const char *text) {
  size_t length = strlen(text);
  if (length == 0 || length > MOST_NAME_BYTES || text[0] == '.') return false;
  return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-,@+") == length;
}

// The form of an id in the paths of feedbackd's settings.
static void munge(char *id) {
  for (; *id; id++) {
    if (*id >= 'A' && *id <= 'Z') *id += 'a' - 'A';
    if (!(*id >= 'a' && *id <= 'z') && !(*id >= '0' && *id <= '9')) *id = '-';
  }
}

static void write_string(FILE *file, GSettings *settings, GSettingsSchema *schema, const char *key, const char *name,
                         const char *usual, bool (*is_valid)(const char *)) {
  if (!gio.settings_schema_has_key(schema, key)) return;
  char *value = gio.settings_get_string(settings, key);
  if (strcmp(value, usual) && is_valid(value)) fprintf(file, "%s = \"%s\"\n", name, value);
  gio.free(value);
}

// feedbackd cuts at this share of the full amplitude; hapticd scales, by the exponent of hapticd-patterns(7).
static void write_strength(FILE *file, GSettings *settings, GSettingsSchema *schema) {
  static const char *key = "max-haptic-strength";
  if (!gio.settings_schema_has_key(schema, key)) return;
  double amplitude = gio.settings_get_double(settings, key);
  if (amplitude >= 0 && amplitude < 1) fprintf(file, "strength = \"%.0f%%\"\n", pow(amplitude, 0.65) * 100);
}

// The applications whose events may be important: ids as they are in hapticd.
static void write_important(FILE *file, GSettings *settings, GSettingsSchema *schema) {
  static const char *key = "allow-important";
  if (!gio.settings_schema_has_key(schema, key)) return;
  char **ids = gio.settings_get_strv(settings, key);
  for (int index = 0; ids[index] && index < MOST_APPLICATIONS; index++) {
    bool is_repeated = false;
    for (int other = 0; other < index; other++) is_repeated = is_repeated || !strcmp(ids[index], ids[other]);
    if (is_plain(ids[index]) && !is_repeated) fprintf(file, "app.\"%s\".important = true\n", ids[index]);
  }
  gio.strfreev(ids);
}

static void write_application(FILE *file, GSettingsSchema *schema, const char *desktop_id) {
  static const char suffix[] = ".desktop";
  char id[MOST_NAME_BYTES + 1], munged[MOST_NAME_BYTES + 1], path[sizeof APPLICATION_PATH + MOST_NAME_BYTES + 1];
  size_t length = strlen(desktop_id);
  if (length <= strlen(suffix) || strcmp(desktop_id + length - strlen(suffix), suffix)) return;
  length -= strlen(suffix);
  if (length > MOST_NAME_BYTES) return;
  memcpy(id, desktop_id, length);
  id[length] = 0;
  if (!is_plain(id)) return;
  strcpy(munged, id);
  munge(munged);
  snprintf(path, sizeof path, APPLICATION_PATH "%s/", munged);
  GSettings *settings = gio.settings_new_full(schema, NULL, path);
  char *profile = gio.settings_get_string(settings, "profile");
  if (is_profile(profile) && strcmp(profile, "full")) fprintf(file, "app.\"%s\".profile = \"%s\"\n", id, profile);
  gio.free(profile);
  gio.object_unref(settings);
}

// The settings have munged ids, and cannot be listed: the ids are those of the installed applications.
static void write_applications(FILE *file, GSettingsSchemaSource *source) {
  GSettingsSchema *schema = gio.settings_schema_source_lookup(source, APPLICATION_SCHEMA, 1);
  if (!schema || !gio.settings_schema_has_key(schema, "profile")) return;
  int count = 0;
  for (struct GList *one = gio.app_info_get_all(); one && count < MOST_APPLICATIONS; one = one->next, count++) {
    const char *id = gio.app_info_get_id(one->data);
    if (id) write_application(file, schema, id);
  }
}

static GSettingsSchemaSource *schema_source(void) { return gio_load() ? gio.settings_schema_source_get_default() : NULL; }

static GSettingsSchema *feedbackd_schema(GSettingsSchemaSource *source) {
  GSettingsSchema *schema = source ? gio.settings_schema_source_lookup(source, SCHEMA, 1) : NULL;
  return schema && gio.settings_schema_has_key(schema, "profile") ? schema : NULL;
}

static void write_settings(FILE *file, GSettingsSchemaSource *source, GSettingsSchema *schema) {
  GSettings *settings = gio.settings_new_full(schema, NULL, NULL);
  fputs("# Written by hapticd from the GSettings " SCHEMA ", see hapticd(8). Changes here are lost.\n", file);
  write_string(file, settings, schema, "profile", "profile", "full", is_profile);
  write_string(file, settings, schema, "theme", "feedback-theme", "default", is_plain);
  write_strength(file, settings, schema);
  write_important(file, settings, schema);
  write_applications(file, source);
}

// Replaces the file at once, so that no reader sees a part of it.
static int read_settings(const char *folder) {
  char path[4096], draft[4096 + 8];
  int length = snprintf(path, sizeof path, "%s/hapticd.toml", folder);
  if (length < 0 || (size_t)length + 8 > sizeof path) return FAILED;
  snprintf(draft, sizeof draft, "%s.new", path);
  GSettingsSchemaSource *source = schema_source();
  GSettingsSchema *schema = feedbackd_schema(source);
  if (!schema) return unlink(path) == 0 || errno == ENOENT ? ABSENT : FAILED;
  if (mkdir(folder, 0700) != 0 && errno != EEXIST) return FAILED;
  umask(0077);
  unlink(draft);
  FILE *file = fopen(draft, "wxe");
  if (!file) return FAILED;
  write_settings(file, source, schema);
  bool is_written = !ferror(file);
  is_written = fclose(file) == 0 && is_written;
  if (is_written && rename(draft, path) == 0) return DONE;
  unlink(draft);
  return FAILED;
}

static int set_profile(const char *profile) {
  GSettingsSchema *schema = feedbackd_schema(schema_source());
  if (!schema) return ABSENT;
  if (!is_profile(profile)) return FAILED;
  GSettings *settings = gio.settings_new_full(schema, NULL, NULL);
  if (!gio.settings_set_string(settings, "profile", profile)) return FAILED;
  gio.settings_sync();
  // A service that refuses the change has no way to say so: the value shows it.
  char *value = gio.settings_get_string(settings, "profile");
  return strcmp(value, profile) ? FAILED : DONE;
}

static int forget(const char *folder) {
  char path[4096];
  snprintf(path, sizeof path, "%s/hapticd.toml", folder);
  if (unlink(path) != 0 && errno != ENOENT) return FAILED;
  rmdir(folder);
  return DONE;
}

static void limit_stacks(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

int main(int count, char **arguments) {
  alarm(MOST_SECONDS);
  limit_stacks();
  const char *verb = count == 3 ? arguments[1] : "";
  int status = !strcmp(verb, "read")      ? read_settings(arguments[2])
               : !strcmp(verb, "profile") ? set_profile(arguments[2])
               : !strcmp(verb, "forget")  ? forget(arguments[2])
                                          : 2;
  if (status == 2) fputs("usage: hapticd-gsettings read FOLDER | profile NAME | forget FOLDER\n", stderr);
  const unsigned char byte = status;
  // Without a socket there is nobody to tell.
  send(STDIN_FILENO, &byte, 1, MSG_NOSIGNAL);
  return status;
}
