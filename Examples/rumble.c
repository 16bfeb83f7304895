// An SDL 2 program that sends the rumble of a gamepad through hapticd. The user's settings apply then, and the motors
// stop if the program crashes. Press a button of the gamepad, or the space bar.
// Build: cc rumble.c -o rumble $(pkg-config --cflags --libs sdl2 libhaptic)
#include <SDL.h>
#include <haptic.h>
#include <stdio.h>

static struct haptic_client *haptics;
static int dull, crisp;
static uint32_t playback;

// Dull vibrations turn the strong motor with its low frequency, crisp ones the weak motor.
static int prepare(double sharpness) {
  struct haptic_pattern *pattern = haptic_pattern_new();
  haptic_pattern_add_vibration(pattern, 0, HAPTIC_PATTERN_TIME_MAX, 1, sharpness);
  int handle = haptic_define(haptics, pattern, HAPTIC_CATEGORY_MEDIA, 0);
  haptic_pattern_free(pattern);
  return handle;
}

// `limit_us` may be of any length; haptic_stop_at() only looks 60 seconds ahead. 0 has no end, as in SDL.
static void start(int handle, uint16_t strength, uint32_t milliseconds) {
  struct haptic_play_options play = HAPTIC_PLAY_INIT;
  play.handle = handle;
  play.intensity = strength / 65535.0;
  play.locality = HAPTIC_LOCALITY_GAMEPAD;
  play.playback = playback;
  play.limit_us = milliseconds * UINT64_C(1000);
  if (strength > 0) haptic_play_with(haptics, &play);
}

// Has the arguments of SDL_GameControllerRumble(). Both vibrations have one number, which ends them together.
static void rumble(uint16_t low_frequency, uint16_t high_frequency, uint32_t milliseconds) {
  haptic_stop(haptics, playback);
  playback = haptic_new_playback(haptics);
  start(dull, low_frequency, milliseconds);
  start(crisp, high_frequency, milliseconds);
}

int main(int argc, char **argv) {
  (void)argc, (void)argv;
  if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) < 0) {
    fprintf(stderr, "SDL_Init: %s\n", SDL_GetError());
    return 1;
  }
  SDL_Window *window = SDL_CreateWindow("Rumble", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 320, 200, 0);
  haptics = haptic_open("org.example.Rumble");
  dull = prepare(0);
  crisp = prepare(1);
  rumble(0xc000, 0, 150);
  for (SDL_Event event; SDL_WaitEvent(&event) && event.type != SDL_QUIT; haptic_dispatch(haptics)) {
    if (event.type == SDL_CONTROLLERDEVICEADDED) SDL_GameControllerOpen(event.cdevice.which);
    if (event.type == SDL_CONTROLLERBUTTONDOWN) rumble(0xffff, 0x4000, 200);
    if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_SPACE) rumble(0, 0xffff, 200);
  }
  haptic_close(haptics);
  SDL_DestroyWindow(window);
  SDL_Quit();
  return 0;
}
