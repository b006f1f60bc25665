// SPDX-License-Identifier: MIT
// Part of Platen: the stages that every job with a world begins with, and so shares.

package import Atlas
package import Diagnostics
internal import Digests
package import Pipeline

/// Reads worlds. Equal requests are equal stages, whatever job they are part of: a book and a map of
/// one world read it once.
package enum WorldStages {
  /// The world of a file.
  ///
  /// - Parameters:
  ///   - size: Bytes of the file, for estimates of memory.
  ///   - fault: Why there is no file, where that is known already.
  package static func imported(
    from path: String, options: ImportOptions = ImportOptions(), size: Int,
    fault: Diagnostic? = nil
  ) -> Stage<World> {
    world(of: file(path, size: size, fault: fault), path: path, options: options, size: size)
  }

  /// The file's bytes.
  private static func file(
    _ path: String, size: Int, fault: Diagnostic?
  ) -> Stage<FileBytes> {
    if let fault { return .failing(fault) }
    return Stage(
      "read", version: 1, files: [path],
      memory: MemoryWeight(running: size, held: size)
    ) { context in
      Warned(try context.read(path))
    }
  }

  /// The bytes become a world, whatever wrote them. How they were read is left behind here: a world
  /// saved again, or packed otherwise, is the same to all stages that follow.
  private static func world(
    of file: Stage<FileBytes>, path: String, options: ImportOptions, size: Int
  ) -> Stage<World> {
    Stage(
      "import", version: 4,
      parameters: .of(options),
      memory: MapWeight.world(size), after: file, digest: { Digest(canonicalOf: $0) }
    ) { context, file in
      try file.withUnsafeBytes {
        try WorldFile.read($0, path: path, options: options, workers: IdleSlots(context: context))
      }.map(\.world)
    }
  }
}

/// Whoever a stage may have work for it: slots that are idle.
private struct IdleSlots: ForkJoin {
  let context: StageContext

  func both<First: Sendable, Second: Sendable>(
    _ first: @escaping @Sendable () throws -> First,
    _ second: @escaping @Sendable () throws -> Second
  ) throws -> (First, Second) {
    try context.both(first, second)
  }
}
