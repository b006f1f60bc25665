// SPDX-License-Identifier: MIT
// Part of Platen: the door to libqrencode, which makes QR codes.
#include <qrencode.h>
