// SPDX-License-Identifier: MIT
// Part of Platen: a plan as a file: what a run would build, by the digests of all it depends on.

package import Digests

/// A plan that was written to a file, so that several machines build parts of the same.
///
/// The file has one JSON object a line: first the basis, then the files, the stages and the jobs,
/// and last the SHA-256 of all lines before, which identifies the plan. Nothing in it is trusted:
/// it only ever excludes work, since each machine makes its jobs from the manifest it has, and
/// compares them with the plan.
package struct FrozenPlan: Sendable {
  /// The version of the format.
  static let format = 1

  /// All that must be the same on every machine, whatever its part.
  package struct Basis: Hashable, Sendable {
    /// Name and version of the program.
    package var tool: String
    /// The digest of the program's file; nil where that was not accessible.
    package var program: Digest?
    /// The versions of libraries, by their names.
    package var libraries: [NamedText]
    /// The manifest's path, as the working directory sees it.
    package var manifest: String
    /// The digest of the manifest's bytes.
    package var manifestDigest: Digest
    /// The selection of jobs.
    package var only: [String]
    /// Indicates whether everything is built, even if it is up to date.
    package var isRebuild: Bool
    /// Variables of the environment that outputs depend on; nil where one is not set.
    package var variables: [NamedText]
    /// Seconds of work that are worth a shard.
    package var leastSeconds: Int

    package init(
      tool: String, program: Digest?, libraries: [NamedText], manifest: String,
      manifestDigest: Digest, only: [String] = [], isRebuild: Bool = false,
      variables: [NamedText] = [], leastSeconds: Int = FrozenPlan.defaultLeastSeconds
    ) {
      self.tool = tool
      self.program = program
      self.libraries = libraries
      self.manifest = manifest
      self.manifestDigest = manifestDigest
      self.only = only
      self.isRebuild = isRebuild
      self.variables = variables
      self.leastSeconds = leastSeconds
    }
  }

  /// A text with a name, such as the version of a library.
  package struct NamedText: Hashable, Sendable {
    package var name: String
    package var text: String?

    package init(_ name: String, _ text: String?) {
      self.name = name
      self.text = text
    }
  }

  /// The role of a file.
  package enum Role: String, Hashable, Sendable, CaseIterable {
    /// A file that a job reads, or is planned from.
    case input
    /// A file of a font.
    case font
    /// A file of the program's templates.
    case template
  }

  /// A file and its content.
  package struct File: Hashable, Sendable {
    package var role: Role
    /// An input's path as jobs name it, a font's file name, or a path below the templates.
    package var path: String
    /// The digest of its bytes; nil where it was missing.
    package var digest: Digest?

    package init(_ role: Role, _ path: String, _ digest: Digest?) {
      self.role = role
      self.path = path
      self.digest = digest
    }
  }

  /// A stage.
  package struct StageEntry: Hashable, Sendable {
    package var name: String
    package var key: Key
    /// Milliseconds it may take.
    package var cost: Int
    /// Bytes it may need while it runs.
    package var memory: Int
  }

  /// A job.
  package struct JobEntry: Hashable, Sendable {
    package var id: String
    package var kind: String
    /// The numbers of its stages, ascending.
    package var stages: [Int32]
    /// The numbers of its files, ascending.
    package var files: [Int32]
    package var outputs: [String]
    /// Indicates whether something of it is to be built.
    package var isDue: Bool
  }

  package var basis: Basis
  package var files: [File] = []
  package var stages: [StageEntry] = []
  package var jobs: [JobEntry] = []
  /// The digest of its lines.
  package var id: Digest

  /// Seconds of work that are worth a shard, unless a plan specifies another number.
  package static let defaultLeastSeconds = 30

  /// The division of its jobs.
  package func cut(into count: Int) -> ShardCut {
    ShardCut(
      needs: jobs.map { $0.stages.map(Int.init) }, stageCosts: stages.map(\.cost),
      isDue: jobs.map(\.isDue), count: count, least: basis.leastSeconds * 1000)
  }
}

extension ShardCut {
  /// The largest memory estimate of a stage in a shard.
  ///
  /// - Parameters:
  ///   - needs: the stages of a job.
  ///   - memory: the memory estimate of a stage.
  package func memory<Stages: Sequence<Int>>(
    of shard: Int, needs: (Int) -> Stages, memory: (Int) -> Int
  ) -> Int {
    jobs(of: shard).reduce(0) { most, job in needs(job).reduce(most) { max($0, memory($1)) } }
  }
}
