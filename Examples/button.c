// A GTK 4 button that is felt when it is pressed.
// Build: cc button.c -o button $(pkg-config --cflags --libs gtk4 libhaptic)
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <haptic.h>

static struct haptic_client *haptics;
static int tap;

// The time of an input event for haptic_play_with(). The toolkit has milliseconds in 32 bits, which begin again after 49
// days; so does their difference. Another clock than CLOCK_MONOTONIC gives no cause, which means now.
static uint64_t cause_of(guint32 event_time) {
  uint64_t now = haptic_now();
  guint32 age = (guint32)(now / 1000000) - event_time;
  return event_time != GDK_CURRENT_TIME && age < 1000 ? now - age * UINT64_C(1000000) : 0;
}

// A button is felt at the press, and clicked at the release. If the program was busy for longer than the deadline of a
// touch, 20 ms, the press is no longer answered.
static void pressed(GtkGestureClick *gesture, int count, double x, double y, gpointer data) {
  (void)count, (void)x, (void)y, (void)data;
  struct haptic_play_options play = HAPTIC_PLAY_INIT;
  play.handle = tap;
  play.cause = cause_of(gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(gesture)));
  haptic_play_with(haptics, &play);
}

static void clicked(GtkButton *button, gpointer data) {
  (void)button, (void)data;
  haptic_play(haptics, "success", 0.8);
}

// A program that has nothing else to say ignores refused plays. This one tells its developer about mistakes, and
// everybody else only about what the user cannot know.
static void received(struct haptic_client *client, const struct haptic_event *event, void *data) {
  (void)client, (void)data;
  if (event->kind != HAPTIC_EVENT_VERDICT || event->request != HAPTIC_REQUEST_PLAY) return;
  switch (event->verdict) {
    case HAPTIC_VERDICT_PLAYED:
    case HAPTIC_VERDICT_EXPIRED:  // too late, which the next press is not
    case HAPTIC_VERDICT_SWITCHED_OFF:
    case HAPTIC_VERDICT_CATEGORY_OFF:
    case HAPTIC_VERDICT_APPLICATION_OFF: return;  // the user's choice
    case HAPTIC_VERDICT_UNKNOWN_FEEDBACK: g_warning("the vocabulary has no such feedback"); return;
    default: g_message("not felt: %s", haptic_verdict_name(event->verdict));  // a later daemon may have other reasons
  }
}

// Receives verdicts. Connects again after a restart of the daemon, so that the next press is as fast as the others.
static gboolean readable(gint descriptor, GIOCondition condition, gpointer data) {
  (void)descriptor, (void)condition, (void)data;
  haptic_dispatch(haptics);
  return G_SOURCE_CONTINUE;
}

// The daemon keeps prepared effects in the device for 30 seconds.
static void changed_focus(GtkWindow *window, GParamSpec *property, gpointer data) {
  (void)property, (void)data;
  if (gtk_window_is_active(window)) haptic_renew(haptics, tap);
}

static void activate(GtkApplication *application, gpointer data) {
  (void)data;
  GtkWidget *window = gtk_application_window_new(application);
  GtkWidget *button = gtk_button_new_with_label("Press");
  GtkGesture *press = gtk_gesture_click_new();
  gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(press), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller(button, GTK_EVENT_CONTROLLER(press));
  g_signal_connect(press, "pressed", G_CALLBACK(pressed), NULL);
  g_signal_connect(button, "clicked", G_CALLBACK(clicked), NULL);
  g_signal_connect(window, "notify::is-active", G_CALLBACK(changed_focus), NULL);
  gtk_window_set_child(GTK_WINDOW(window), button);
  gtk_window_set_default_size(GTK_WINDOW(window), 200, 100);
  gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv) {
  haptics = haptic_open("org.example.Button");
  haptic_set_handler(haptics, received, NULL);
  haptic_request_verdicts(haptics, 1);
  tap = haptic_prepare(haptics, "impact.light");
  int descriptor = haptic_fd(haptics);
  if (descriptor >= 0) g_unix_fd_add(descriptor, G_IO_IN, readable, NULL);
  GtkApplication *application = gtk_application_new("org.example.Button", G_APPLICATION_DEFAULT_FLAGS);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  int status = g_application_run(G_APPLICATION(application), argc, argv);
  g_object_unref(application);
  haptic_close(haptics);
  return status;
}
