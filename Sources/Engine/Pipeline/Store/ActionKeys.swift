// SPDX-License-Identifier: MIT
// Part of Platen: the keys of stages' work in the store.

internal import Digests

/// Makes the keys under which the store knows stages.
///
/// A stage is looked up in two ways. *Deep*: by all that it is made of, from its parameters up to
/// the paths of the inputs, which is known before anything ran. *Shallow*: by its own parameters
/// and the content of its inputs, once that is known. Both are salted with the other factors of the
/// result: the program and the libraries.
struct ActionKeys: Sendable {
  private let salt: Digest
  private let folder: Digest

  /// - Parameters:
  ///   - salt: the other factors of every result, such as the program's build.
  ///   - folder: the folder relative paths are relative to; two projects may call two files alike.
  init(salt: String, folder: String) {
    self.salt = Digest.of(salt)
    self.folder = Digest.of(folder)
  }

  func deep(_ node: StageNode) -> ActionKey {
    ActionKey(.deep, Digest.of(salt, folder, node.key.digest))
  }

  /// The deep key of a file with that of caches that machines share.
  func deep(_ node: Int, of plan: Plan, _ verifier: TraceVerifier?) -> ActionKey {
    var key = deep(plan.nodes[node])
    key.shared = verifier.map { verifier in shared(node, of: plan) { verifier.content(of: $0) } }
    return key
  }

  /// The key of a file's work in a cache that machines share: all that it is made of and the content
  /// of the files that it names, wherever these are.
  ///
  /// - Parameter content: the digest of a file now; nil where there is none.
  func shared(_ node: Int, of plan: Plan, content: (String) -> Digest?) -> Digest {
    var files: Set<String> = []
    var seen: Set<Int> = []
    var stack = [node]
    while let next = stack.popLast() {
      guard seen.insert(next).inserted else { continue }
      files.formUnion(plan.nodes[next].files)
      stack += plan.inputs[next]
    }
    var text = ""
    for path in files.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      text += "\(path.utf8.count) \(path) \(content(path)?.description ?? "-")\n"
    }
    return Digest.of(salt, plan.nodes[node].key.digest, Digest.of(text))
  }

  func shallow(_ node: StageNode, inputs: [Digest]) -> ActionKey {
    ActionKey(.shallow, Digest.of(salt, content(node, inputs)))
  }

  /// The key of a transient stage's result: its inputs and its queries of the environment.
  func transient(_ node: StageNode, inputs: [Digest], trace: [Trace.Access]) -> Digest {
    var text = content(node, inputs).description
    for access in trace {
      switch access {
      case .file(let path, let digest, _): text += "\nfile \(path) \(digest)"
      case .absent(let path): text += "\nabsent \(path)"
      case .present(let path): text += "\npresent \(path)"
      case .folder(let path, let digest): text += "\nfolder \(path) \(digest)"
      case .variable(let name, let value): text += "\nvariable \(name) \(value.debugDescription)"
      }
    }
    return Digest.of(text)
  }

  /// The key of a stage by its own parameters and the content of its inputs. It includes the paths
  /// of its files, which appear in its messages.
  private func content(_ node: StageNode, _ inputs: [Digest]) -> Digest {
    Key(
      name: node.name, version: node.version, parameters: node.parameters, files: node.files,
      inputs: inputs.map { Key(digest: $0) }
    ).digest
  }
}

extension Digest {
  /// The digest of digests, one after another.
  fileprivate static func of(_ parts: Digest...) -> Digest {
    var hasher = SHA256()
    for part in parts { unsafe part.withUnsafeBytes { unsafe hasher.update($0) } }
    return hasher.finalize()
  }
}
