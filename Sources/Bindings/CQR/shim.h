// SPDX-License-Identifier: MIT
// Part of Platen: the binding to libqrencode, which makes QR codes.
#include <qrencode.h>
