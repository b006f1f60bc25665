// SPDX-License-Identifier: MIT
// Part of Platen: tests of fetching: what is asked for, what is kept, what does while a server is down.

import Diagnostics
import Foundation
import Instances
import Loopback
import Pipeline
import TestSupport
import Testing

@testable import JobKit
@testable import Jobs

@Suite struct InstanceFetchTests {
  private let folder: String

  init() throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("platen-fetch-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
  }

  private static let campaigns = (0..<5).map { number in
    CampaignServer.Campaign(
      id: "c\(number)", title: "Tale \(number)", played: "2026-11-0\(number + 1)T20:00:00Z",
      scenes: ["Scene \(number)."])
  }

  private func instance(
    _ server: ShapedServer, _ kind: Instance.Kind = .worldarchitect,
    _ change: (inout Instance) -> Void = { _ in }
  ) throws -> ManifestInstance {
    var instance = Instance(name: "hall", kind: kind, address: try WebAddress(server.url))
    instance.user = .variable("WHO")
    instance.credential = .variable("TOKEN")
    instance.retries.limit = 0
    change(&instance)
    return ManifestInstance(
      instance: instance, place: Diagnostics.SourceLocation(file: "platen.yaml", line: 3))
  }

  private func fetch(
    _ instance: ManifestInstance, _ patterns: [String] = ["*"], forced: Bool = false
  ) -> InstanceFetch.Outcome {
    var fetch = InstanceFetch(
      store: folder + "/store", digests: nil,
      vault: CredentialVault(folder: folder) {
        ["WHO": "user-7", "TOKEN": "hush-hush-hush-hush"][$0]
      })
    fetch.isForced = forced
    let demands = patterns.map {
      InstanceDemand(
        instance: "hall", pattern: $0, kind: instance.instance.kind.heldKind, tags: [])
    }
    return fetch.fetch(demands, of: [instance], isCancelled: { false })[0]
  }

  private func bytes(_ entry: InstanceHoldings.Entry?) -> String {
    (entry?.place).flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
  }

  @Test func onlyRequestedAndChangedEntriesAreFetched() throws {
    let server = try CampaignServer(Self.campaigns, user: "user-7", token: "hush-hush-hush-hush")
    let instance = try instance(server)
    let first = fetch(instance, ["c1", "Tale 3"])
    #expect(first.requested == 2 && first.fetched == 2 && first.warnings.isEmpty)
    #expect(first.holdings.entries.map(\.name) == ["tale-1-c1", "tale-3-c3"])
    #expect(bytes(first.holdings.entries.last).contains("Scene 3."))
    let all = fetch(instance)
    #expect(all.requested == 5 && all.fetched == 3 && all.holdings.entries.count == 5)
    #expect(fetch(instance).fetched == 0)
    #expect(fetch(instance, forced: true).fetched == 5)
    server.change {
      $0[2].played = "2026-12-01T20:00:00Z"
      $0[2].scenes.append("More.")
      $0.removeLast()
    }
    let next = fetch(instance)
    #expect(next.fetched == 1 && next.holdings.entries.count == 4)
    #expect(bytes(next.holdings.entries[2]).contains("More."))
    // Nobody is asked for this.
    let requested = server.requests.count
    let kept = InstanceFetch.kept(instance, in: folder + "/store")
    #expect(kept.entries.map(\.place) == next.holdings.entries.map(\.place))
    #expect(server.requests.count == requested)
  }

  @Test func damagedCopiesAreFetchedAgain() throws {
    let server = try CampaignServer(Self.campaigns, user: "user-7")
    let instance = try instance(server)
    let place = try #require(fetch(instance).holdings.entries[0].place)
    try "{}".write(toFile: place, atomically: false, encoding: .utf8)
    let again = fetch(instance)
    #expect(again.fetched == 1 && bytes(again.holdings.entries[0]).contains("Scene 0."))
  }

  @Test func WhatWasFetchedLastDoesWhileTheServerIsAwayAndNotWhereItRefuses() throws {
    let server = try CampaignServer(Self.campaigns, user: "user-7", token: "hush-hush-hush-hush")
    let instance = try instance(server)
    let good = fetch(instance)
    server.setDown(true)
    let stale = fetch(instance)
    #expect(stale.isStale && stale.holdings.error == nil)
    #expect(stale.holdings.entries.map(\.place) == good.holdings.entries.map(\.place))
    #expect(stale.warnings.map(\.code.rawValue) == ["instance.stale"])
    #expect(stale.warnings[0].place?.line == 3)
    let strict = try self.instance(server) { $0.allowsStale = false }
    #expect(fetch(strict).holdings.error?.code == "instance.unavailable")
    server.setDown(false)
    server.setToken("another-another")
    let refused = fetch(instance)
    #expect(refused.holdings.error?.code == "instance.auth" && refused.holdings.entries.isEmpty)
    #expect(!"\(refused)".contains("hush"))
    server.setToken("hush-hush-hush-hush")
    #expect(fetch(instance).fetched == 0)
  }

  @Test func entriesFetchedBeforeALimitAreCached() throws {
    let server = try CampaignServer(Self.campaigns, user: "user-7")
    let instance = try instance(server)
    #expect(fetch(instance).fetched == 5)
    let requested = server.requests.count
    server.change { campaigns in
      for index in campaigns.indices {
        campaigns[index].played = "2026-12-0\(index + 1)T20:00:00Z"
        campaigns[index].scenes.append("More.")
      }
    }
    let short = try self.instance(server) {
      $0.concurrency = 1
      $0.limits.requests = requested - 2
    }
    let part = fetch(short)
    #expect(part.isStale && part.holdings.error == nil && part.holdings.entries.count == 5)
    #expect(part.warnings.map(\.code.rawValue) == ["instance.stale"])
    let anew = part.holdings.entries.count { bytes($0).contains("More.") }
    #expect((1..<5).contains(anew))
    #expect(fetch(instance).fetched == 5 - anew)
  }

  @Test func OneThatComesWithoutItsStoryLeavesTheOthersAlone() throws {
    let server = try CampaignServer(Self.campaigns, user: "user-7")
    let instance = try instance(server)
    #expect(fetch(instance, ["c0", "c1"]).fetched == 2)
    // As the application has answered for campaigns of hundreds of entries.
    server.change {
      for index in [0, 3] {
        $0[index].scenes = []
        $0[index].played = "2026-12-01T20:00:00Z"
      }
    }
    let next = fetch(instance)
    #expect(next.fetched == 2 && next.isStale)
    #expect(bytes(next.holdings.entries[0]).contains("Scene 0."))
    #expect(next.holdings.entries[3].error?.code == "instance.answer")
    #expect(next.holdings.entries.count == 5)
  }

  @Test func ARoomAndAReportComeFromAServerOfMeetings() throws {
    let server = try RoomServer(rooms: ["crypt", "bay"], token: "hush-hush-hush-hush")
    let instance = try instance(server, .bedrud)
    let room = fetch(instance, ["bay"])
    #expect(room.requested == 1 && room.holdings.entries.map(\.name) == ["bay"])
    #expect(room.holdings.report == nil)
    let report = fetch(instance, ["."])
    #expect(report.requested == 1 && report.holdings.report?.error == nil)
    let text = bytes(report.holdings.report)
    #expect(text.contains("Tomáš Řehák") && text.contains("••••") && !text.contains("hush"))
  }

  @Test func imagesOfAChatComeFromItsServer() throws {
    let server = try RoomServer(rooms: ["bay"], token: "hush-hush-hush-hush")
    let instance = try instance(server, .bedrud)
    try #"""
    [{"attachments": [{"url": "/uploads/chat/ab12.png"}, {"url": "\/uploads\/chat\/gone.png"},
      {"url": "/uploads/chat/../x"}, {"url": "https://meet.example.org/uploads/chat/ab12.png"}]}]
    """#.write(toFile: folder + "/chat.json", atomically: false, encoding: .utf8)
    func fetched() -> InstanceFetch.Outcome {
      var fetch = InstanceFetch(
        store: folder + "/store", digests: nil,
        vault: CredentialVault(folder: folder) { _ in "hush-hush-hush-hush" })
      fetch.files = DiskEnvironment(folder: folder)
      fetch.kinds = Jobs.kinds
      let demand = InstanceDemand(
        instance: "hall", pattern: "bay", kind: "meeting", tags: [], files: ["chat.json", "none"])
      return fetch.fetch([demand], of: [instance], isCancelled: { false })[0]
    }
    let first = fetched()
    #expect(first.holdings.uploads.map(\.name) == ["uploads/chat/ab12.png"])
    #expect(first.requested == 2 && first.fetched == 2)
    #expect(first.warnings.map(\.code) == ["instance.missing"])
    #expect(first.warnings.allSatisfy { $0.severity == .warning })
    let requested = server.requests.filter { $0.path.hasPrefix("/uploads/") }
    #expect(Set(requested.map(\.path)) == ["/uploads/chat/ab12.png", "/uploads/chat/gone.png"])
    // It is called by what it is: once is enough. No job is made of it.
    #expect(fetched().holdings.uploads.count == 1)
    #expect(server.requests.count { $0.path == "/uploads/chat/ab12.png" } == 1)
    let kept = InstanceFetch.kept(instance, in: folder + "/store")
    #expect(kept.uploads.count == 1 && kept.matching("*").map(\.name) == ["bay"])
    var disk = DiskEnvironment()
    disk.mounts = InstanceHoldings.mounts(of: ["hall": kept])
    #expect(
      String(decoding: try disk.read("instance:hall/uploads/chat/ab12.png").bytes, as: UTF8.self)
        == "a picture")
    #expect(try disk.status("instance:hall/uploads/chat")?.kind == .folder)
    #expect(InstanceHoldings.folder(holding: "instance:hall/bay.json") == "instance:hall")
    #expect(InstanceHoldings.folder(holding: "hall/bay.json") == nil)
    // They do while it is away.
    server.setDown(true)
    #expect(fetched().holdings.uploads.count == 1)
  }

  @Test func healthIsQueriedFirst() throws {
    let server = try RoomServer(rooms: ["crypt"], token: "hush-hush-hush-hush")
    let instance = try instance(server, .bedrud)
    #expect(fetch(instance).fetched == 1)
    #expect(server.requests.first?.path == "/api/health")
    server.setHealth("draining")
    let count = server.requests.count
    let ill = fetch(instance, forced: true)
    #expect(server.requests.count == count + 1)
    // What was fetched before does, as with one that is away.
    #expect(ill.isStale && ill.holdings.entries.count == 1)
    #expect(ill.warnings.contains { $0.message.contains("draining") })
  }
}
