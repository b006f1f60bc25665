// SPDX-License-Identifier: MIT
// Part of Platen: runs a fuzz target under libFuzzer: its bound on time, and mutations of its inputs.

import Diagnostics
import Foundation

enum Harness {
  /// Set once, before libFuzzer starts.
  nonisolated(unsafe) static var target: FuzzTarget?
  nonisolated(unsafe) private static var runs = 0

  /// Reads one input and checks how long that took.
  static func check(_ bytes: UnsafeRawBufferPointer) {
    guard let target else { return }
    runs += 1
    let bound = target.time + target.timePerByte * Double(bytes.count) / 1000
    var taken = measure(target, bytes)
    // The first runs fill caches and load libraries.
    guard runs > 16 else { return }
    // Another try, for what is made once and for a processor that was busy.
    for _ in 0..<3 where taken > bound { taken = min(taken, measure(target, bytes)) }
    if taken > bound {
      fatalError("\(bytes.count) bytes take \(Int(taken)) ms; the bound is \(Int(bound)) ms")
    }
  }

  /// Milliseconds of processor time.
  private static func measure(_ target: FuzzTarget, _ bytes: UnsafeRawBufferPointer) -> Double {
    let start = processorTime()
    do {
      try target.read(bytes)
    } catch is Failure {
    } catch {
      fatalError("unexpected error: \(error)")
    }
    return processorTime() - start
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}

@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int) -> Int

/// libFuzzer's own mutations of bytes that may grow to `limit`.
private func mutated(_ bytes: [UInt8], _ limit: Int) -> [UInt8] {
  var room = bytes + [UInt8](repeating: 0, count: max(0, limit - bytes.count))
  guard !room.isEmpty else { return bytes }
  let count = room.withUnsafeMutableBufferPointer { buffer in
    buffer.baseAddress.map { mutate($0, min(bytes.count, limit), limit) } ?? 0
  }
  return Array(room.prefix(count))
}

/// The target's mutations, libFuzzer's own, and now and then a piece of the input many times over,
/// which is what shows time that grows faster than the input does.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateInput(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: UInt32
) -> Int {
  var random = SplitMix(state: UInt64(seed))
  if let own = Harness.target?.mutate, random.next() % 8 != 0,
    let made = own(Array(UnsafeBufferPointer(start: data, count: size)), limit, &random, mutated),
    !made.isEmpty, made.count <= limit
  {
    for (offset, byte) in made.enumerated() { data[offset] = byte }
    return made.count
  }
  guard size > 0, size < limit, random.next() % 24 == 0 else { return mutate(data, size, limit) }
  let start = Int(random.next() % UInt64(size))
  let longest = min(size - start, 1 << (1 + Int(random.next() % 6)))
  let length = 1 + Int(random.next() % UInt64(longest))
  let room = (limit - size) / length
  guard room > 0 else { return mutate(data, size, limit) }
  // Few copies as often as many.
  let most = UInt64(min(room, 1 << (1 + Int(random.next() % 16))))
  let copies = 1 + Int(random.next() % most)
  let piece = Array(UnsafeBufferPointer(start: data + start, count: length))
  memmove(data + start + copies * length, data + start, size - start)
  for copy in 0..<copies {
    for (offset, byte) in piece.enumerated() { data[start + copy * length + offset] = byte }
  }
  return size + copies * length
}
