// SPDX-License-Identifier: MIT
// Part of Platen: tests that each key and option of each kind of job changes the cache keys of what
// depends on it.

import Diagnostics
import Foundation
import Pipeline
import TestSupport
import Testing

@testable import JobKit
@testable import Jobs

@Suite struct OptionKeysTests {
  /// The folder that all inputs are in.
  private let folder: Scratch
  /// The same for all manifests: looks, phrases and fonts are read once.
  private let context: RecipeContext

  init() throws {
    folder = try Scratch()
    for (name, text) in SampleJob.texts { try folder.write(text, to: name) }
    for name in ["world.map", "library/world.map"] { try folder.write(SampleJob.world, to: name) }
    try folder.write(SampleJob.texts["campaign.json"] ?? "", to: "library/campaign.json")
    try folder.write(SampleJob.texts["icon.svg"] ?? "", to: "brand/icon.svg")
    try folder.write(SampleJob.texts["icon.svg"] ?? "", to: "content/icons/sword.svg")
    try folder.write(OptionKeysTests.tokens, to: "tokens.json")
    try folder.write(OptionKeysTests.cards, to: "cards.json")
    try folder.write(#"{"biomes": {"5": "Taiga"}}"#, to: "mapping.json")
    try folder.write(
      "wind-north: Nor\nscene: Part {1}\nlevel: Rank\nevening: Dusk\n", to: "phrases.yaml")
    context = RecipeContext(
      environment: DiskEnvironment(folder: folder.path),
      templates: try Templates.find(
        named: Shared.repository.appendingPathComponent("Templates").path))
  }

  /// The keys of the stages that make the outputs, with their paths, and the warnings of the
  /// manifest.
  private func plan(_ manifest: String) throws -> (keys: [String], warnings: [Diagnostic]) {
    let parsed = try ManifestParser(kinds: Jobs.kinds, environment: context.environment)
      .parse(Array(manifest.utf8), file: "platen.yaml", folder: folder.path)
    let keys = try Jobs.jobs(of: parsed, in: context).flatMap { job in
      job.outputs.map { "\($0.path) \($0.stage.key)" }
    }
    return (keys, parsed.warnings)
  }

  /// Values that a shape takes, as a manifest has them.
  private static func values(_ shape: Shape, _ example: String) -> [String] {
    switch shape {
    case .flag: ["true", "false"]
    case .word(let words): words
    case .integer(let range): [example] + [range.lowerBound, range.upperBound].map(String.init)
    case .number(let range): [example] + [range.lowerBound, range.upperBound].map { "\($0)" }
    case .oneOrMore(let shape): values(shape, example)
    case .either(let one, let other): values(one, example) + values(other, example)
    case .text, .path, .folder, .form, .list, .mapping, .table, .anything: [example]
    }
  }

  private static let tokens = """
    { "colors": { "sea": "#112233", "deep": "{color.sea}" }, "strings": { "en": { "a": "b" }, "de": { "a": "c" } } }
    """
  private static let cards = """
    {"signs": [{"id": 1, "slug": "fire", "title": "Fire", "amount": 2},
               {"id": 2, "slug": "water", "title": "Water"}],
     "walks": [{"id": 1, "slug": "night", "title": "Night"}],
     "walk_items": [{"walk_id": 1, "sign_id": 1, "time_slot": "evening", "sort_order": 1}]}
    """

  /// Values of keys whose example names what is not there, or what is usual.
  private static let values: [String: [String]] = [
    "assets.icon": ["brand/icon.svg"], "assets.icon-name": ["Emblem"],
    "assets.theme-color": ["\"#112233\""],
    "campaign.language": ["de"],
    "cards.language": ["de"], "cards.look": ["tide"],
    "cards.rows": ["fi*"], "cards.table": ["walks", "signs"],
    "diff.language": ["de"], "gazetteer.language": ["de"],
    "map.layers": ["physical"], "map.look": ["azgaar-night"],
    "meeting.campaign": ["campaign.json"], "meeting.language": ["de"],
    "meeting.look": ["minutes-night"], "meeting.room": ["tea-room"],
  ]
  /// Settings without which a key decides nothing, by kind and key or by kind, form and key.
  private static let companions: [String: [String: String]] = [
    "assets.png.width": ["show": "icons"],
    "campaign.aliases": ["world": "world.map"],
    "campaign.corrections": ["world": "world.map"],
    "campaign.unexplored": ["world": "world.map"],
    "cards.pdf.gap": ["layout": "sheet"], "cards.pdf.large": ["layout": "booklet"],
    "cards.pdf.paper": ["layout": "sheet"],
    "cards.pdf.same-backs": ["layout": "sheet", "backs": "true"],
    "gazetteer.links": ["format": "obsidian"],
    "map.margin": ["paper": "A3"], "map.orientation": ["paper": "A3"],
    "map.overlap": ["tiles": "dzi"], "map.padding": ["region": "state:Ardenfell"],
    "meeting.campaign": ["show": "recap"],
    "talk.html.large": ["show": "overview"], "talk.html.ratio": ["show": "overview"],
    "talk.html.width": ["show": "overview"],
    // A rehearsal is shown from its log, and neither goes without the other.
    "talk.log": ["show": "rehearsal", "log": "rehearsals/thursday.jsonl"],
  ]
  /// Options whose other values require a second output, an input with more in it, or a placeholder in
  /// the name of the output.
  private static let unplanned: Set<String> = [
    "assets.token-themes", "talk.images-as", "campaign.volumes", "gazetteer.volumes",
    "document.volumes", "campaign.output-profile", "gazetteer.output-profile",
    "document.output-profile", "meeting.output-profile",
  ]
  /// Indicates whether a key decides how and whether a job is run, where its input comes from or
  /// the names of its files, and nothing of their contents.
  private static func isBeside(_ key: ManifestKey, of kind: String) -> Bool {
    ManifestKeys.running.contains(key.name)
      || ["id", "tags", "matrix", "outputs", "from"].contains(key.name)
      || kind == "cards" && key.name == "key"
      // The only word that there is decides nothing.
      || kind == "campaign" && key.name == "format"
      // With one input, there is nothing to merge.
      || kind == "meeting" && key.name == "merge"
  }

  /// The contents and arrangements of a form: none named, and each value of `show` and `layout`
  /// with the settings that it requires.
  private static func contents(
    of format: OutputFormat, _ kind: any JobKind, besides base: [String: String]
  )
    -> [[String: String]]
  {
    [[:]]
      + kind.grammar.jobKeys.flatMap { key -> [[String: String]] in
        guard ["show", "layout"].contains(key.name), base[key.name] == nil,
          format.options.contains(key.name)
            || kind.grammar.keys.contains(where: { $0.name == key.name }),
          case .word(let words) = key.shape
        else { return [] }
        return words.map { word in
          word == "rehearsal"
            ? [key.name: word, "log": "rehearsals/thursday.jsonl"] : [key.name: word]
        }
      }
  }

  @Test(arguments: Jobs.kinds.map { $0.name })
  func `each setting changes the keys of what depends on it, and of nothing else`(
    name: String
  ) throws {
    let kind = try #require(Jobs.kinds.first { $0.name == name })
    var wrong: [String: [String]] = [:]
    var changed: Set<String> = []
    var refused: [String: String] = [:]
    for format in kind.grammar.formats {
      let sample = SampleJob(kind, format)
      let keys = kind.grammar.jobKeys.filter { key in
        key.name != name && !OptionKeysTests.isBeside(key, of: name)
          && (sample.settings[key.name] == nil
            || OptionKeysTests.values["\(name).\(key.name)"] != nil)
          && (format.options.contains(key.name)
            || !kind.grammar.options.contains { $0.name == key.name })
      }
      for content in OptionKeysTests.contents(of: format, kind, besides: sample.settings) {
        for key in keys where content.isEmpty || content.first?.key != key.name {
          guard content[key.name] == nil || key.name == "log" else { continue }
          let companions =
            (OptionKeysTests.companions["\(name).\(format.pathExtension).\(key.name)"]
            ?? OptionKeysTests.companions["\(name).\(key.name)"] ?? [:]).merging(content) { $1 }
          let written = companions.sorted { $0.key < $1.key }.map { " \($0.key): \($0.value)" }
          let place = ".\(format.pathExtension)" + written.joined(separator: ",")
          let values =
            OptionKeysTests.values["\(name).\(key.name)"]
            ?? OptionKeysTests.values(key.shape, key.example)
          // Other keys of a job may be for other formats.
          let isExact = format.options.contains(key.name) || !key.uses.isEmpty
          let before: [String]
          do {
            before = try plan(sample.manifest(companions)).keys
          } catch let failure as Failure {
            // Not each format has each content.
            if isExact, content.isEmpty, format.options.contains(key.name) {
              let said = failure.diagnostics.map(\.text).joined(separator: "; ")
              wrong[key.name, default: []].append("\(place) is refused: \(said)")
            }
            continue
          }
          var refusals: [String] = []
          var found: [String: [String]] = [:]
          var isReported = false
          for value in values {
            do {
              var settings = companions
              settings[key.name] = value
              let planned = try plan(sample.manifest(settings))
              found[value] = planned.keys
              if planned.warnings.contains(where: {
                $0.code == .outputUnused && $0.message.hasPrefix("\(key.name) has no effect")
              }) {
                isReported = true
              }
            } catch let failure as Failure {
              refusals.append(
                "\(value): \(failure.diagnostics.map(\.text).joined(separator: "; "))")
            }
          }
          if found.isEmpty {
            refused[key.name] = refusals.last
            if format.options.contains(key.name), content.isEmpty,
              !OptionKeysTests.unplanned.contains("\(name).\(key.name)")
            {
              wrong[key.name, default: []].append("\(place) refuses \(refusals)")
            }
            continue
          }
          let isChanged = found.values.contains { $0 != before }
          if isChanged { changed.insert(key.name) }
          guard isExact else { continue }
          if isChanged, isReported {
            wrong[key.name, default: []].append("\(place) depends on it, and is reported")
          } else if !isChanged, !isReported, found.count > 1 || refusals.isEmpty {
            wrong[key.name, default: []].append(
              "\(place) is the same with \(found.keys.sorted()), and that is not reported")
          }
          // Each of some words is a result of its own, but that the usual one may be among them.
          if case .word(let words) = key.shape, !isReported, found.count == words.count {
            let distinct = Set(found.values).count
            if distinct < words.count {
              wrong[key.name, default: []].append(
                "\(place) has \(distinct) keys of \(words.count) words")
            }
          }
        }
      }
    }
    for key in kind.grammar.keys + kind.grammar.options
    where key.name != name && !changed.contains(key.name)
      && !OptionKeysTests.isBeside(key, of: name)
      && !OptionKeysTests.unplanned.contains("\(name).\(key.name)")
    {
      wrong[key.name, default: []].append(
        "no form depends on it; \(refused[key.name] ?? "none refuses it")")
    }
    for (key, reasons) in wrong.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(name).\(key): \(reasons.joined(separator: "\n  "))")
    }
  }
}
