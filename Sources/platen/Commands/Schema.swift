// SPDX-License-Identifier: MIT
// Part of Platen: `platen schema`: the manifest's grammar, for editors and for people.

import ArgumentParser
import Recipes

/// `platen schema`.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the manifest's JSON Schema, or its keys as tables.",
    discussion: """
      platen schema > platen.schema.json
      platen schema --markdown
      """)

  @Flag(help: "Tables of every key in Markdown, instead of JSON Schema (draft-07).")
  var markdown = false

  func run() throws {
    let schema = ManifestSchema(kinds: Recipes.kinds)
    StandardOutput.write(markdown ? schema.markdown() : schema.json())
  }
}
