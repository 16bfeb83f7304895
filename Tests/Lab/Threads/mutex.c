// Informs the thread sanitizer about Swift's `Mutex`. If another thread holds the mutex, the kernel locks and unlocks
// it, in two functions of a library that is not built with the sanitizer; without this file, every value that such a
// mutex protects would look unprotected. `run` preloads it; the names are those of the Swift 6.3 library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef __attribute__((swiftcall)) void Lock(uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) void Unlock(__attribute__((swift_context)) void *mutex);

void __tsan_acquire(void *address);
void __tsan_release(void *address);

static void *original(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) {
    fprintf(stderr, "mutex.c: the Swift library has no %s any more\n", name);
    abort();
  }
  return function;
}

Lock lock_slow __asm__(LOCK);
Unlock unlock_slow __asm__(UNLOCK);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) {
  static Lock *original_lock;
  if (!original_lock) original_lock = (Lock *)original(LOCK);
  original_lock(thread, mutex);
  __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *mutex) {
  static Unlock *original_unlock;
  if (!original_unlock) original_unlock = (Unlock *)original(UNLOCK);
  __tsan_release(mutex);
  original_unlock(mutex);
}
