// SPDX-License-Identifier: MIT
// Part of Platen: the name of a piece of work, so that equal work is done once.

public import Digests

/// The key of a stage's work: the SHA-256 of its name, version, parameters and inputs.
///
/// Fields are hashed with their lengths before them, so that no two different lists of fields give
/// one text. An input that is a stage counts by its key, a file by its path: the content that was
/// read is in the stage's ``Trace``, not in its key.
public struct Key: Hashable, Sendable, CustomStringConvertible {
  /// The digest itself.
  public let digest: Digest

  /// The key of a stage.
  ///
  /// - Parameters:
  ///   - name: the name of the stage.
  ///   - version: raised whenever the same inputs may give another result.
  ///   - parameters: everything else the result depends on.
  ///   - files: the files it declares to read, by path.
  ///   - inputs: the keys of the stages it follows, in order.
  public init(
    name: String, version: Int, parameters: StageParameters, files: [String], inputs: [Key]
  ) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(128 + name.utf8.count + 32 * inputs.count)
    func append(count: Int) {
      bytes.append(littleEndian: UInt64(count))
    }
    func append(digest: Digest) {
      unsafe digest.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    }
    func append(text: String) {
      append(count: text.utf8.count)
      bytes.append(contentsOf: text.utf8)
    }
    append(text: "platen stage 2")
    append(text: name)
    append(text: String(version))
    append(digest: parameters.digest)
    append(count: files.count)
    for file in files { append(text: file) }
    append(count: inputs.count)
    for input in inputs { append(digest: input.digest) }
    digest = Digest.of(bytes)
  }

  /// The key whose digest is `digest`.
  public init(digest: Digest) { self.digest = digest }

  /// 64 hexadecimal digits.
  public var description: String { digest.description }
}
