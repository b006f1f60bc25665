// SPDX-License-Identifier: MIT
// Part of Platen: the one function of the C library the atlas needs.

internal import Libc

func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
