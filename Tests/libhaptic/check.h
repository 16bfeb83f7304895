// Checks and test cases. A case is a function with a name that reads as a sentence.
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct test {
  const char *name;
  void (*run)(void);
};

static int failures;

/// The limit of each wait, as in the other tests; a passing test never reaches it.
enum { WAIT_SECONDS = 120 };

static inline bool check_that(bool holds, const char *condition, const char *file, int line) {
  if (!holds) {
    failures++;
    printf("%s:%d: error: not %s\n", file, line, condition);
  }
  return holds;
}

#define CHECK(condition) check_that((condition), #condition, __FILE__, __LINE__)
#define TEST(function) {#function, function}

/// Runs the tests whose name contains the first argument, and returns the exit status.
static inline int run_tests(const struct test *tests, size_t count, int argc, char **argv) {
  size_t ran = 0;
  for (size_t index = 0; index < count; index++) {
    if (argc > 1 && !strstr(tests[index].name, argv[1])) continue;
    int before = failures;
    tests[index].run();
    ran++;
    printf("%s ", failures == before ? "ok  " : "FAIL");
    for (const char *letter = tests[index].name; *letter; letter++) putchar(*letter == '_' ? ' ' : *letter);
    putchar('\n');
    fflush(stdout);
  }
  printf("%zu tests, %d failures\n", ran, failures);
  return failures > 0 || ran == 0;
}
