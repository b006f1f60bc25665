// SPDX-License-Identifier: MIT
// Part of Platen: the example of PlatenPipeline, compiled; all below this header stands in its article.

import PlatenPipeline

/// Writes greetings below a folder, as many at once as there are cores; existing files are kept.
func greet(_ names: [String], into root: String) throws -> RunTotals {
  let jobs = names.map { name in
    let text = Stage("compose", version: 1, parameters: .of(name)) { _ in
      Diagnosed("Hello, \(name)!")
    }
    let file = Stage<FileArtifact>.file("write", version: 1, after: text) { _, file, text in
      try file.write(text + "\n")
      return []
    }
    return Job(id: name, kind: "greeting", outputs: [.init("\(name).txt", from: file)])
  }
  let outputs = try Outputs(root: root)
  defer { outputs.close() }
  let engine = Engine(
    environment: DiskEnvironment(), outputs: outputs, options: Engine.Options(tool: "greeter 1"))
  return try engine.run(Plan(jobs: jobs), on: DispatchRunner(width: 2)).totals
}
