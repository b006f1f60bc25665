// SPDX-License-Identifier: MIT
// Part of Platen: the differences between a frozen plan and what a machine has, item by item.

package import Diagnostics
internal import Digests

/// Compares what a machine has with a frozen plan.
package struct PlanDifferences {
  package let frozen: FrozenPlan
  /// The differences found so far, each an error.
  package private(set) var errors: [Diagnostic] = []
  /// The number of differences of a sort that are listed; the rest are counted.
  private static let mostListed = 20

  package init(_ frozen: FrozenPlan) { self.frozen = frozen }

  private mutating func addDifference(_ message: String, file: String? = nil, hints: [String] = [])
  {
    errors.append(
      .error(
        .planDiffers, message, at: file.map { SourceLocation(file: $0) }, hints: hints))
  }

  /// Adds the first of many differences, and the number of the others.
  private mutating func addDifferences(_ found: [(message: String, file: String?)], more: String) {
    for item in found.prefix(PlanDifferences.mostListed) {
      addDifference(item.message, file: item.file)
    }
    let rest = found.count - PlanDifferences.mostListed
    if rest > 0 { addDifference("so do \(rest) more \(more)") }
  }

  private static func brief(_ digest: Digest?) -> String {
    digest.map { String($0.description.prefix(12)) } ?? "none"
  }

  // MARK: The machine

  /// Compares the program, its libraries, the manifest and variables.
  package mutating func compare(_ here: FrozenPlan.Basis) {
    let plan = frozen.basis
    if here.tool != plan.tool {
      addDifference("this is \(here.tool), and the plan is of \(printable(plan.tool))")
    } else if let program = plan.program, here.program != program {
      addDifference(
        "another build of \(here.tool) than the plan's: its file has the digest "
          + "\(PlanDifferences.brief(here.program)), expected \(PlanDifferences.brief(program))")
    }
    compare(plan.libraries, here.libraries) { name, was, value in
      "\(name) has version \(value ?? "none"), expected \(was ?? "none")"
    }
    if here.manifestDigest != plan.manifestDigest {
      addDifference(
        "the manifest differs from the plan's: its digest is "
          + "\(PlanDifferences.brief(here.manifestDigest)), expected "
          + PlanDifferences.brief(plan.manifestDigest), file: here.manifest)
    }
    compare(plan.variables, here.variables) { name, was, value in
      "the variable \(name) is \(value.map { "\"\($0)\"" } ?? "not set"), expected "
        + (was.map { "\"\($0)\"" } ?? "not set")
    }
  }

  private mutating func compare(
    _ expected: [FrozenPlan.NamedText], _ found: [FrozenPlan.NamedText],
    _ message: (String, String?, String?) -> String
  ) {
    let found = Dictionary(
      found.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
    for item in expected where (found[item.name] ?? nil) != item.text {
      addDifference(
        message(
          printable(item.name), item.text.map { printable($0) },
          (found[item.name] ?? nil).map { printable($0) }))
    }
  }

  // MARK: Jobs

  /// Compares the jobs that a manifest makes here with those of the plan.
  package mutating func compare(jobs ids: [String]) {
    let here = Set(ids)
    let planned = Set(frozen.jobs.map(\.id))
    addDifferences(
      frozen.jobs.lazy.filter { !here.contains($0.id) }.map {
        ("the job \"\(printable($0.id))\" of the plan does not exist here", nil)
      }
        + ids.lazy.filter { !planned.contains($0) }.map {
          ("the job \"\(printable($0))\" is not in the plan", nil)
        }, more: "jobs")
  }

  /// Compares the stages, files and outputs of jobs, as they are planned here, with the plan.
  ///
  /// Only files that the jobs name here are read, whatever the plan names.
  ///
  /// - Parameters:
  ///   - more: files that a job reads besides those its stages name.
  ///   - parts: fonts and templates here; called where a stage differs, to find out why.
  package mutating func compare(
    _ plan: Plan, in environment: any Environment, digests: FileDigests,
    more: (Int) -> [String], parts: () throws -> [FrozenPlan.File]
  ) rethrows {
    var entries: [String: FrozenPlan.JobEntry] = [:]
    for job in frozen.jobs { entries[job.id] = job }
    var inputs: [(message: String, file: String?)] = []
    var stages: [(message: String, file: String?)] = []
    var compared: Set<String> = []
    for (index, job) in plan.jobs.enumerated() {
      guard let entry = entries[job.id] else { continue }
      var expected: [String: Digest?] = [:]
      for number in entry.files {
        let file = frozen.files[Int(number)]
        expected[file.path] = .some(file.digest)
      }
      let named =
        plan.needs[index].flatMap { plan.nodes[$0].files } + job.inputs.map(\.path) + more(index)
      for path in named where compared.insert(path).inserted {
        let digest = try? digests.digest(of: path, in: environment)
        guard let planned = expected[path] else {
          inputs.append(("\(printable(path)) is not in the plan", path))
          continue
        }
        guard digest != planned else { continue }
        inputs.append(
          (
            digest == nil
              ? "the file does not exist, expected the digest \(PlanDifferences.brief(planned))"
              : planned == nil
                ? "the file exists, expected none"
                : "the file has the digest \(PlanDifferences.brief(digest)), expected "
                  + PlanDifferences.brief(planned), path
          ))
      }
      for path in expected.keys.sorted() where compared.insert(path).inserted {
        inputs.append(("\(printable(path)) of the plan is not read here", nil))
      }
      let known = Set(entry.stages.map { frozen.stages[Int($0)].key })
      if let other = plan.needs[index].first(where: { !known.contains(plan.nodes[$0].key) }) {
        stages.append(
          (
            "the stage \"\(plan.nodes[other].name)\" of the job \"\(printable(job.id))\" differs",
            nil
          ))
      } else if known.count != plan.needs[index].count {
        stages.append(("the job \"\(printable(job.id))\" has fewer stages than in the plan", nil))
      } else if entry.outputs != plan.outputPaths(ofJob: index) {
        stages.append(("the job \"\(printable(job.id))\" has other outputs than in the plan", nil))
      }
    }
    addDifferences(inputs, more: "files")
    guard !stages.isEmpty else { return }
    addDifferences(differences(of: try parts()), more: "fonts and templates")
    addDifferences(stages, more: "jobs")
  }

  /// The fonts and templates that differ.
  private func differences(of here: [FrozenPlan.File]) -> [(message: String, file: String?)] {
    func name(_ file: FrozenPlan.File) -> String {
      file.role == .font
        ? "the font \(printable(file.path))" : "the template \(printable(file.path))"
    }
    // Two fonts may have one file name.
    func byName(_ files: [FrozenPlan.File]) -> [String: Set<Digest?>] {
      var found: [String: Set<Digest?>] = [:]
      for file in files { found[name(file), default: []].insert(file.digest) }
      return found
    }
    let planned = byName(frozen.files.filter { $0.role != .input })
    let found = byName(here)
    return Set(planned.keys).union(found.keys).sorted().compactMap { name in
      switch (planned[name], found[name]) {
      case (let planned?, let found?):
        return planned == found ? nil : ("\(name) differs from the plan's", nil)
      case (.some, nil): return ("\(name) of the plan is missing here", nil)
      default: return ("\(name) is not in the plan", nil)
      }
    }
  }
}
