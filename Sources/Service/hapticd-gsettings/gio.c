#include "gio.h"

#include <dlfcn.h>
#include <stddef.h>

struct gio gio;

bool gio_load(void) {
  void *library = dlopen("libgio-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  bool has_all = true;
#define FIND(name) has_all = (*(void **)&gio.name = dlsym(library, "g_" #name)) != NULL && has_all
  FIND(settings_schema_source_get_default), FIND(settings_schema_source_lookup), FIND(settings_schema_has_key);
  FIND(settings_new_full), FIND(settings_get_string), FIND(settings_get_double), FIND(settings_get_strv);
  FIND(settings_set_string), FIND(settings_sync), FIND(app_info_get_all), FIND(app_info_get_id), FIND(object_unref);
  FIND(free), FIND(strfreev);
#undef FIND
  return has_all;
}
