#pragma once
#include <stddef.h>
#include <stdint.h>

// What libFuzzer offers to a program that has a main of its own; it comes with the compiler, without a header.
// See "Using libFuzzer as a library" in LLVM's documentation.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*body)(const uint8_t *data, size_t size));
