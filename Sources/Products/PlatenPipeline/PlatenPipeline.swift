// SPDX-License-Identifier: MIT
// Part of Platen: the engine, with one import.

@_exported public import Diagnostics
@_exported public import Digests
@_exported public import Pipeline
