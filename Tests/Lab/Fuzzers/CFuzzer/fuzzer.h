#pragma once
#include <stddef.h>
#include <stdint.h>

// The interface of libFuzzer for a program with its own main function; the library comes with the compiler, without a
// header. See "Using libFuzzer as a library" in LLVM's documentation.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*body)(const uint8_t *data, size_t size));
