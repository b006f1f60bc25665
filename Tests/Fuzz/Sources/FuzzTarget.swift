// SPDX-License-Identifier: MIT
// Part of Platen: what every fuzz target has in common: its bounds and what it reads.

/// Something that reads untrusted bytes, and how it is fuzzed.
struct FuzzTarget: Sendable {
  /// The name on the command line.
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

/// Traps where two ways to the same result differ.
func expectEqual<Value: Equatable>(
  _ found: Value, _ expected: Value, _ what: @autoclosure () -> String
) {
  if found != expected {
    fatalError("\(what()): found \(found), expected \(expected)")
  }
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
