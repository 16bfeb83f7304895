// A GTK 4 button that is felt when it is pressed.
// Build: cc button.c -o button $(pkg-config --cflags --libs gtk4 libhaptic)
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <haptic.h>

static struct haptic_client *haptics;
static int tap;

// A button is felt at the press, and clicked at the release.
static void pressed(GtkGestureClick *gesture, int count, double x, double y, gpointer data) {
  (void)gesture, (void)count, (void)x, (void)y, (void)data;
  haptic_play_handle(haptics, tap, 1);
}

static void clicked(GtkButton *button, gpointer data) {
  (void)button, (void)data;
  haptic_play(haptics, "success", 0.8);
}

// Connects again after a restart of the daemon, so that the next press is as fast as the others.
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
