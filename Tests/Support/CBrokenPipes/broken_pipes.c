// SPDX-License-Identifier: MIT
// Part of Platen: makes the test process ignore SIGPIPE, as the program itself does.

#include "broken_pipes.h"

#include <signal.h>

// Before any test begins: `swift test` gives its child the signal's default action back, and then one
// write to a pipe that nobody reads any more ends the whole run.
__attribute__((constructor)) static void ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }
