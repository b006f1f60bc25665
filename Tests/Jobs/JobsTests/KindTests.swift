// SPDX-License-Identifier: MIT
// Part of Platen: tests of the table of kinds of job: names, starter manifests, claims on inputs.

import Diagnostics
import Foundation
import Instances
import Pipeline
import TestSupport
import Testing
import Text
import Values

@testable import CampaignJobs
@testable import JobKit
@testable import Jobs
@testable import MeetingJobs
@testable import TalkJobs

@Suite struct KindTests {
  private static let names = Jobs.kinds.map { $0.name }

  @Test func `names are unique`() {
    #expect(Set(KindTests.names).count == KindTests.names.count)
    for name in KindTests.names { #expect(Jobs.kind(named: name)?.name == name) }
  }

  @Test func `kinds named elsewhere are in the table`() {
    for held in Instance.Kind.allCases.map(\.heldKind) {
      #expect(KindTests.names.contains(held), "\(held)")
    }
    for kind in Jobs.kinds {
      for other in kind.grammar.otherKinds {
        #expect(KindTests.names.contains(other), "\(kind.name): \(other)")
      }
    }
  }

  @Test(arguments: names)
  func `each kind has a manifest to start from`(name: String) throws {
    let templates = try Templates.find(
      named: Shared.repository.appendingPathComponent("Templates").path)
    let manifest = try ManifestParser(
      kinds: Jobs.kinds, environment: SealedEnvironment(texts: [:])
    ).parse(try templates.manifest(kind: name), file: "platen.yaml", folder: ".")
    #expect(manifest.jobs.contains { $0.kind.name == name })
  }

  @Test func `an pathExtension is of one kind`() {
    var owners: [String: String] = [:]
    for kind in Jobs.kinds {
      #expect(kind.ownExtensions.isSubset(of: kind.inputExtensions), "\(kind.name)")
      for pathExtension in kind.ownExtensions {
        #expect(owners.updateValue(kind.name, forKey: pathExtension) == nil, ".\(pathExtension)")
        #expect(Jobs.plainKind(of: "a.\(pathExtension)") { [] }?.name == kind.name)
      }
      #expect((try? kind.grammar.format(of: kind.exampleOutput)) != nil, "\(kind.exampleOutput)")
    }
  }

  @Test(arguments: [
    "CREATE TABLE public.room_participants (id text);",
    "-- x\nINSERT INTO room_permissions VALUES (1);",
    "COPY public.blocked_refresh_tokens (token) FROM stdin;",
  ])
  func `dumps of a meeting server are meetings, others rows`(text: String) {
    #expect(Jobs.plainKind(of: "dump.sql") { Array(text.utf8) }?.name == "meeting")
    let outputs = ["${row}.png", "minutes.pdf", "attendance.csv"]
    for output in outputs {
      #expect(Jobs.kind(of: "dump.sql", outputs: [output]) { Array(text.utf8) }.name == "meeting")
    }
    for text in ["-- room_participants", "CREATE TABLE rooms (id text);"] {
      #expect(Jobs.plainKind(of: "dump.sql") { Array(text.utf8) }?.name == "cards")
    }
  }

  /// Of what more than one kind may claim, the surest has it, whatever the order of the table.
  @Test(
    arguments: [
      (
        #"{"story": [{"actor": "gemini", "text": "The kind guide slides down: slides!"}]}"#,
        "campaign"
      ),
      (#"{"chat": [{"senderName": "Ada", "message": "the slides are kind of late"}]}"#, "meeting"),
      (#"{"story": "told", "chat": [{"senderName": "Ada"}]}"#, "meeting"),
      (#"{"slides": [{"kind": "Standard"}]}"#, "talk"),
      (##"{"items": {"$value": "#112233"}}"##, "assets"),
      (#"[{"title": "Fire"}]"#, "cards"),
      ("WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n", "meeting"),
      ("1\n00:00:01,000 --> 00:00:02,000\nHello\n", "meeting"),
      ("18:00:31 From  Ada  to  Everyone:\n\tHello\n", "meeting"),
      ("Transcript of conference held at May 12, 2026 in room roof\n", "meeting"),
      (#"{"segments": [{"start": 0, "end": 1, "text": " Hello."}]}"#, "meeting"),
      (#"{"text": " Hello.", "segments": [{"start": 0, "end": 1, "text": ""}]}"#, "meeting"),
      (#"{"events": [], "initial_participants": []}"#, "meeting"),
    ])
  func `the surest claim decides`(text: String, name: String) {
    #expect(Jobs.kind(of: "in.json", outputs: ["a.pdf"]) { Array(text.utf8) }.name == name)
  }

  /// Tables of attendance are meetings without a manifest; in one, cards may be made of them.
  @Test(
    arguments: [
      ("Name (Original Name),User Email,Join Time\nAda,,\n", "meeting"),
      ("First name,Last name,Email,Duration,Time joined,Time exited\n", "meeting"),
      ("Full Name\tUser Action\tTimestamp\n", "meeting"), ("Name,Email\nAda,\n", "cards"),
    ])
  func `tables of attendance differ from other tables`(text: String, name: String) {
    #expect(Jobs.kind(of: "in.csv", outputs: ["a.pdf"]) { Array(text.utf8) }.name == name)
    #expect(Jobs.certainKind(of: Array(text.utf8)) == nil)
  }

  /// An unmistakable input has its kind even where that cannot make the output.
  @Test(
    arguments: [
      (#"{"success": true, "story": [{"actor": "gemini", "text": "Rain."}]}"#, "campaign"),
      (#"{"game_state": {"game_state_version": 1}}"#, "campaign"),
      (#"{"content": [{"text": "{\"story\": [{\"actor\": \"user\"}]}"}]}"#, "campaign"),
      (#"{"chat": [{"senderName": "Ada", "message": "Hello"}]}"#, "meeting"),
    ])
  func `the content counts more than the outputs`(text: String, name: String) {
    for output in ["x.svg", "x.xcassets", "x.pptx", "x.gif"] {
      #expect(Jobs.kind(of: "in.json", outputs: [output]) { Array(text.utf8) }.name == name)
    }
  }

  /// An input that no able kind claims has its own kind, which names the formats it makes.
  @Test(
    arguments: [
      ("in.json", #"{"journeys": [{"id": 1}], "sayings": [{"id": 1}]}"#, "cards"),
      ("in.yaml", "colors:\n  sea: \"#112233\"\n", "assets"),
      ("in.txt", "God Mode:\nA kind guide slides down. Standard fare.\n", "campaign"),
      ("in.md", "# Two moons\n", "talk"),
      ("in.toml", "[[instances]]\nbase_url = \"https://a.example\"\n", "meeting"),
    ])
  func `an input that no able kind claims is of its own kind`(
    path: String, text: String, name: String
  ) throws {
    let kind = try #require(Jobs.kind(named: name))
    for output in ["x.svg", "x.csv", "x.pptx", "x.epub", "x.docx", "x.xcassets"]
    where (try? kind.grammar.format(of: output)) == nil {
      let found = Jobs.kind(of: path, outputs: [output]) { Array(text.utf8) }
      #expect(found.name == name, "\(output)")
    }
  }

  @Test func `images in a folder stay assets, whatever the outputs are`() {
    let found = Jobs.kind(of: "folder", outputs: ["x.docx"], names: ["a.png", "b.txt"]) { [] }
    #expect(found.name == "assets")
  }

  @Test(
    arguments: [
      ("{\"slides\": [{\"kind\": \"Standard\"}]}", true),
      ("title = \"Tides\"\n\n[[slides]]\nkind = \"Standard\"\n", true),
      ("slides:\n  - kind: Standard\n", true),
      ("The kind guide slides down.\n", false),
    ])
  func `a deck has a list of slides`(text: String, isTalk: Bool) {
    #expect(TalkKeys.seemsTalk(Array(text.utf8)) == isTalk)
  }

  @Test func `content of several kinds is of the kind that makes the outputs`() {
    let rows = Array(#"[{"campaign": "Spring", "title": "Fire"}]"#.utf8)
    #expect(Jobs.kind(of: "in.json", outputs: ["x.epub"]) { rows }.name == "campaign")
    #expect(Jobs.kind(of: "in.json", outputs: ["x.geojson"]) { rows }.name == "map")
  }

  @Test(
    arguments: [
      (["slides", "platen.yaml"], "talk"), (["01.md", "02.md"], "talk"),
      (["README.md", "story.json"], "campaign"),
    ])
  func `a folder that one kind alone claims is of that kind`(names: [String], name: String) {
    #expect(Jobs.kind(of: "folder", outputs: ["x.epub"], names: names) { [] }.name == name)
  }

  @Test(
    arguments: [
      (["a.json"], "campaign"), (["a.json", "chat.json"], "meeting"),
      (["a.vtt"], "meeting"), (["a.map", "a.srt"], "map"),
      (["chat.txt", "people.csv", "talk.vtt"], "meeting"),
      (["a.json", "a.png"], "assets"), (["a.png", "b.gz"], "assets"),
      (["a.json", "slides"], "talk"), (["a.map", "a.png"], "map"), (["a.map", "slides"], "talk"),
    ])
  func `a folder is of the surest kind`(names: [String], name: String) {
    #expect(Jobs.kind(of: "folder", outputs: ["a.pdf"], names: names) { [] }.name == name)
  }

  @Test func `a job names jobs of other kinds`() throws {
    var settings = Settings()
    settings.set("meeting", to: "m.json")
    settings.set("campaign", to: "chronicle")
    #expect(
      MeetingKind().references(in: settings) == [JobReference(kind: "campaign", name: "chronicle")])
    #expect(CampaignKind().references(in: settings).isEmpty)
  }

  @Test func `formats are unique and take options that there are`() {
    for kind in Jobs.kinds {
      let pathExtensions = kind.grammar.formats.map(\.pathExtension)
      #expect(Set(pathExtensions).count == pathExtensions.count, "\(kind.name)")
      let options = Set(kind.grammar.options.map(\.name))
      for format in kind.grammar.formats {
        #expect(options.isSuperset(of: format.options), "\(kind.name) .\(format.pathExtension)")
      }
    }
  }

  /// Servers and the page of a run know a form by its ending.
  @Test func `each format is in FileFormat`() {
    for kind in Jobs.kinds {
      for format in kind.grammar.formats where format.pathExtension != "/" {
        #expect(
          FileFormat(pathExtension: format.pathExtension) != nil,
          "\(kind.name) .\(format.pathExtension)")
      }
    }
  }

  @Test func `each format shows something, and each thing is shown`() {
    func check<Format: ShowingFormat>(_ format: Format.Type)
    where Format.Show: Hashable & CaseIterable {
      for format in Format.allCases {
        let shows = format.products.map(\.show)
        #expect(!shows.isEmpty && Set(shows).count == shows.count, ".\(format.rawValue)")
      }
      #expect(Set(Format.allCases.flatMap { $0.products.map(\.show) }) == Set(Format.Show.allCases))
    }
    check(TalkFormat.self)
    check(MeetingFormat.self)
  }

  @Test func `what a format does not show is an error at its option`() throws {
    var options = Settings()
    options.set("show", to: "invitation")
    let output = OutputRequest(
      path: "a.docx", format: "docx", options: options, place: Diagnostics.SourceLocation())
    let failure = #expect(throws: Failure.self) { try MeetingFormat.product(of: output) }
    #expect(failure?.diagnostics.first?.message == "docx does not show invitation")
    #expect(failure?.diagnostics.first?.place == Diagnostics.SourceLocation(field: "--show"))
  }

  /// Warnings of two outputs of one kind of job: one without options, and one with some.
  private func warnings(
    _ kind: String, _ plain: String, _ other: String, _ settings: [String: String]
  ) throws -> [Diagnostic] {
    let grammar = try #require(Jobs.kind(named: kind)).grammar
    var options = Settings()
    for (key, value) in settings.sorted(by: { $0.key < $1.key }) { options.set(key, to: value) }
    return grammar.alike([
      OutputRequest(
        path: plain, format: try grammar.format(of: plain).pathExtension, options: Settings(),
        place: Diagnostics.SourceLocation()),
      OutputRequest(
        path: other, format: try grammar.format(of: other).pathExtension, options: options,
        place: Diagnostics.SourceLocation()),
    ])
  }

  @Test func `an output that only writes defaults out is like the plain one`() throws {
    let cases: [(String, String, String, [String: String])] = [
      ("map", "a.jpg", "b.jpeg", [:]),
      ("map", "a.tif", "b.tiff", ["compression": "lzw"]),
      ("map", "a.png", "b.png", ["scale": "1.0", "show": "map", "color-mode": "auto"]),
      ("map", "a.webp", "b.webp", ["lossless": "false"]),
      ("map", "a.json", "b.json", ["format": "world-foundry"]),
      ("map", "a.zip", "b.zip", ["tiles": "xyz", "tile-size": "256", "tile-format": "png"]),
      ("talk", "a.pdf", "b.pdf", ["show": "slides", "steps": "final", "per-page": "3"]),
      ("talk", "a.txt", "b.txt", ["show": "outline"]),
      ("talk", "a.md", "b.md", ["show": "script"]),
      ("meeting", "a.csv", "b.csv", ["show": "attendance"]),
      ("campaign", "a.png", "b.png", ["page": "1"]),
      ("cards", "a.pdf", "b.pdf", ["show": "card", "crop-marks": "true", "bleed": "0"]),
      ("assets", "a.png", "b.png", ["size": "1024", "appearance": "any"]),
    ]
    for (kind, plain, other, settings) in cases {
      let found = try warnings(kind, plain, other, settings)
      #expect(found.map(\.code) == [.outputAlike], "\(kind): \(other) \(settings)")
      #expect(
        found.first?.message == "\(other) has the same settings and content as \(plain)")
    }
  }

  @Test func `an output that differs from the plain one is not reported`() throws {
    let cases: [(String, String, String, [String: String])] = [
      ("map", "a.jpg", "b.png", [:]),
      ("map", "a.jpg", "b.jpeg", ["quality": "50"]),
      ("map", "a.png", "b.png", ["scale": "2"]),
      ("map", "burgs.csv", "states.csv", [:]),
      // Whether these are defaults depends on the map, or on the preset.
      ("map", "a.png", "b.png", ["width": "1440"]),
      ("map", "a.pdf", "b.pdf", ["margin": "0"]),
      ("talk", "a.pdf", "b.pdf", ["steps": "each"]),
      // The default of one format is not that of another.
      ("talk", "a.txt", "b.txt", ["show": "script"]),
      ("talk", "a.md", "b.md", ["show": "outline"]),
      ("cards", "a.pdf", "b.pdf", ["crop-marks": "false"]),
    ]
    for (kind, plain, other, settings) in cases {
      #expect(
        try warnings(kind, plain, other, settings).isEmpty, "\(kind): \(other) \(settings)")
    }
  }

  @Test func `defaults are values of their keys, and the help and the schema show them`() {
    for kind in Jobs.kinds {
      for key in kind.grammar.keys + kind.grammar.options {
        guard let text = key.defaultValue else { continue }
        var faults = DiagnosticList()
        key.check(PlacedValue(typed: text, at: Diagnostics.SourceLocation()), into: &faults)
        #expect(faults.isEmpty, "\(kind.name).\(key.name): \(text)")
        #expect(key.summaryParts.fallback == text, "\(kind.name).\(key.name)")
        #expect(!key.summaryParts.text.contains("(default: "), "\(kind.name).\(key.name)")
      }
    }
  }

  /// Files of a folder are distinguished without queries to other kinds.
  @Test func eventsOfARoomAreNoCampaign() {
    for text in [
      #"[{"event": "kick", "actor": "Ada", "target": "Grace"}]"#,
      #"{"story": [], "sender_name": "Ada", "actor": "Ada"}"#,
    ] { #expect(!CampaignKeys.seemsCampaign(Array(text.utf8)), "\(text)") }
    #expect(CampaignKeys.seemsCampaign(Array(#"{"story": [{"actor": "user"}]}"#.utf8)))
  }
}
