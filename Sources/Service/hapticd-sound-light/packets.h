// The packets between hapticd and this program, on a SOCK_SEQPACKET socket. Numbers are little-endian. The Swift side is
// CuePacket in the module SoundLight.
//
//   play a sound    's' | u8[3] 0 | u32 number | effect NUL | file NUL | media role NUL
//   show a light    'l' | u8 rank | u8[2] 0 | u32 number | u8 red | green | blue | percent | u32 millihertz
//   end either one  'e' | u8[3] 0 | u32 number
//   result          u8 result | u8[3] 0 | u32 number
//
// Each end of a light is answered with the result ENDED.

#ifndef PACKETS_H
#define PACKETS_H

#include <stddef.h>
#include <stdint.h>

enum {
  MOST_REQUEST_BYTES = 4096,
  HEAD_BYTES = 8,
  LIGHT_BYTES = 16,
  RESULT_BYTES = 8,
};

enum result {
  STARTED = 1,
  ENDED = 2,
  NO_LIBRARY = 3,
  NO_SERVER = 4,
  UNKNOWN_SOUND = 5,
  FAILED = 6,
  NO_LIGHT = 7,
  NOT_PERMITTED = 8,
  BUSY = 9,
  SWITCHED_OFF = 10,
};

static inline uint32_t number_at(const unsigned char *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

// Sends a result to the daemon. Any thread may call it. Ends the process if the daemon is gone.
void report(uint32_t number, enum result result);

#endif
