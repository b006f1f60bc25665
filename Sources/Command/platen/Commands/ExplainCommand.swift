// SPDX-License-Identifier: MIT
// Part of Platen: `platen explain`: why an output would be built, or what a code means.

import ArgumentParser
import Diagnostics
import JSON
internal import JobKit
import Pipeline
import Text

/// `platen explain`.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract:
      "Explain why an output would be built and from what, or explain the code of a message.",
    discussion: """
      EXAMPLES
        platen explain maps/ardenfell.png
        platen explain out/maps/ardenfell.png --manifest nightly.yaml
        platen explain map.cell-count
      """)

  @Argument(
    help: "The output, as named in the manifest or on disk; or the code of a message.",
    completion: .file())
  var output: String
  @Option(
    help: "The manifest (default: platen.yaml here or in a folder above).",
    completion: .file(extensions: ["yaml", "yml", "json"]))
  var manifest: String?
  @Option(help: ArgumentHelp("Another output directory.", valueName: "dir"), completion: .directory)
  var outputDir: String?
  @OptionGroup(title: "Resource options") var engine: EngineOptions
  @OptionGroup(title: "Cache options") var store: StoreOptions
  @OptionGroup(title: "General options") var common: CommonOptions

  func run() throws {
    // An output with the same name as a code is named with its manifest or its folder.
    if manifest == nil, outputDir == nil, let (code, module) = CodeTables.code(named: output) {
      return explain(code, of: module)
    }
    try common.console.exiting(otherwise: ExitStatus.manifest) {
      var what = ManifestOptions()
      what.manifest = manifest
      what.outputDir = outputDir
      what.only = []
      let prediction: Prediction
      do {
        prediction = try Prediction(
          what, failed: false, engine: engine, store: store, common: common)
      } catch let failure as Failure
        where manifest == nil
        && failure.diagnostics.contains(where: { $0.code == .manifestMissing })
      {
        let near = CodeTables.nearMiss(to: output).map { ["did you mean \"\($0)\"?"] }
        throw Failure(
          .error(
            .optionCode, "unknown code \"\(output)\"",
            hints: (near ?? []) + [
              "platen schema --codes lists them all",
              "to explain an output, name its manifest with --manifest: "
                + "no platen.yaml here or in a folder above",
            ]))
      }
      let root = prediction.loaded.manifest.root
      let outputs = prediction.predicted.outputs
      let found = outputs.first { $0.path == output || "\(root)/\($0.path)" == output }
      guard let found else {
        let near =
          nearMiss(output, among: outputs.map(\.path)) ?? CodeTables.nearMiss(to: output)
        throw Failure(
          .error(
            .optionOutput, "unknown output or code \"\(output)\"",
            hints: near.map { ["did you mean \"\($0)\"?"] } ?? [
              "platen plan -v lists all outputs", "platen schema --codes lists all codes",
            ]))
      }
      if common.isJSON { json(found, prediction) } else { text(found, prediction) }
    }
  }

  private func explain(_ code: Diagnostic.Code, of module: String) {
    if common.isJSON {
      var json = JSONWriter()
      CodeTables.write(code, of: module, to: &json)
      return StandardOutput.write(json.text + "\n")
    }
    let status = code.kind.exitStatus.map { ", exit status \($0)" } ?? ""
    StandardOutput.write(
      "\(code.rawValue): \(code.kind.rawValue)\(status)\n\(code.explanation)\n")
  }

  private func text(_ output: PredictedOutcome.Output, _ prediction: Prediction) {
    let job = prediction.plan.jobs[output.job]
    let path = printable("\(prediction.loaded.manifest.root)/\(output.path)")
    let sentence =
      switch output.prospect {
      case .upToDate: "\(path) is up to date"
      case .restored, .built: "\(path) would be built"
      case .failed: "\(path) cannot be built"
      }
    StandardOutput.write(sentence + output.prospect.clause + "\n")
    var place = ""
    if let file = job.place?.file { place = " (\(printable(file))" }
    if !place.isEmpty, let line = job.place?.line { place += ":\(line)" }
    if !place.isEmpty { place += ")" }
    StandardOutput.write("  job \(printable(job.id))\(place)\n")
    for step in output.chain {
      var line = "  \(step.name)"
      if !step.files.isEmpty { line += " \(printable(step.files.joined(separator: ", ")))" }
      let after = step.after.map { output.chain[$0].name }
      if !after.isEmpty { line += " ← \(after.joined(separator: ", "))" }
      if let seconds = step.seconds { line += "  \(formatted(seconds: seconds))" }
      StandardOutput.write(line + "\n")
    }
  }

  private func json(_ output: PredictedOutcome.Output, _ prediction: Prediction) {
    var json = JSONWriter()
    json.object { json in
      json.member("path", output.path)
      json.member("job", prediction.plan.jobs[output.job].id)
      json.member("outcome", output.prospect.word)
      json.member("reason", output.prospect.reason)
      json.member("cached", output.prospect.isCached)
      json.member(
        "chain",
        array: { json in
          for step in output.chain {
            json.object { json in
              json.member("stage", step.name)
              json.member("key", step.key.description)
              json.member("files", step.files)
              json.member("after", step.after)
            }
          }
        })
    }
    StandardOutput.write(json.text + "\n")
  }
}
