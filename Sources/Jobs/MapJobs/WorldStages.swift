// SPDX-License-Identifier: MIT
// Part of Platen: the first stages of all jobs with a world, which they share.

package import Atlas
package import Diagnostics
internal import Digests
package import Pipeline

/// Makes the stages that read worlds. Equal requests are equal stages in all jobs: a book and a map
/// of one world read it once.
package enum WorldStages {
  /// Returns the stage that reads the world of a file.
  ///
  /// - Parameters:
  ///   - size: the size of the file in bytes, for memory estimates.
  ///   - error: the reason for a missing file, if known already.
  package static func imported(
    from path: String, options: ImportOptions = ImportOptions(), size: Int,
    error: Diagnostic? = nil
  ) -> Stage<World> {
    world(of: file(path, size: size, error: error), path: path, options: options, size: size)
  }

  /// Returns the stage that gives things of a world the names and notes of a table; the stage of the
  /// world itself without a table.
  package static func corrected(
    _ world: Stage<World>, by table: CorrectionFile?, size: Int
  ) -> Stage<World> {
    guard let table else { return world }
    let corrections = Stage(
      "read corrections", version: 1, parameters: .of(table.path), files: [table.path],
      digest: { Digest(canonicalOf: $0) }
    ) { context in try table.corrections(in: context) }
    return Stage(
      "correct", version: 1, memory: MapMemory.world(size), after: world, corrections,
      digest: { Digest(canonicalOf: $0) }
    ) { _, world, corrections in world.corrected(by: corrections) }
  }

  /// Returns the stage that removes the parts of a world that players have not explored; the stage of
  /// the world itself if there are none.
  package static func explored(
    _ world: Stage<World>, without subjects: [(subject: UnexploredSubject, place: SourceLocation?)],
    size: Int
  ) -> Stage<World> {
    guard !subjects.isEmpty else { return world }
    return Stage(
      "omit unexplored", version: 1, parameters: .of(subjects.map(\.subject)),
      memory: MapMemory.world(size), after: world, digest: { Digest(canonicalOf: $0) }
    ) { _, world in try world.withoutUnexplored(subjects) }
  }

  /// Returns the stage that reads the file's bytes.
  private static func file(
    _ path: String, size: Int, error: Diagnostic?
  ) -> Stage<FileBytes> {
    if let error { return .failing(error) }
    return Stage(
      "read", version: 1, files: [path],
      memory: MemoryEstimate(running: size, held: size)
    ) { context in
      Diagnosed(try context.read(path))
    }
  }

  /// Returns the stage that reads a world from bytes. The import report is dropped here: a world
  /// saved again, or packed otherwise, is the same for all later stages.
  private static func world(
    of file: Stage<FileBytes>, path: String, options: ImportOptions, size: Int
  ) -> Stage<World> {
    Stage(
      "import", version: 4,
      parameters: .of(options),
      memory: MapMemory.world(size), after: file, digest: { Digest(canonicalOf: $0) }
    ) { context, file in
      try file.withUnsafeBytes {
        try WorldFile.read($0, path: path, options: options, workers: IdleSlots(context: context))
      }.map(\.world)
    }
  }
}

/// Runs parts of a stage on idle slots.
private struct IdleSlots: ForkJoin {
  let context: StageContext

  func both<First: Sendable, Second: Sendable>(
    _ first: @escaping @Sendable () throws -> First,
    _ second: @escaping @Sendable () throws -> Second
  ) throws -> (First, Second) {
    try context.both(first, second)
  }
}
