// SPDX-License-Identifier: MIT
// Part of Platen: `platen plan --outputs`: the names of a run's outputs, before it builds anything.

import Diagnostics
import JSON
internal import JobKit
import Pipeline

/// The outputs of a manifest, one per line, relative to the working folder.
struct OutputList {
  var what: ManifestOptions
  var store: StoreOptions
  var common: CommonOptions

  /// - Throws: `Ended` when there are outputs whose names are unknown before they are built.
  func writeList() throws {
    let loaded = try what.load(keptIn: store.cache.folder)
    let plan = try loaded.plan(templates: common.dataDir, store: nil, in: nil).plan
    // The outputs of an invalid job have no names.
    let faults = loaded.manifest.jobs.compactMap(\.error)
    guard faults.isEmpty else { throw Failure(faults) }
    let root = loaded.manifest.root
    var unknown: [Diagnostic] = []
    for output in plan.jobs.lazy.flatMap(\.outputs) {
      let path = root == "." ? output.path : root + "/" + output.path
      guard output.placeholder == nil else {
        unknown.append(
          .error(
            .planSet, "the files of \(output.path) are known only when they are built",
            at: output.place, hints: ["let the build system depend on a --stamp instead"]))
        continue
      }
      if common.isJSON {
        var json = JSONWriter()
        json.object { json in
          json.member("event", "output")
          json.member("path", path)
        }
        StandardOutput.write(json.text + "\n")
      } else {
        StandardOutput.write(path + "\n")
      }
    }
    guard unknown.isEmpty else {
      common.console.report(unknown)
      throw Ended(ExitStatus.jobFailed)
    }
  }
}
