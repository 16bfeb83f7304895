/// The source of a program with libfeedback.
enum LibfeedbackProgram {
  /// C, which prints each state and end reason to standard error.
  static let source = """
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

    static void quit(LfbEvent *event) { g_main_loop_quit(loop); }

    static void on_ended(GObject *source, GAsyncResult *result, gpointer data) {
      if (!lfb_event_end_feedback_finish(LFB_EVENT(source), result, NULL)) fprintf(stderr, "async end failed\\n");
      fprintf(stderr, "async ended: %s\\n",
              lfb_event_get_state(LFB_EVENT(source)) == LFB_EVENT_STATE_ENDED ? reason(LFB_EVENT(source)) : "late");
      g_main_loop_quit(loop);
    }

    static void on_triggered(GObject *source, GAsyncResult *result, gpointer data) {
      gboolean triggered = lfb_event_trigger_feedback_finish(LFB_EVENT(source), result, NULL);
      fprintf(stderr, "async: %s\\n", triggered ? "running" : "failed");
      lfb_event_end_feedback_async(LFB_EVENT(source), NULL, on_ended, NULL);
    }

    static void until_ended(const char *words, const char *name) {
      LfbEvent *event = lfb_event_new(name);
      g_signal_connect(event, "feedback-ended", G_CALLBACK(quit), NULL);
      if (lfb_event_trigger_feedback(event, NULL)) g_main_loop_run(loop);
      fprintf(stderr, "%s: %s\\n", words, reason(event));
    }

    int main(void) {
      GError *error = NULL;
      if (!lfb_init("org.example.Program", &error)) return 1;
      loop = g_main_loop_new(NULL, FALSE);

      LfbEvent *call = lfb_event_new("phone-incoming-call");
      lfb_event_set_timeout(call, 0);
      fprintf(stderr, "sync: %s\\n", lfb_event_trigger_feedback(call, NULL) ? "running" : "failed");
      g_signal_connect(call, "feedback-ended", G_CALLBACK(quit), NULL);
      lfb_event_end_feedback(call, NULL);
      if (lfb_event_get_state(call) != LFB_EVENT_STATE_ENDED) g_main_loop_run(loop);
      fprintf(stderr, "sync ended: %s\\n", reason(call));

      until_ended("once", "button-pressed");
      until_ended("unknown", "no-such-thing");

      LfbEvent *alarm = lfb_event_new("alarm-clock-elapsed");
      lfb_event_set_timeout(alarm, 0);
      lfb_event_trigger_feedback_async(alarm, NULL, on_triggered, NULL);
      g_main_loop_run(loop);

      LfbEvent *empty = lfb_event_new("");
      fprintf(stderr, "empty: %s\\n", lfb_event_trigger_feedback(empty, &error) ? "running" : "refused");

      fprintf(stderr, "profile: %s\\n", lfb_get_feedback_profile());
      lfb_set_feedback_profile("quiet");
      while (g_strcmp0(lfb_get_feedback_profile(), "quiet") != 0) g_main_context_iteration(NULL, TRUE);
      fprintf(stderr, "profile: %s\\n", lfb_get_feedback_profile());
      lfb_uninit();
      return 0;
    }
    """
}
