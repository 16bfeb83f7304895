// The functions of GLib that hapticd-gsettings uses, from its documentation: https://docs.gtk.org/gio. The library is
// loaded at run time, so that hapticd does not depend on it: a phone with GSettings has it.
#pragma once

#include <stdbool.h>

typedef struct GSettings GSettings;
typedef struct GSettingsSchema GSettingsSchema;
typedef struct GSettingsSchemaSource GSettingsSchemaSource;

struct GList {
  void *data;
  struct GList *next, *previous;
};

struct gio {
  GSettingsSchemaSource *(*settings_schema_source_get_default)(void);
  GSettingsSchema *(*settings_schema_source_lookup)(GSettingsSchemaSource *, const char *id, int is_recursive);
  int (*settings_schema_has_key)(GSettingsSchema *, const char *key);
  GSettings *(*settings_new_full)(GSettingsSchema *, void *backend, const char *path);
  char *(*settings_get_string)(GSettings *, const char *key);
  double (*settings_get_double)(GSettings *, const char *key);
  char **(*settings_get_strv)(GSettings *, const char *key);
  int (*settings_set_string)(GSettings *, const char *key, const char *value);
  void (*settings_sync)(void);
  struct GList *(*app_info_get_all)(void);
  const char *(*app_info_get_id)(void *);
  void (*object_unref)(void *);
  void (*free)(void *);
  void (*strfreev)(char **);
};

extern struct gio gio;

// Loads the library. Returns false if it is not installed.
bool gio_load(void);
