// SPDX-License-Identifier: MIT
// Part of Platen: what every fuzz target has in common: its bounds on time, and its mutations.

import Diagnostics
import Foundation

/// Something that reads untrusted bytes, and how it is fuzzed.
struct FuzzTarget: Sendable {
  /// As it is called on the command line.
  var name: String
  /// Bytes of the longest input.
  var longest = 1 << 14
  /// Processor time that an input may take, in microseconds for each of its bytes.
  var timePerByte = 20.0
  /// Processor time that any input may take, in milliseconds.
  var time = 60.0
  /// Memory of the process, in megabytes; one allocation may take half of it.
  var memory = 1024
  /// Words of the format.
  var words: [String] = []
  /// Changes an input as its format is made up, so that more of what reads it is reached than by
  /// changing bytes; nil where it cannot.
  var mutate: Mutation?
  /// Adds inputs to begin with.
  var seeds: @Sendable (inout Seeds) throws -> Void
  /// The file that an input stands for, where it is not the file itself.
  var document: (@Sendable (UnsafeRawBufferPointer) throws -> [UInt8])?
  /// Reads an input and traps where a promise is broken; what it throws has to be a `Failure`.
  var read: @Sendable (UnsafeRawBufferPointer) throws -> Void
}

/// Changes an input that may grow to `limit` bytes, with libFuzzer's own mutations at hand.
typealias Mutation =
  @Sendable (
    _ input: [UInt8], _ limit: Int, _ random: inout SplitMix, _ bytes: ([UInt8], Int) -> [UInt8]
  ) -> [UInt8]?

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

/// Traps where two ways to the same result differ.
func expectEqual<Value: Equatable>(
  _ found: Value, _ expected: Value, _ what: @autoclosure () -> String
) {
  if found != expected {
    fatalError("\(what()): found \(found), expected \(expected)")
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

/// Vigna's SplitMix64.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number below another.
  mutating func below(_ count: Int) -> Int { count > 0 ? Int(next() % UInt64(count)) : 0 }

  /// One of several; there has to be one.
  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
