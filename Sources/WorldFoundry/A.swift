// SPDX-License-Identifier: MIT
// Part of Platen: x
