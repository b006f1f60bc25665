// SPDX-License-Identifier: MIT
// Part of Platen: stages whose result is a file, written through a handle and checked before it
// is published.

public import Diagnostics
public import Digests

/// A file a stage wrote, as the stages after it and the record know it.
public struct FileArtifact: Hashable, Sendable {
  /// Bytes.
  public var size: Int
  /// SHA-256 of the bytes.
  public var digest: Digest
  /// The facts that the check found in it.
  public var facts: FileFacts
  /// The files it consists of, where it is a set of files; none where it is one.
  public var members: [ArtifactMember]

  public init(
    size: Int, digest: Digest, facts: FileFacts = FileFacts(), members: [ArtifactMember] = []
  ) {
    self.size = size
    self.digest = digest
    self.facts = facts
    self.members = members
  }
}

/// The facts that a check found in a finished file, for the record.
public struct FileFacts: Hashable, Sendable {
  /// Width in pixels, or nil where that means nothing.
  public var width: Int?
  /// Height in pixels, or nil where that means nothing.
  public var height: Int?
  /// Pages, or nil where that means nothing.
  public var pages: Int?

  public init(width: Int? = nil, height: Int? = nil, pages: Int? = nil) {
    self.width = width
    self.height = height
    self.pages = pages
  }
}

/// Looks at a finished file before it is published; throws when it is not valid.
///
/// It gets the file as it is on the disk, opened again, and returns the facts found there.
public typealias FileCheck = @Sendable (FinishedFile) throws -> FileFacts

extension Stage where Output == FileArtifact {
  /// Makes a stage whose result is a file.
  ///
  /// `write` streams the bytes into the handle it is given; they go to a temporary file beside the
  /// target, are hashed and counted on the way, checked by `check`, and only then take the target's
  /// name. The ``Job`` determines the file's path, not the stage, and several jobs may publish one
  /// stage.
  ///
  /// ```swift
  /// let png = Stage.file("rasterize", version: 1, parameters: .of(4096), after: scene,
  ///   check: { try PNGHeader(reading: $0).expect(width: 4096) }
  /// ) { context, file, scene in
  ///   try ImageCanvas.paint(scene, …) { band in try file.write(band) }
  ///   return []                                       // warnings
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: its name in the record and the events, such as `rasterize`.
  ///   - version: raise it whenever the same inputs may give other bytes.
  ///   - parameters: the values of all other factors of the bytes.
  ///   - files: paths of files it is known to read.
  ///   - memory: its memory estimate.
  ///   - inputs: the stages whose results `write` is handed, in this order.
  ///   - check: looks at the finished file; without one it must only not be empty.
  ///   - write: the work; returns warnings.
  public static func file<each Input: Sendable>(
    _ name: String, version: Int, parameters: StageParameters = .none, files: [String] = [],
    memory: MemoryEstimate = .light, after inputs: repeat Stage<each Input>,
    check: @escaping FileCheck = { _ in FileFacts() },
    write: @escaping @Sendable (StageContext, FileWriter, repeat each Input) throws -> [Diagnostic]
  ) -> Stage<FileArtifact> {
    var nodes: [StageNode] = []
    repeat nodes.append((each inputs).node)
    return Stage<FileArtifact>(
      node: StageNode(
        name: name, version: version, parameters: parameters, files: files, memory: memory,
        inputs: nodes, output: FileArtifact.self,
        work: .file(
          FileWork(check: check) { context, file, values in
            var inputs = InputCursor(values)
            return try write(context, file, repeat inputs.next((each Input).self))
          })))
  }
}

/// The work of a file stage: write, then check.
struct FileWork: Sendable {
  let check: FileCheck
  let write: @Sendable (StageContext, FileWriter, [any Sendable]) throws -> [Diagnostic]
}
