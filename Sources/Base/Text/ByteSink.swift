// SPDX-License-Identifier: MIT
// Part of Platen: the output of writers.

/// Receives a file's bytes as they are written, in order. The memory is valid during the call.
public typealias ByteSink = (UnsafeRawBufferPointer) throws -> Void
