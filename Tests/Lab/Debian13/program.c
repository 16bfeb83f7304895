// Uses each call of libfeedback and prints one line for each result.
#include <libfeedback.h>
#include <stdio.h>

static GMainLoop *loop;

static const char *reason(LfbEvent *event) {
  switch ((int)lfb_event_get_end_reason(event)) {
  case LFB_EVENT_END_REASON_NATURAL: return "natural";
  case LFB_EVENT_END_REASON_EXPIRED: return "expired";
  case LFB_EVENT_END_REASON_EXPLICIT: return "explicit";
  case LFB_EVENT_END_REASON_NOT_FOUND: return "not found";
  default: return "?";
  }
}

static const char *state(LfbEvent *event) {
  switch (lfb_event_get_state(event)) {
  case LFB_EVENT_STATE_NONE: return "none";
  case LFB_EVENT_STATE_RUNNING: return "running";
  case LFB_EVENT_STATE_ENDED: return "ended";
  case LFB_EVENT_STATE_ERRORED: return "errored";
  default: return "?";
  }
}

static void quit(void *unused) { g_main_loop_quit(loop); }

static void wait_for_end(LfbEvent *event) {
  gulong handler = g_signal_connect(event, "feedback-ended", G_CALLBACK(quit), NULL);
  while (lfb_event_get_state(event) == LFB_EVENT_STATE_RUNNING) g_main_context_iteration(NULL, TRUE);
  g_signal_handler_disconnect(event, handler);
}

static LfbEvent *event(const char *name, int timeout) {
  LfbEvent *event = lfb_event_new(name);
  lfb_event_set_timeout(event, timeout);
  return event;
}

// MARK: Synchronous calls

static void end(const char *name) {
  LfbEvent *call = event(name, 0);
  gboolean triggered = lfb_event_trigger_feedback(call, NULL);
  printf("trigger: %d %s\n", triggered, state(call));
  gboolean ended = lfb_event_end_feedback(call, NULL);
  wait_for_end(call);
  printf("end: %d %s %s\n", ended, state(call), reason(call));
}

static void until_end(const char *name, int timeout) {
  LfbEvent *once = event(name, timeout);
  if (lfb_event_trigger_feedback(once, NULL)) wait_for_end(once);
  printf("%s for %d: %s %s\n", name, timeout, state(once), reason(once));
}

static void refused(void) {
  GError *error = NULL;
  LfbEvent *nameless = event("", -1);
  gboolean triggered = lfb_event_trigger_feedback(nameless, &error);
  printf("nameless: %d %d %s\n", triggered, g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_INVALID_ARGS),
         state(nameless));
}

static void hints(void) {
  LfbEvent *other = event("button-pressed", -1);
  lfb_event_set_app_id(other, "org.example.Other");
  lfb_event_set_important(other, TRUE);
  lfb_event_set_feedback_profile(other, "quiet");
  lfb_event_set_sound_file(other, "/nonexistent.oga");
  if (lfb_event_trigger_feedback(other, NULL)) wait_for_end(other);
  printf("hints: %s\n", reason(other));
}

// MARK: Asynchronous calls

static void on_ended(GObject *source, GAsyncResult *result, void *unused) {
  gboolean ended = lfb_event_end_feedback_finish(LFB_EVENT(source), result, NULL);
  // feedbackd's own tests expect the end before the reply.
  printf("async end: %d %s %s\n", ended, state(LFB_EVENT(source)), reason(LFB_EVENT(source)));
  g_main_loop_quit(loop);
}

static void on_triggered(GObject *source, GAsyncResult *result, void *unused) {
  gboolean triggered = lfb_event_trigger_feedback_finish(LFB_EVENT(source), result, NULL);
  printf("async trigger: %d %s\n", triggered, state(LFB_EVENT(source)));
  lfb_event_end_feedback_async(LFB_EVENT(source), NULL, on_ended, NULL);
}

static void on_refused(GObject *source, GAsyncResult *result, void *unused) {
  GError *error = NULL;
  gboolean triggered = lfb_event_trigger_feedback_finish(LFB_EVENT(source), result, &error);
  printf("async nameless: %d %d\n", triggered, g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_INVALID_ARGS));
  g_main_loop_quit(loop);
}

static void asynchronously(const char *name, GAsyncReadyCallback callback) {
  lfb_event_trigger_feedback_async(event(name, 0), NULL, callback, NULL);
  g_main_loop_run(loop);
}

static void unknown_asynchronously(void) {
  LfbEvent *unknown = event("no-such-thing", -1);
  g_signal_connect(unknown, "feedback-ended", G_CALLBACK(quit), NULL);
  lfb_event_trigger_feedback_async(unknown, NULL, NULL, NULL);
  g_main_loop_run(loop);
  printf("async unknown: %s\n", reason(unknown));
}

// MARK: The interfaces themselves

static void on_vibrated(GObject *source, GAsyncResult *result, void *unused) {
  gboolean success = FALSE;
  lfb_gdbus_feedback_haptic_call_vibrate_finish(LFB_GDBUS_FEEDBACK_HAPTIC(source), &success, result, NULL);
  printf("async vibrate: %d\n", success);
  g_main_loop_quit(loop);
}

static void vibrate(void) {
  LfbGdbusFeedbackHaptic *haptic = lfb_gdbus_feedback_haptic_proxy_new_for_bus_sync(
      G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_NONE, "org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", NULL, NULL);
  gboolean success = FALSE;
  GVariant *pattern = g_variant_new_parsed("[(1.0, uint32 40), (0.0, 30), (0.5, 20)]");
  lfb_gdbus_feedback_haptic_call_vibrate_sync(haptic, "org.example.Program", pattern, &success, NULL, NULL);
  printf("vibrate: %d\n", success);
  lfb_gdbus_feedback_haptic_call_vibrate(
      haptic, "org.example.Program", g_variant_new_array(G_VARIANT_TYPE("(du)"), NULL, 0), NULL, on_vibrated, NULL);
  g_main_loop_run(loop);
}

static void set_profile(const char *profile) {
  lfb_set_feedback_profile(profile);
  while (g_strcmp0(lfb_get_feedback_profile(), profile) != 0) g_main_context_iteration(NULL, TRUE);
  printf("profile: %s\n", lfb_gdbus_feedback_get_profile(lfb_get_proxy()));
}

int main(void) {
  if (!lfb_init("org.example.Program", NULL)) return 1;
  loop = g_main_loop_new(NULL, FALSE);
  printf("profile: %s\n", lfb_get_feedback_profile());
  end("phone-incoming-call");
  until_end("button-pressed", -1);
  until_end("button-pressed", 1);
  until_end("no-such-thing", -1);
  refused();
  hints();
  asynchronously("alarm-clock-elapsed", on_triggered);
  asynchronously("", on_refused);
  unknown_asynchronously();
  vibrate();
  set_profile("silent");
  until_end("button-pressed", -1);
  set_profile("full");
  lfb_uninit();
  return 0;
}
