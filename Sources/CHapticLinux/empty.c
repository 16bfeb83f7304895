#include "CHapticLinux.h"
