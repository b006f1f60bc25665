// SPDX-License-Identifier: MIT
// Part of Platen: a store in memory, for tests of what stands above a store.

import Diagnostics
import Digests
import TestSupport

@testable import Pipeline

/// A store that lasts as long as the object, and goes bad on request.
final class MemoryStore: ResultStore {
  private struct State: Sendable {
    var actions: [ActionKey: Action] = [:]
    var blobs: [Digest: [UInt8]] = [:]
    var faults: [Diagnostic] = []
  }
  private let state = Guarded(State())
  let digests = FileDigests()
  /// Counts `action`, `record`, `fetch` and `keep`.
  let tally = Tally()

  func action(for key: ActionKey) -> Action? {
    tally.note("action")
    return state.withLock { $0.actions[key] }
  }

  func record(_ action: Action, for key: ActionKey) {
    tally.note("record")
    state.withLock { $0.actions[key] = action }
  }

  func contains(_ digest: Digest, size: Int) -> Bool {
    state.withLock { $0.blobs[digest]?.count == size }
  }

  func fetch(
    _ digest: Digest, size: Int, into sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    tally.note("fetch")
    guard let bytes = state.withLock({ $0.blobs[digest] }) else {
      throw StoreDamage(.missing, digest)
    }
    // In pieces, as a real store does it.
    for start in stride(from: 0, to: bytes.count, by: 7) {
      try bytes[start..<min(start + 7, bytes.count)].withUnsafeBytes { try sink($0) }
    }
    guard Digest.of(bytes) == digest else {
      state.withLock {
        $0.blobs[digest] = nil
        $0.faults.append(.warning(.storeDamaged, "\(digest) is not what it was; it was removed"))
      }
      throw StoreDamage(.damaged, digest)
    }
  }

  func keep(
    _ digest: Digest, size: Int, descriptor: Int32?,
    reading: (_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) throws -> Int
  ) {
    tally.note("keep")
    var bytes = [UInt8](repeating: 0, count: size)
    var offset = 0
    while offset < size {
      let count = bytes.withUnsafeMutableBytes { buffer in
        (try? reading(UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]), offset)) ?? 0
      }
      guard count > 0 else { return }
      offset += count
    }
    state.withLock { $0.blobs[digest] = bytes }
  }

  func takeDiagnostics() -> [Diagnostic] {
    state.withLock { state in
      defer { state.faults = [] }
      return state.faults
    }
  }

  func flush() {}

  /// Changes a byte of kept bytes.
  func damage(_ digest: Digest) {
    state.withLock { state in
      guard var bytes = state.blobs[digest], !bytes.isEmpty else { return }
      bytes[bytes.count / 2] ^= 1
      state.blobs[digest] = bytes
    }
  }

  /// Forgets kept bytes, as when they are pruned.
  func forget(_ digest: Digest) { state.withLock { $0.blobs[digest] = nil } }

  /// Forgets all actions of a depth.
  func forget(_ depth: ActionKey.Depth) {
    state.withLock { state in
      state.actions = state.actions.filter { $0.key.depth != depth }
    }
  }
}
