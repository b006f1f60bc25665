// SPDX-License-Identifier: MIT
// Part of Platen: `platen schema`: the schemas of manifests and looks, for editors and users.

import ArgumentParser
import JobKit
import Jobs
import MapJobs
import Pipeline

/// `platen schema`.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the manifest's JSON Schema, its keys as tables, or all codes of messages.",
    discussion: """
      EXAMPLES
        platen schema > platen.schema.json
        platen schema --markdown
        platen schema --look > look.schema.json
        platen schema --events > events.schema.json
        platen schema --codes
      """)

  @Flag(help: "Print tables of all keys in Markdown instead of JSON Schema (draft-07).")
  var markdown = false

  @Flag(help: "Print the schema of a map look instead of the manifest's.")
  var look = false

  @Flag(help: "Print the JSON Schema of the lines that platen run --json writes.")
  var events = false

  @Flag(help: "Print the codes of all messages in Markdown, or in JSON with --json.")
  var codes = false

  @Flag(name: .customLong("json"), help: "Print JSON, the default without --markdown.")
  var isJSON = false
  @OptionGroup var colors: ColorOptions
  @Option(help: ArgumentHelp("The folder of looks and starter manifests.", valueName: "dir"))
  var dataDir: String?

  mutating func validate() throws {
    if isJSON, markdown {
      throw ValidationError("--json and --markdown cannot be used together.")
    }
    if codes, look || events {
      throw ValidationError(
        "--codes and \(look ? "--look" : "--events") cannot be used together.")
    }
    if events, look || markdown {
      throw ValidationError(
        "--events and \(look ? "--look" : "--markdown") cannot be used together.")
    }
  }

  func run() throws {
    if codes { return StandardOutput.write(isJSON ? CodeTables.json() : CodeTables.markdown()) }
    if events {
      let schema = try Templates.find(named: dataDir).file("Schemas/events.schema.json")
      return StandardOutput.write(String(decoding: schema, as: UTF8.self))
    }
    if look {
      return StandardOutput.write(markdown ? LookSchema.markdown() : LookSchema.json())
    }
    let context = try RecipeContext.make(DiskEnvironment(), templates: dataDir)
    let schema = ManifestSchema(kinds: Jobs.kinds, in: context)
    StandardOutput.write(markdown ? schema.markdown() : schema.json())
  }
}
