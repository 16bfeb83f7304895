import EventLoop
import Glibc
import HapticPatterns
import HapticSystem
import SoundLight
import TestSupport
import Testing

/// The helper program with a fake sound library and a fake folder of LEDs.
final class Theatre {
  let folder: TestFolder
  let loop: EventLoop
  let helper: CueHelper
  private(set) var results: [Result] = []

  struct Result: Equatable {
    let number: UInt32
    let result: CueResult
    init(_ number: UInt32, _ result: CueResult) { (self.number, self.result) = (number, result) }
  }

  /// - Parameter isLeftLit: whether a former daemon has left the LED `blue:status` lit.
  init(
    program: String? = Theatre.program, hasLibrary: Bool = true, idleTime: Duration = .seconds(30),
    isLeftLit: Bool = false
  ) throws {
    folder = try TestFolder()
    loop = try EventLoop()
    try folder.makeFolder("leds")
    let library = folder.path(of: "libcanberra.so.0")
    if hasLibrary { try Self.build(library, in: folder) }
    if isLeftLit {
      try Self.addLED("blue:status", ["brightness": "200"], in: folder)
      try folder.write("blue:status\n", to: "lights")
    }
    helper = CueHelper(
      .init(
        path: program, leds: folder.path(of: "leds"), library: library, record: folder.path(of: "lights")),
      loop: loop, log: .silent, idleTime: idleTime)
    helper.onResult = { [unowned self] in results.append(Result($0, $1)) }
  }

  static var program: String? {
    let folder = CommandLine.arguments[0].split(separator: "/").dropLast().joined(separator: "/")
    return ["/\(folder)/\(CueHelper.Program.name)"].first { access($0, X_OK) == 0 }
  }

  private static func build(_ library: String, in folder: TestFolder) throws {
    let source = try folder.write(FakeLibrary.source, to: "canberra.c")
    try #require(system("cc -shared -fPIC -D_GNU_SOURCE -o \(library) \(source) -lpthread") == 0)
  }

  func run(until condition: () -> Bool) throws {
    let limit = Instant.now + TestWait.limit
    while !condition() {
      if Instant.now > limit { throw Errno.timedOut }
      _ = try loop.runOnce(timeout: .milliseconds(10))
    }
  }

  // MARK: Sounds

  /// The calls of the sound library, one in a line.
  var calls: [String] { text("libcanberra.so.0.log").split(separator: "\n").map(String.init) }

  // MARK: Lights

  /// Adds a LED with the files of sysfs.
  func addLED(_ name: String, _ files: [String: String] = [:]) throws { try Self.addLED(name, files, in: folder) }

  private static func addLED(_ name: String, _ files: [String: String], in folder: TestFolder) throws {
    let usual = ["brightness": "0", "max_brightness": "200", "trigger": "[none] mmc0"]
    for (file, text) in usual.merging(files, uniquingKeysWith: { $1 }) {
      try folder.write(text, to: "leds/\(name)/\(file)")
    }
  }

  func led(_ name: String, _ file: String) -> String { text("leds/\(name)/\(file)") }

  /// The brightness of the LED `blue:status`.
  var level: String { led("blue:status", "brightness") }

  /// The record of lit LEDs.
  var record: String { text("lights") }

  private func text(_ file: String) -> String {
    guard let bytes = try? RegularFile.read(folder.path(of: file), upTo: 1 << 16) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: The program

  var arguments: [String] { ["leds", "libcanberra.so.0", "lights"].map(folder.path(of:)) }

  /// Ends the running program by a signal, and waits until it has ended; the helper has not noticed it.
  func killProgram(_ signal: Int32) throws {
    try run { !processes.isEmpty }
    guard let process = processes.first else { return }
    kill(process, signal)
    guard TestWait.until({ !processes.contains(process) }) else { throw Errno.timedOut }
  }

  /// The processes of the helper program of this test, found by their arguments.
  var processes: [Int32] {
    ((try? Folder.entries(of: "/proc")) ?? []).compactMap { Int32($0) }.filter { process in
      let words = (try? RegularFile.read("/proc/\(process)/cmdline", upTo: 4096)) ?? []
      return String(decoding: words, as: UTF8.self).contains(folder.path(of: "leds"))
    }
  }
}

/// A sound library whose sounds behave as their names say, and which logs its calls beside itself.
enum FakeLibrary {
  static let source = """
    #include <dlfcn.h>
    #include <pthread.h>
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    typedef void (*finish)(void *, uint32_t, int, void *);
    struct list { char event[256], file[4096], role[256]; };
    struct sound { void *context; uint32_t number; finish finish; void *data; struct sound *next; };
    static struct sound *sounds;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static void note(const char *what, const char *text) {
      Dl_info info;
      char path[4200];
      if (!dladdr((void *)note, &info)) return;
      snprintf(path, sizeof path, "%s.log", info.dli_fname);
      FILE *log = fopen(path, "a");
      fprintf(log, "%s %s\\n", what, text);
      fclose(log);
    }
    static struct sound *take(uint32_t number) {
      pthread_mutex_lock(&lock);
      struct sound **place = &sounds;
      while (*place && (*place)->number != number) place = &(*place)->next;
      struct sound *sound = *place;
      if (sound) *place = sound->next;
      pthread_mutex_unlock(&lock);
      return sound;
    }
    static void *end_soon(void *number) {
      usleep(20000);
      struct sound *sound = take((uint32_t)(uintptr_t)number);
      if (sound) sound->finish(sound->context, sound->number, 0, sound->data);
      return NULL;
    }
    int ca_context_create(void **c) { *c = malloc(1); note("create", ""); return 0; }
    int ca_context_destroy(void *c) { note("destroy", ""); return 0; }
    int ca_context_change_props(void *c, ...) { return 0; }
    int ca_context_cancel(void *c, uint32_t number) {
      note("cancel", "");
      struct sound *sound = take(number);
      if (sound) sound->finish(c, number, -11, sound->data);
      return 0;
    }
    int ca_proplist_create(struct list **l) { *l = calloc(1, sizeof **l); return 0; }
    int ca_proplist_destroy(struct list *l) { free(l); return 0; }
    int ca_proplist_sets(struct list *l, const char *key, const char *value) {
      if (!strcmp(key, "event.id")) strcpy(l->event, value);
      if (!strcmp(key, "media.filename")) strcpy(l->file, value);
      if (!strcmp(key, "media.role")) strcpy(l->role, value);
      return 0;
    }
    int ca_context_play_full(void *c, uint32_t number, struct list *l, finish f, void *data) {
      static int plays;
      char words[5000];
      snprintf(words, sizeof words, "%s%s as %s", l->event, l->file, l->role);
      note("play", words);
      if (!strcmp(l->event, "missing")) return -9;
      if (!strcmp(l->event, "no-server")) return -12;
      if (!strcmp(l->event, "switched-off")) return -16;
      if (!strcmp(l->event, "disconnected") && plays++ == 0) return -18;
      if (!strcmp(l->event, "broken")) return -7;
      if (!strcmp(l->event, "hangs")) sleep(1000);
      if (!strcmp(l->event, "crashes")) abort();
      struct sound *sound = malloc(sizeof *sound);
      pthread_mutex_lock(&lock);
      *sound = (struct sound){c, number, f, data, sounds};
      sounds = sound;
      pthread_mutex_unlock(&lock);
      pthread_t thread;
      if (!strcmp(l->event, "long")) return 0;
      pthread_create(&thread, NULL, end_soon, (void *)(uintptr_t)number);
      pthread_detach(thread);
      return 0;
    }
    """
}

extension Cue {
  static func blue(_ millihertz: UInt32 = 0) -> Cue {
    .light(.init(red: 0, green: 0, blue: 255, millihertz: millihertz))
  }
}
