// Plays a pattern three times in C++ and waits for its end.
// Build: c++ knock.cpp -o knock $(pkg-config --cflags --libs libhaptic)
#include <haptic.h>
#include <poll.h>

#include <iostream>
#include <memory>
#include <optional>

// The structures and functions of haptic.h are those of C; two owners free what it returns.
struct Close {
  void operator()(haptic_client *client) const { haptic_close(client); }
  void operator()(haptic_pattern *pattern) const { haptic_pattern_free(pattern); }
};
using Client = std::unique_ptr<haptic_client, Close>;
using Pattern = std::unique_ptr<haptic_pattern, Close>;

// The exit status, once it is known.
using Outcome = std::optional<int>;

// haptic.h has C linkage, and so has its handler.
extern "C" void received(haptic_client *, const haptic_event *event, void *context) {
  auto &outcome = *static_cast<Outcome *>(context);
  if (event->kind == HAPTIC_EVENT_FINISHED) {
    std::cout << haptic_reason_name(event->reason) << " after " << (event->ended - event->written) / 1000000 << " ms\n";
    outcome = 0;
  } else if (event->kind == HAPTIC_EVENT_VERDICT && event->request == HAPTIC_REQUEST_PLAY &&
             event->verdict != HAPTIC_VERDICT_PLAYED) {
    std::cerr << "not played: " << haptic_verdict_name(event->verdict) << '\n';
    outcome = 1;
  }
}

int main() {
  Client haptics(haptic_open("org.example.Knock"));
  Pattern knock(haptic_pattern_new());
  if (!haptics || !knock) return 1;
  haptic_pattern_add_tap(knock.get(), 0, 0.8, 0.4);
  haptic_pattern_add_tap(knock.get(), 140000, 1, 0.6);

  Outcome outcome;
  haptic_set_handler(haptics.get(), received, &outcome);
  haptic_request_verdicts(haptics.get(), 1);
  struct haptic_play_options play = HAPTIC_PLAY_INIT;  // haptic_play() is a function
  play.handle = haptic_define(haptics.get(), knock.get(), HAPTIC_CATEGORY_MEDIA, 0);
  play.playback = haptic_new_playback(haptics.get());
  play.repeats = 2;
  play.loop_end_us = 400000;
  if (int error = haptic_play_with(haptics.get(), &play); error < 0) {
    std::cerr << haptic_strerror(error) << '\n';
    return 1;
  }
  pollfd entry{haptic_fd(haptics.get()), POLLIN, 0};
  while (!outcome && poll(&entry, 1, 5000) > 0) haptic_dispatch(haptics.get());
  return outcome.value_or(1);
}
