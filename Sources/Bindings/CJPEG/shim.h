// SPDX-License-Identifier: MIT
// Part of Platen: the binding to libjpeg-turbo, by the interface that handles its errors itself.
#include <turbojpeg.h>
