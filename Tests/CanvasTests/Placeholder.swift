// SPDX-License-Identifier: MIT
// Part of Platen: placeholder
import Testing
