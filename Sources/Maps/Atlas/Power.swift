// SPDX-License-Identifier: MIT
// Part of Platen: the one function of the C library the atlas needs.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
