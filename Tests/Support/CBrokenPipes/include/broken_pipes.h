// SPDX-License-Identifier: MIT
// Part of Platen: nothing to call; linking this target is enough.
