// SPDX-License-Identifier: MIT
// Part of Platen: tests of instances in manifests: names of what they hold, patterns, jobs, faults.

import Diagnostics
import Foundation
import Instances
import Pipeline
import TestSupport
import Testing

@testable import JobKit
@testable import Jobs

@Suite struct HoldingNameTests {
  private func names(_ kind: Instance.Kind, _ holdings: [(String, String)]) -> [String] {
    HoldingName.names(for: holdings.map { Holding(id: $0.0, title: $0.1) }, of: kind)
  }

  @Test func CampaignsAreCalledByTitleAndTheBeginningOfTheirId() {
    #expect(
      names(
        .worldarchitect,
        [
          ("a1B2c3D4e5", "The Salt Road"), ("a1B2c3D4ff", "The Salt Road"),
          ("x-1", "  ../../etc/passwd  "), ("x2", ""), ("x3", "سفر شمال"), ("x4", "冬の旅: 2"),
          ("x5", String(repeating: "ab ", count: 90)),
        ]) == [
          "the-salt-road-a1B2c3D4", "the-salt-road-a1B2c3D4ff", "etc-passwd-x1", "campaign-x2",
          "سفر-شمال-x3", "冬の旅-2-x4",
          String(repeating: "ab-", count: 32).dropLast() + "-x5",
        ])
  }

  @Test func NoTwoAreCalledAlike() {
    #expect(
      names(.bedrud, [("1", "crypt"), ("2", "Crypt"), ("3", "crypt-2")]) == [
        "crypt", "crypt-2", "crypt-2-2",
      ])
    #expect(names(.worldarchitect, [("", "A"), ("", "A"), ("", "A")]) == ["a-", "a--2", "a--3"])
    #expect(names(.toboggan, [("talk", "")]) == ["talk"])
  }

  @Test(arguments: [
    ("*", true), ("salt-a1b2", true), ("a1b2c3", true), ("The Salt/Road", true), (".", true),
    ("The*", true), ("salt*", true), ("*Road", true), ("?alt-*", true), ("Salt", false),
    ("b*", false), ("", false), ("a1b2", false),
  ]) func PatternsMeanNamesIdsAndTitles(_ pattern: String, _ isMeant: Bool) {
    #expect(
      InstanceHoldings.matches(pattern, name: "salt-a1b2", id: "a1b2c3", title: "The Salt/Road")
        == isMeant)
  }
}

@Suite struct InstanceManifestTests {
  private let manifest = """
    version: 1
    instances:
      archive: { kind: worldarchitect, url: "Play.example.org/", credential: "env:A", user: "env:U" }
      hall: { kind: toboggan, url: "http://localhost:8080", timeout: 5s, rate: 60, stale: fail }
    defaults: { from: archive }
    jobs:
      - { campaign: "*", tags: [nightly], outputs: ["${name}.pdf"] }
      - { campaign: [c2, "none*"], outputs: ["some/${name}.pdf"] }
      - { talk: "*", from: hall, outputs: ["${name}.pdf"] }
      - { campaign: ., show: library, outputs: ["${name}.md"] }
    """

  private func parse(
    _ holdings: [String: InstanceHoldings], surveying: Bool = false
  ) throws -> Manifest {
    var parser = ManifestParser(
      kinds: Jobs.kinds, environment: SealedEnvironment(texts: [:]))
    parser.holdings = holdings
    parser.isSurveying = surveying
    return try parser.parse(Array(manifest.utf8), file: "platen.yaml", folder: "sub")
  }

  private func faults(_ instances: String, in folder: String = "sub") throws -> [Diagnostic] {
    let text = "version: 1\ninstances:\n\(instances)\njobs: []\n"
    let parser = ManifestParser(
      kinds: Jobs.kinds, environment: SealedEnvironment(texts: [:]))
    return try parser.read(Array(text.utf8), file: "platen.yaml", folder: folder, into: nil)
      .errors.diagnostics.filter { !$0.message.contains("job") }
  }

  @Test(arguments: ["?token=hush-hush", "/#hush-hush"])
  func WhatStandsBehindAnAddressIsRefusedWithItsLine(_ tail: String) throws {
    let found = try faults("  c: { kind: toboggan, url: \"http://127.0.0.1:1\(tail)\" }")
    #expect(found.map(\.place?.line) == [3])
    #expect(found[0].message.contains("may be a secret") && !"\(found)".contains("hush"))
  }

  @Test func OneFileInTwoSpellingsIsOneCredential() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("platen-share-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("secrets"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appendingPathComponent("secrets/club"))
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("link"),
      withDestinationURL: folder.appendingPathComponent("secrets/club"))
    func said(_ first: String, _ second: String) throws -> Int {
      try faults(
        "  a: { kind: bedrud, url: \"https://a.b\", credential: \"file:\(first)\" }\n"
          + "  b: { kind: bedrud, url: \"https://c.d\", credential: \"file:\(second)\" }",
        in: folder.path
      ).count
    }
    #expect(try said("secrets/club", "secrets/club") == 1)
    for other in [
      "./secrets/../secrets/club", "\(folder.path)/secrets/club", "link", "secrets//club",
    ] {
      #expect(try said("secrets/club", other) == 1, "\(other)")
    }
    // Files that are not there yet, or not at all.
    #expect(try said("none/x", "./none/y/../x") == 1)
    #expect(try said("none/x", "none/y") == 0)
  }

  private func entry(_ name: String, _ id: String, error: Diagnostic? = nil)
    -> InstanceHoldings.Entry
  {
    .init(
      name: name, id: id, title: name, place: error == nil ? "/copies/\(id)" : nil, error: error)
  }

  @Test func InstancesAreReadWithWhatIsUsual() throws {
    let instances = try parse([:], surveying: true).instances.map(\.instance)
    #expect(instances.map(\.name) == ["archive", "hall"])
    #expect(instances[0].address.description == "https://play.example.org")
    #expect(instances[0].credential == .variable("A") && instances[0].allowsStale)
    #expect(
      instances[1].idleTimeout == 5 && instances[1].perMinute == 60 && !instances[1].allowsStale)
  }

  @Test func aSurveyListsDemandsWithoutJobs() throws {
    let survey = try parse([:], surveying: true)
    #expect(survey.jobs.isEmpty)
    #expect(survey.demands.map(\.pattern) == ["*", "c2", "none*", "*", "."])
    #expect(survey.demands.map(\.instance) == ["archive", "archive", "archive", "hall", "archive"])
    #expect(survey.demands[0].tags == ["nightly"])
    let tagged = survey.demands.filter(Selection(["tag:nightly"]).mayMean)
    #expect(tagged.map(\.pattern) == ["*"])
    #expect(survey.demands.filter(Selection(["kind:talk"]).mayMean).count == 1)
    let some = survey.demands.filter(Selection(["some/*.pdf"]).mayMean)
    #expect(some.map(\.pattern) == ["*", "c2", "none*", "*"])
    #expect(survey.demands.filter(Selection(["one-c1"]).mayMean).count == 5)
  }

  @Test(arguments: [
    ("talk", ["hall"]), ("rec", ["club", "arch"]), ("local", ["arch"]), ("slow", ["slow"]),
    // A talk may be called so.
    ("slow.txt", ["hall", "slow"]), ("s*.txt", ["hall", "slow"]),
    ("kind:meeting", ["club", "slow", "arch"]),
    ("books/x.pdf", ["arch"]), ("admin.pdf", []), ("tag:none", []), ("admin", ["club"]),
  ]) func ASelectionAsksOnlyWhatItsJobsAreMadeFrom(_ only: String, _ requested: [String]) throws {
    let text = """
      version: 1
      instances:
        hall: { kind: toboggan, url: "http://localhost:1" }
        slow: { kind: bedrud, url: "http://localhost:2" }
        club: { kind: bedrud, url: "http://localhost:3" }
        arch: { kind: worldarchitect, url: "http://localhost:4", user: "env:U" }
      jobs:
        - { id: talk, talk: "*", from: hall, outputs: ["${name}.txt"] }
        - { id: slow, meeting: vault, from: slow, outputs: [slow.txt] }
        - { id: admin, meeting: ., from: club, outputs: [{ file: admin.txt, show: admin }] }
        - { id: rec, meeting: vault, from: club, campaign: one, outputs: [{ file: r.md, show: recap }] }
        - { id: local, meeting: m.json, campaign: one, outputs: [{ file: l.md, show: recap }] }
        - { id: one, campaign: c1, from: arch, outputs: ["books/${name}.pdf"] }
        - { id: two, campaign: c2, from: arch, outputs: [two.docx] }
      """
    var parser = ManifestParser(
      kinds: Jobs.kinds, environment: SealedEnvironment(texts: ["m.json": "{}"]))
    parser.isSurveying = true
    let survey = try parser.parse(Array(text.utf8), file: "platen.yaml", folder: "")
    let demands = Selection([only]).demands(of: survey)
    #expect(Set(demands.map(\.instance)) == Set(requested), "\(demands)")
    // Of a campaign's instance only the campaign that is told of.
    #expect(!demands.contains { $0.pattern == "c2" })
    if only == "rec" { #expect(!demands.contains { $0.pattern == "." }) }
  }

  @Test func WhatIsHeldBecomesJobs() throws {
    let error = Diagnostic.error("instance.tool", "not yours")
    let holdings = [
      "archive": InstanceHoldings(entries: [
        entry("one-c1", "c1"), entry("two-c2", "c2", error: error),
      ]),
      "hall": InstanceHoldings(error: .error("instance.unavailable", "down")),
    ]
    let jobs = try parse(holdings).jobs
    #expect(
      jobs.map(\.input) == [
        "instance:archive/one-c1.json", "instance:archive/two-c2.json",
        "instance:archive/two-c2.json", "instance:archive/none*", "instance:hall/*",
        "instance:archive",
      ])
    #expect(
      jobs.map { $0.outputs[0].path } == [
        "one-c1.pdf", "two-c2.pdf", "some/two-c2.pdf", "some/archive-3.pdf", "hall-4.pdf",
        "archive.md",
      ])
    #expect(
      jobs.map { $0.error?.code.rawValue } == [
        nil, "instance.tool", "instance.tool", "manifest.no-match", "instance.unavailable", nil,
      ])
    let mounts = InstanceHoldings.mounts(of: holdings)
    var disk = DiskEnvironment()
    disk.mounts = mounts
    #expect(disk.resolved("instance:archive/one-c1.json") == "/copies/c1")
    #expect(try disk.list("instance:archive").map(\.name) == ["one-c1.json"])
  }

  @Test func WhenAllAreDownNothingSeemsToBeWrittenTwice() throws {
    let down = InstanceHoldings(error: .error("instance.unavailable", "down"))
    let jobs = try parse(["archive": down, "hall": down]).jobs
    #expect(jobs.allSatisfy { $0.error?.code == "instance.unavailable" })
    #expect(Set(jobs.map { $0.outputs[0].path }).count == jobs.count)
  }
}
