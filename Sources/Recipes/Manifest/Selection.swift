// SPDX-License-Identifier: MIT
// Part of Platen: which jobs of a manifest are meant: `--only ID|tag:T|kind:K|OUTPUT-GLOB`.

internal import Diagnostics

/// A choice among a manifest's jobs and outputs.
public struct Selection: Sendable {
  private enum Term: Sendable {
    case tag(String)
    case kind(String)
    /// A job's id, or a pattern over the names of outputs.
    case name(String, PathPattern)
  }
  private let terms: [(text: String, term: Term)]

  /// Takes terms as written; none selects everything.
  public init(_ texts: [String]) {
    terms = texts.map { text in
      if text.hasPrefix("tag:") { return (text, .tag(String(text.dropFirst(4)))) }
      if text.hasPrefix("kind:") { return (text, .kind(String(text.dropFirst(5)))) }
      return (text, .name(text, PathPattern(text)))
    }
  }

  /// The manifest with only the jobs and outputs that some term means.
  ///
  /// - Throws: `Failure` naming every term that means nothing.
  public func applied(to manifest: Manifest) throws -> Manifest {
    guard !terms.isEmpty else { return manifest }
    var used = Set<Int>()
    var chosen = manifest
    chosen.jobs = manifest.jobs.compactMap { job in
      var job = job
      var isWhole = false
      var paths = Set<String>()
      for (index, (_, term)) in terms.enumerated() {
        switch term {
        case .tag(let tag):
          guard job.tags.contains(tag) else { continue }
          isWhole = true
        case .kind(let kind):
          guard job.kind == kind else { continue }
          isWhole = true
        case .name(let name, let glob):
          if job.id == name || job.baseID == name {
            isWhole = true
          } else {
            let matching = job.outputs.map(\.path).filter(glob.matches)
            guard !matching.isEmpty else { continue }
            paths.formUnion(matching)
          }
        }
        used.insert(index)
      }
      guard isWhole || !paths.isEmpty else {
        chosen.unchosen.append(job)
        return nil
      }
      if !isWhole { job.outputs.removeAll { !paths.contains($0.path) } }
      return job
    }
    let unused = terms.indices.filter { !used.contains($0) }
    if !unused.isEmpty { throw Failure(unused.map { nothing(terms[$0].text, in: manifest) }) }
    return chosen
  }

  /// Whether some term may mean jobs of which only this much is known: what they are called and make
  /// depends on what their instance holds.
  public func mayMean(_ demand: InstanceDemand) -> Bool {
    terms.isEmpty
      || terms.contains { _, term in
        switch term {
        case .tag(let tag): demand.tags.contains(tag)
        case .kind(let kind): demand.kind == kind
        case .name: true
        }
      }
  }

  private func nothing(_ text: String, in manifest: Manifest) -> Diagnostic {
    var known: [String] = []
    for job in manifest.jobs {
      let words = [job.id, job.baseID] + job.tags.map { "tag:\($0)" } + ["kind:\(job.kind)"]
      for word in words + job.outputs.map(\.path) where !known.contains(word) {
        known.append(word)
        // Enough to find a near miss in, and no more than one can look through.
        if known.count > 2000 { break }
      }
    }
    let hint =
      nearMiss(text, among: known).map { "did you mean \"\($0)\"?" }
      ?? "known: " + known.prefix(12).joined(separator: ", ") + (known.count > 12 ? ", …" : "")
    return .error(
      "option.only", "--only \(text) means no job of the manifest", hints: [hint])
  }
}
