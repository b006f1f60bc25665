// SPDX-License-Identifier: MIT
// Part of Platen: the tools of `platen mcp`, one case each.

import ModelContext

/// The tools that clients can call.
enum AssistantTool: String, CaseIterable {
  case inspect
  case check
  case plan
  case render
  case run
  case explain
  case history
  case looks
  case sampleWorld = "sample_world"
  case exportCampaign = "export_campaign"
  case searchWorld = "search_world"
  case schema

  private typealias Parameter = Tool.Parameter

  /// The most values on a page, and the usual number.
  static let pageLimit = 500
  static let usualPage = 100

  /// The formats that `export_campaign` writes.
  static let campaignFormats = ["pdf", "docx", "txt", "epub", "html", "md"]

  /// The tables of a world that `search_world` reads.
  static let searchedTables = [
    "burgs", "states", "provinces", "rivers", "routes", "features", "markers", "zones", "cultures",
    "religions", "regiments", "notes", "wars",
  ]

  /// The tool as clients see it.
  var tool: Tool {
    switch self {
    case .inspect:
      Tool(
        rawValue, title: "Describe a file",
        summary: """
          Describe a world's save, a campaign, a talk, a meeting, rows, icons or design tokens: \
          format, version, counts and warnings.
          """,
        effect: .reading, parameters: [AssistantTool.path])
    case .check:
      Tool(
        rawValue, title: "Check a manifest or an input",
        summary: """
          Report all errors in a manifest, a look or an input, with line, column and hints; nothing \
          is built.
          """,
        effect: .reading, parameters: [AssistantTool.path])
    case .plan:
      Tool(
        rawValue, title: "Plan a run",
        summary: """
          List the jobs of a manifest with their outputs, and what a run would build and why; \
          nothing is built.
          """,
        effect: .reading,
        parameters: [AssistantTool.manifest, AssistantTool.only] + AssistantTool.paging)
    case .render:
      Tool(
        rawValue, title: "Render one file",
        summary: """
          Render a map, a book, slides, minutes, icons or cards from one input. Without "output", \
          nothing is written, and a PNG is returned as a preview. With "output", its extension \
          determines the format.
          """,
        effect: .overwriting,
        parameters: [
          AssistantTool.path,
          Parameter("output", .text, "The file to write. Needs a server that may write."),
          Parameter(
            "kind", .text, "The kind of job, such as map or campaign, where it is not clear."),
          Parameter(
            "look", .text, "A look by its name, as the tool \"looks\" lists them, or a file."),
          Parameter("width", .number(16...8192), "The width in pixels."),
          Parameter(
            "region", .text, "The part of a map to show, such as state:Ardenfell or burg:Karn."),
          Parameter(
            "audience", .choice(["player", "gm"]),
            "For players, secrets are omitted; for the game master, they are shown."),
          Parameter(
            "options", .settings,
            "Other keys of the kind of job with their values, as in a manifest."),
          AssistantTool.overwrite,
        ])
    case .run:
      Tool(
        rawValue, title: "Build a manifest",
        summary: """
          Build what a manifest lists and is not up to date. Other jobs continue where one fails. \
          Progress counts stages.
          """,
        effect: .overwriting, parameters: [AssistantTool.manifest, AssistantTool.only])
    case .explain:
      Tool(
        rawValue, title: "Explain an output or a message",
        summary: """
          Explain why an output would be built and from what, or what the code of a message means \
          and how to correct its cause.
          """,
        effect: .reading,
        parameters: [
          Parameter(
            "subject", .text,
            "An output as the manifest names it, or a code such as map.cell-count.",
            isRequired: true),
          AssistantTool.manifest,
        ])
    case .history:
      Tool(
        rawValue, title: "List past runs",
        summary: "List past runs of a manifest that built something, or what one of them changed.",
        effect: .reading,
        parameters: [
          AssistantTool.manifest,
          Parameter("run", .number(1...Int.max), "The number of a run to show."),
        ] + AssistantTool.paging)
    case .looks:
      Tool(
        rawValue, title: "List the looks",
        summary: "List the looks of maps, books, decks and cards, each with a sentence about it.",
        effect: .reading,
        parameters: [
          Parameter("kind", .text, "The kind of job that takes the looks, such as map or campaign.")
        ] + AssistantTool.paging)
    case .sampleWorld:
      Tool(
        rawValue, title: "Write a sample world",
        summary: """
          Write the save of an invented world to try things with; the same seed gives the same world.
          """,
        effect: .overwriting,
        parameters: [
          Parameter("output", .text, "The .map file to write.", isRequired: true),
          Parameter("seed", .number(0...Int.max), "The seed (default: 1)."),
          Parameter("cells", .number(1000...100_000), "The number of cells (default: 10000)."),
          Parameter("name", .text, "The name of the world (default: an invented one)."),
          AssistantTool.overwrite,
        ])
    case .exportCampaign:
      Tool(
        rawValue, title: "Export a campaign as a book",
        summary: """
          Write the story of a campaign as a book. The names are those of WorldArchitect.AI's own \
          tool; the campaign is a file or folder that was exported from it.
          """,
        effect: .overwriting,
        parameters: [
          Parameter("campaign_id", .text, "The exported file or folder.", isRequired: true),
          Parameter("format", .choice(AssistantTool.campaignFormats), "The format (default: pdf)."),
          Parameter("filename", .text, "The file to write (default: the input's name)."),
          Parameter("user_id", .text, "Taken for the sake of other servers; files have no users."),
          AssistantTool.overwrite,
        ])
    case .searchWorld:
      Tool(
        rawValue, title: "Search a world",
        summary: """
          Find towns, states, provinces, rivers, routes, markers, zones, cultures, faiths and notes \
          of a world by words. Without "query", all of a table are listed.
          """,
        effect: .reading,
        parameters: [
          AssistantTool.path,
          Parameter(
            "query", .text, "Words that the row contains, in any order, case and accents aside."),
          Parameter("table", .choice(AssistantTool.searchedTables), "The table (default: all)."),
          Parameter("state", .text, "Only what belongs to the state of this name."),
          Parameter(
            "audience", .choice(["player", "gm"]),
            "For players (the default), notes, armies and hidden things are omitted."),
        ] + AssistantTool.paging)
    case .schema:
      Tool(
        rawValue, title: "Show the schema",
        summary: """
          Show a part of the JSON Schema of manifests, of looks of maps, or of the lines of a run: \
          first the outline, then the definitions it refers to, by name.
          """,
        effect: .reading,
        parameters: [
          Parameter(
            "of", .choice(SchemaPart.allCases.map(\.rawValue)), "The schema (default: manifest)."),
          Parameter("definition", .text, "A definition by its name, such as map."),
        ])
    }
  }

  private static let path = Parameter(
    "path", .text, "A file or folder, relative to the first folder that has it.", isRequired: true)
  private static let manifest = Parameter(
    "manifest", .text, "The manifest (default: platen.yaml in the first folder).")
  private static let only = Parameter(
    "only", .texts, "Only these jobs: a job's id, tag:T, kind:K, or a pattern of output names.")
  private static let overwrite = Parameter(
    "overwrite", .flag, "Whether an existing file is replaced (default: false).")
  private static let paging = [
    Parameter("limit", .number(1...pageLimit), "The most values (default: \(usualPage))."),
    Parameter("cursor", .text, "The \"next_cursor\" of the page before."),
  ]
}

/// The schemas that clients can read.
enum SchemaPart: String, CaseIterable {
  case manifest
  case look
  case events

  /// The command that prints it.
  var words: [String] {
    switch self {
    case .manifest: ["schema"]
    case .look: ["schema", "--look"]
    case .events: ["schema", "--events"]
    }
  }
}
