// SPDX-License-Identifier: MIT
// Part of Platen: how writers hand on the bytes they make.

/// Takes a file's bytes as they are made, in their order. The memory is lent for the call.
public typealias ByteSink = (UnsafeRawBufferPointer) throws -> Void
