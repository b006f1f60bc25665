// SPDX-License-Identifier: MIT
// Part of Platen: stages whose result is a set of files: as many as it turns out, made and known as
// one.
//
// A set is kept as one file: the bytes of its members one after another, then a list of them. So
// whatever is true of a file is true of a set: it is written under a temporary name, checked, kept
// by its digest, restored. Only where it is published it is taken apart.

public import Diagnostics
public import Digests

/// One file of a set.
public struct ArtifactMember: Hashable, Sendable {
  /// The name within the set, which replaces the placeholder in an output's path.
  public var name: String
  /// Bytes.
  public var size: Int
  /// SHA-256 of the bytes.
  public var digest: Digest

  public init(name: String, size: Int, digest: Digest) {
    self.name = name
    self.size = size
    self.digest = digest
  }
}

/// Takes the files of a set, one after another.
///
/// Used by one stage on one thread.
public final class FileSetWriter {
  private let file: FileWriter
  private let fillsFolder: Bool
  private var names: Set<String> = []

  init(_ file: FileWriter, fillsFolder: Bool) {
    self.file = file
    self.fillsFolder = fillsFolder
  }

  /// Takes a file of the set.
  ///
  /// - Parameters:
  ///   - name: the name within the set, such as `007`; it begins with a digit, so that sets with
  ///     unlike paths cannot collide, unless the set fills a folder; it is unique in the set.
  ///   - write: hands over its bytes.
  /// - Throws: the errors of `write`; ``Failure`` with the code `engine.internal` for an invalid name.
  public func file(_ name: String, write: (FileWriter) throws -> Void) throws {
    guard let first = name.utf8.first,
      fillsFolder || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
      names.insert(name).inserted
    else {
      throw Failure(
        .error(
          .engine,
          "a set of files has two called \"\(name)\", or it does not begin with a digit"))
    }
    try file.member(name) { try write(file) }
  }

  /// Writes the list of the files, so that a set's digest covers their names as well.
  func finish() throws {
    for member in file.members {
      try file.write("\(member.digest) \(member.size) \(member.name)\n")
    }
  }
}

extension Stage where Output == FileArtifact {
  /// Makes a stage whose result is a set of files, such as an image of each slide.
  ///
  /// The number of files is known when it runs. An output that publishes it has a path with a
  /// placeholder, see ``Job/Output/placeholder``, which each file's name replaces. All files are written
  /// and checked before the first is published.
  ///
  /// - Parameters:
  ///   - name: its name in the record and the events, such as `draw`.
  ///   - version: raise it whenever the same inputs may give other bytes.
  ///   - parameters: the values of all other factors of the bytes.
  ///   - files: paths of files it is known to read.
  ///   - memory: its memory estimate.
  ///   - fillsFolder: whether files have any names, and folders; the name of its output is the
  ///     placeholder alone, and the job's other outputs are not among them.
  ///   - inputs: the stages whose results `write` is handed, in this order.
  ///   - check: looks at each finished file.
  ///   - write: the work; returns warnings.
  public static func files<each Input: Sendable>(
    _ name: String, version: Int, parameters: StageParameters = .none, files: [String] = [],
    memory: MemoryEstimate = .light, fillsFolder: Bool = false,
    after inputs: repeat Stage<each Input>, check: @escaping FileCheck = { _ in FileFacts() },
    write:
      @escaping @Sendable (StageContext, FileSetWriter, repeat each Input) throws
      -> [Diagnostic]
  ) -> Stage<FileArtifact> {
    .file(
      name, version: version, parameters: .of("a set of files", parameters), files: files,
      memory: memory, after: repeat each inputs, check: check
    ) { (context, file, values: repeat each Input) in
      let set = FileSetWriter(file, fillsFolder: fillsFolder)
      let warnings = try write(context, set, repeat each values)
      try set.finish()
      return warnings
    }
  }
}

extension FileArtifact {
  /// Indicates whether it is a set of files.
  var isSet: Bool { !members.isEmpty }

  /// The beginnings of the members' bytes in the set's.
  var memberOffsets: [Int] {
    var offset = 0
    return members.map { member in
      defer { offset += member.size }
      return offset
    }
  }
}
