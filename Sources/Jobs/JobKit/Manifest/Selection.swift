// SPDX-License-Identifier: MIT
// Part of Platen: the selection of a manifest's jobs: `--only ID|tag:T|kind:K|OUTPUT-GLOB`.

internal import Diagnostics

/// A choice among a manifest's jobs and outputs.
package struct Selection: Sendable {
  private enum Term: Sendable {
    case tag(String)
    case kind(String)
    /// A job's id, or a pattern over the names of outputs.
    case name(String, PathPattern)
  }
  private let terms: [(text: String, term: Term)]

  /// Takes terms as written; none selects everything.
  package init(_ texts: [String]) {
    terms = texts.map { text in
      if text.hasPrefix("tag:") { return (text, .tag(String(text.dropFirst(4)))) }
      if text.hasPrefix("kind:") { return (text, .kind(String(text.dropFirst(5)))) }
      return (text, .name(text, PathPattern(text)))
    }
  }

  /// The manifest with only the jobs and outputs that some term selects.
  ///
  /// - Throws: `Failure` naming every term that selects nothing.
  package func applied(to manifest: Manifest) throws -> Manifest {
    guard !terms.isEmpty else { return manifest }
    var used = Set<Int>()
    var chosen = manifest
    chosen.jobs = manifest.jobs.compactMap { job in
      if let part = part(of: job, used: &used) { return part }
      chosen.unchosen.append(job)
      return nil
    }
    let unused = terms.indices.filter { !used.contains($0) }
    if !unused.isEmpty { throw Failure(unused.map { nothing(terms[$0].text, in: manifest) }) }
    return chosen
  }

  /// A job with those outputs that some term selects; nil where none does.
  ///
  /// - Parameter used: takes the terms that select something.
  private func part(of job: ManifestJob, used: inout Set<Int>) -> ManifestJob? {
    var job = job
    var isWhole = false
    var paths = Set<String>()
    for (index, (_, term)) in terms.enumerated() {
      switch term {
      case .tag(let tag):
        guard job.tags.contains(tag) else { continue }
        isWhole = true
      case .kind(let kind):
        guard job.kind.name == kind else { continue }
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
    guard isWhole || !paths.isEmpty else { return nil }
    if !isWhole { job.outputs.removeAll { !paths.contains($0.path) } }
    return job
  }

  /// The holdings required by the jobs that a term may select and by the jobs they name: no other
  /// instance needs to be queried.
  ///
  /// - Parameter survey: a manifest read for the requirements of its jobs.
  package func demands(of survey: Manifest) -> [InstanceDemand] {
    guard !terms.isEmpty else { return survey.demands }
    var used = Set<Int>()
    let local = survey.jobs.filter { part(of: $0, used: &used) != nil }
    var named = Set(local.flatMap { $0.kind.references(in: $0.settings) })
    let chosen = survey.demands.map(mayMean)
    for (demand, isChosen) in zip(survey.demands, chosen) where isChosen {
      named.formUnion(demand.references)
    }
    return zip(survey.demands, chosen).filter { demand, isChosen in
      // Without an id its name is that of the holding.
      isChosen
        || named.contains { $0.kind == demand.kind && (demand.id == nil || demand.id == $0.name) }
    }.map(\.0)
  }

  /// Indicates whether some term may select jobs whose names and outputs depend on an instance's
  /// holdings, which are not known yet.
  package func mayMean(_ demand: InstanceDemand) -> Bool {
    terms.isEmpty
      || terms.contains { _, term in
        switch term {
        case .tag(let tag): demand.tags.contains(tag)
        case .kind(let kind): demand.kind == kind
        case .name(let name, _):
          Selection.mayCall(name, demand.id)
            || demand.outputs.contains { Selection.mayBeOne(name, $0) }
        }
      }
  }

  /// Indicates whether a job may have a name: its id, of which a matrix makes several, or without
  /// one the name of a holding, which has no wildcards.
  private static func mayCall(_ name: String, _ id: String?) -> Bool {
    guard let id else { return !name.contains { "*?[".contains($0) } }
    return name == id || name.hasPrefix(id + "/") || name.hasPrefix(id + "#")
  }

  /// Indicates whether a pattern and a name with placeholders may match one file: the texts before
  /// the first wildcard or placeholder, and behind the last, must be compatible.
  private static func mayBeOne(_ pattern: String, _ template: String) -> Bool {
    func isWild(_ character: Character) -> Bool { "*?[]{}".contains(character) }
    guard template.contains("${") else { return PathPattern(pattern).matches(template) }
    let heads = (pattern.prefix { !isWild($0) }, template.prefix { $0 != "$" })
    let tails = (
      String(pattern.reversed().prefix { !isWild($0) }),
      String(template.reversed().prefix { $0 != "}" })
    )
    return (heads.0.hasPrefix(heads.1) || heads.1.hasPrefix(heads.0))
      && (tails.0.hasPrefix(tails.1) || tails.1.hasPrefix(tails.0))
  }

  /// Terms that select jobs or outputs of a manifest: names, tags, kinds and paths, each once.
  package static func terms(of manifest: Manifest) -> [String] {
    var known: Set<String> = []
    return manifest.jobs.flatMap { job -> [String] in
      let words = [job.id, job.baseID] + job.tags.map { "tag:\($0)" } + ["kind:\(job.kind.name)"]
      return words + job.outputs.map(\.path)
    }.filter { known.insert($0).inserted }
  }

  private func nothing(_ text: String, in manifest: Manifest) -> Diagnostic {
    let known = Selection.terms(of: manifest)
    let hint =
      nearMiss(text, among: known).map { "did you mean \"\($0)\"?" }
      ?? "known: " + cappedList(known, listedBy: "plan -v")
    return .error(
      .optionOnly, "--only \(text) selects no job of the manifest", hints: [hint])
  }
}
