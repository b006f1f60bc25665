// SPDX-License-Identifier: MIT
// Part of Platen: tests of whole runs from instances: nights, failures, copies, and secrets.

import Foundation
import Loopback
import TestSupport
import Testing

@Suite struct InstanceRunTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private static let token = "hush-token-5e1f0c77"

  private static let campaigns = [
    CampaignServer.Campaign(
      id: "a1b2c3d4e5", title: "The Salt Road", played: "2026-11-01T20:00:00Z",
      scenes: ["The gate of Jarnheim opens.", "Snow falls on the salt."]),
    CampaignServer.Campaign(
      id: "f6a7b8c9d0", title: "Low Tide", played: "2026-11-02T20:00:00Z",
      scenes: ["A bell rings under water."]),
    CampaignServer.Campaign(
      id: "b1b1b1b1b1", title: "Low Tide", played: "2026-11-03T20:00:00Z",
      scenes: ["The bell rings again."]),
  ]

  private func write(_ text: String, to name: String, mode: Int = 0o644) throws {
    let path = try scratch.write(text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func text(_ name: String) -> String { scratch.text(name) ?? "" }

  private func names(_ name: String) -> [String] {
    let found = try? FileManager.default.contentsOfDirectory(atPath: scratch(name))
    // What runs note of themselves is no output.
    return (found ?? []).filter { $0 != ".platen" }.sorted()
  }

  @discardableResult private func platen(_ arguments: String) throws -> [String] {
    try Command.run(
      "PLATEN_DATA_DIR=\(Shared.repository.path)/Templates PLAYER=user-7 HUSH=\(Self.token) "
        + "platen \(arguments)", input: [], in: scratch.url)
  }

  private func status(_ lines: [String]) -> Int {
    lines.last.flatMap { $0.hasPrefix("=> ") ? Int($0.dropFirst(3)) : nil } ?? 0
  }

  /// A manifest with an archive of campaigns, and other lines.
  private func manifest(_ server: ShapedServer, more: String = "", jobs: String = "") throws {
    try write(
      """
      version: 1
      instances:
        archive:
          kind: worldarchitect
          url: \(server.url)
          credential: file:secrets/archive
          user: env:PLAYER
          retries: { limit: 0 }
      \(more)
      jobs:
        - campaign: "*"
          from: archive
          tags: [nightly]
          outputs: ["books/${name}.txt"]
      \(jobs)
      """, to: "platen.yaml")
    try write(Self.token + "\n", to: "secrets/archive", mode: 0o600)
  }

  @Test func ANightPrintsWhatChangedSinceTheLast() throws {
    let server = try CampaignServer(Self.campaigns, user: "user-7", token: Self.token)
    try manifest(server)
    let first = try platen("run")
    #expect(status(first) == 0, "\(first)")
    let books = ["low-tide-b1b1b1b1.txt", "low-tide-f6a7b8c9.txt", "the-salt-road-a1b2c3d4.txt"]
    #expect(names("out/books") == books)
    #expect(text("out/books/the-salt-road-a1b2c3d4.txt").contains("Snow falls on the salt."))
    #expect(first.contains { $0.contains("archive: 3 needed, 3 fetched") })

    // Nothing was played: nothing is fetched or made.
    let calls = server.calls("get_campaign_state")
    let second = try platen("run")
    #expect(second.contains { $0.contains("3 needed, 0 fetched") })
    #expect(second.contains { $0.contains("3 jobs: 0 built, 3 up to date") })
    #expect(server.calls("get_campaign_state") == calls)

    // One was played, and another looks played and is the same.
    server.change {
      $0[0].played = "2026-11-20T20:00:00Z"
      $0[0].scenes.append("The last cart arrives.")
      $0[1].played = "2026-11-20T21:00:00Z"
    }
    let third = try platen("run")
    #expect(third.contains { $0.contains("3 needed, 2 fetched") })
    #expect(third.contains { $0.contains("3 jobs: 1 built, 2 up to date") })
    #expect(text("out/books/the-salt-road-a1b2c3d4.txt").contains("The last cart arrives."))
    #expect(server.requests.allSatisfy { !$0.text.contains("process_action") })

    // Everything, whatever is known.
    #expect(try platen("run --rebuild").contains { $0.contains("3 needed, 3 fetched") })
    #expect(try platen("run --no-cache").contains { $0.contains("3 needed, 3 fetched") })
  }

  @Test func WhatAnInstanceHeldLastDoesWhileItIsDown() throws {
    let server = try CampaignServer(Self.campaigns, user: "user-7", token: Self.token)
    try manifest(server)
    #expect(status(try platen("run")) == 0)
    server.setDown(true)
    try FileManager.default.removeItem(atPath: scratch("out"))
    let stale = try platen("run")
    #expect(status(stale) == 0, "\(stale)")
    #expect(stale.contains { $0.contains("warning:") && $0.contains("503") })
    #expect(names("out/books").count == 3)
    #expect(status(try platen("run --fail-on-warnings")) == 2)
    // Where that is not wanted nothing is made, and nothing that was made goes.
    try write(
      text("platen.yaml").replacing("user: env", with: "stale: fail\n    user: env"),
      to: "platen.yaml")
    let failed = try platen("run --prune")
    #expect(status(failed) == 69, "\(failed)")
    #expect(failed.contains { $0.contains("nothing is pruned") })
    #expect(names("out/books").count == 3)
    #expect(status(try platen("run --only 'books/low*'")) == 69)
    server.setDown(false)
    #expect(status(try platen("run --failed")) == 0)
    // One who is not let in any more has nothing of what was fetched before printed.
    try write(text("platen.yaml").replacing("    stale: fail\n", with: ""), to: "platen.yaml")
    server.setToken("another")
    let refused = try platen("run --rebuild")
    #expect(status(refused) == 69, "\(refused)")
    #expect(refused.contains { $0.contains("archive does not accept its token (401: invalid") })
  }

  @Test func AFailingInstanceFailsOnlyItsOwnJobs() throws {
    let campaigns = try CampaignServer(Self.campaigns, user: "user-7", token: Self.token)
    let talk = try TalkServer("Ships and shores", [("Sails", "They need wind.")])
    let rooms = try RoomServer(rooms: ["crypt", "attic-bay"], token: Self.token)
    let down = try CampaignServer([], user: "user-7")
    down.setDown(true)
    let locked = try CampaignServer(Self.campaigns, user: "user-7", token: "another")
    try manifest(
      campaigns,
      more: """
          hall: { kind: toboggan, url: "\(talk.url)" }
          club: { kind: bedrud, url: "\(rooms.url)/api/", label: The club, credential: "env:HUSH" }
          attic: { kind: worldarchitect, url: "\(down.url)", user: "env:PLAYER", retries: { limit: 0 } }
          vault: { kind: worldarchitect, url: "\(locked.url)", user: "env:PLAYER", credential: "keyring:vault" }
        """,
      jobs: """
          - talk: "*"
            from: hall
            outputs: ["talks/${name}.txt", "talks/${name}.pdf"]
          - { meeting: "\(rooms.url)/m/Crypt", from: club, outputs: ["rooms/${name}.txt"] }
          - meeting: "."
            from: club
            outputs: [{ file: "rooms/${name}-report.txt", show: admin }]
          - { campaign: "*", from: attic, outputs: ["attic/${name}.txt"] }
          - { campaign: "*", from: vault, outputs: ["vault/${name}.txt"] }
          - { campaign: mine.json, outputs: ["mine/${name}.txt"] }
        """)
    try write(
      #"{"campaign":{"title":"Mine"},"story":[{"actor":"gemini","text":"A lamp.","part":1,"timestamp":"2026-11-01T20:00:00Z"}]}"#,
      to: "mine.json")
    let lines = try platen("run")
    #expect(status(lines) == 1, "\(lines)")
    #expect(names("out") == ["books", "mine", "platen-run.json", "rooms", "talks"])
    #expect(names("out/rooms") == ["club-report.txt", "crypt.txt"])
    #expect(text("out/rooms/crypt.txt").contains("Tomáš Řehák"))
    #expect(text("out/rooms/club-report.txt").contains("attic-bay"))
    #expect(!text("out/rooms/club-report.txt").contains("hush"))
    #expect(names("out/talks") == ["ships-and-shores.pdf", "ships-and-shores.txt"])
    #expect(lines.contains { $0.contains("9 jobs: 7 built, 0 up to date, 2 failed") })
    #expect(lines.contains { $0.contains("vault") && $0.contains("keyring") })
    #expect(lines.contains { $0.contains("attic is not working at the moment (503)") })
    #expect(lines.contains { $0.contains("platen.yaml:") && $0.contains("attic") })

    let check = try platen("instances check")
    #expect(status(check) == 1)
    #expect(check.contains("hall: it shows a talk, no sign-in"))
    #expect(check.contains("archive: health not reported, signed in"))
    #expect(check.contains("vault: unavailable") && check.contains("attic: unavailable"))
    #expect(status(try platen("instances check platen.yaml attic vault")) == 69)
    #expect(status(try platen("instances check platen.yaml hall")) == 0)
    #expect(status(try platen("instances check platen.yaml cellar")) == 64)
    let list = try platen("instances list")
    #expect(
      list.contains(
        "archive: worldarchitect at \(campaigns.url), credential file:secrets/archive, 3 copies"
      ))
  }

  @Test func ARecapOfACampaignThatCannotBeHadFailsForThatReason() throws {
    let server = try CampaignServer(Self.campaigns, user: "user-7", token: Self.token)
    server.setDown(true)
    try write(
      """
      {"room": {"id": "r1", "name": "crypt", "createdBy": "u1"}, "participants": [],
       "chat": [{"timestamp": 1773428400000, "senderName": "Ada", "message": "Roll for it."}]}
      """, to: "evening.json")
    try write(
      """
      version: 1
      instances:
        archive:
          kind: worldarchitect
          url: \(server.url)
          user: env:PLAYER
          retries: { limit: 0 }
      jobs:
        - { campaign: the-salt-road, from: archive, id: saga, outputs: [saga.txt] }
        - { meeting: evening.json, campaign: saga, outputs: [{ file: recap.txt, show: recap }] }
      """, to: "platen.yaml")
    let run = try platen("run")
    #expect(status(run) == 69, "\(run)")
    #expect(run.filter { $0.contains("503") }.count == 1, "\(run)")
  }

  @Test func ASecretIsNowhere() throws {
    let server = try CampaignServer(Self.campaigns, user: "user-7", token: Self.token)
    let rooms = try RoomServer(
      rooms: ["crypt"], token: "expired", refresh: "hush-refresh-77aa", next: "hush-next-41c2")
    try manifest(
      server,
      more: "  club: { kind: bedrud, url: \"\(rooms.url)\", credential: \"file:secrets/club\" }",
      jobs:
        "  - { meeting: ., from: club, outputs: [{ file: report.txt, show: admin }, { file: report.json }] }"
    )
    try write(
      #"{"accessToken":"hush-old-09ab","refreshToken":"hush-refresh-77aa"}"#, to: "secrets/club",
      mode: 0o600)
    var said: [String] = []
    for arguments in [
      "run --logs -v", "run --json --rebuild", "run --rebuild -v", "plan -v", "check -v", "schema",
      "explain books/low-tide-b1b1b1b1.txt", "instances check", "instances check --json",
      "instances list --json", "cache info", "run -v --only kind:campaign --rebuild",
    ] { said += try platen(arguments) }
    #expect(try platen("instances check platen.yaml club") == ["club: healthy, signed in"])
    // A renewed token is where the old one was, and nowhere else.
    #expect(text("secrets/club").contains("hush-next-41c2"))
    #expect(text("secrets/club").contains("hush-refresh-77aa-again"))
    server.setToken("changed")
    said += try platen("run -v --rebuild")
    said += try platen("run --json --rebuild")
    try FileManager.default.removeItem(atPath: scratch("secrets"))
    #expect(!said.isEmpty && said.allSatisfy { !$0.contains("hush") && !$0.contains("user-7") })
    let found = try Command.run(
      "grep -rlaE 'hush|user-7|mira@example' . ; find . -name 'core*'", input: [], in: scratch.url)
    #expect(found.filter { !$0.hasSuffix(".stdout") } == [])
  }

  @Test func AnInlineSecretIsRefusedWithItsLineBeforeAnythingIsAsked() throws {
    let server = try CampaignServer(Self.campaigns, user: "user-7")
    for (line, code) in [
      ("credential: hush-inline-1", 65), ("token: hush-inline-2", 65),
      ("password: hush-inline-3", 65), ("credential: env:hush-in.line-4", 65),
    ] {
      try manifest(server, more: "    \(line)")
      var yaml = text("platen.yaml")
      if line.hasPrefix("credential") {
        yaml = yaml.replacing("    credential: file:secrets/archive\n", with: "")
      }
      try write(yaml, to: "platen.yaml")
      let number = yaml.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
        $0.contains("hush")
      }
      for command in ["run", "check", "plan", "instances check", "instances list"] {
        let lines = try platen(command)
        #expect(status(lines) == code, "\(command): \(lines)")
        #expect(lines.contains { $0.contains("platen.yaml:\((number ?? 0) + 1):") }, "\(lines)")
        #expect(lines.allSatisfy { !$0.contains("hush") })
      }
    }
    try manifest(server)
    let url = server.url.replacing("http://", with: "http://mira:hush-inline-5@")
    try write(text("platen.yaml").replacing(server.url, with: url), to: "platen.yaml")
    let lines = try platen("run")
    #expect(status(lines) == 65 && lines.allSatisfy { !$0.contains("hush") })
    #expect(server.requests.isEmpty)
  }

  @Test func PlanAndCheckAskNobody() throws {
    let server = try CampaignServer(Self.campaigns, user: "user-7", token: Self.token)
    try manifest(server)
    #expect(status(try platen("plan")) == 0)
    #expect(status(try platen("check")) == 0)
    #expect(server.requests.isEmpty)
    #expect(status(try platen("run")) == 0)
    let asked = server.requests.count
    #expect(try platen("plan").contains { $0.contains("3 up to date") })
    #expect(status(try platen("check")) == 0)
    #expect(server.requests.count == asked)
  }

  @Test func JobsMayChooseAmongWhatIsHeld() throws {
    let server = try CampaignServer(Self.campaigns, user: "user-7", token: Self.token)
    try manifest(
      server,
      jobs: """
          - { campaign: [a1b2c3d4e5, "Low*"], from: archive, outputs: ["some/${name}.md"] }
          - { campaign: "High Tide", from: archive, tags: [other], outputs: ["none/${name}.md"] }
          - { campaign: ".", from: archive, show: library, outputs: ["all/${name}.md"] }
        """)
    let lines = try platen("run")
    #expect(status(lines) == 1, "\(lines)")
    #expect(names("out/some").count == 3)
    #expect(lines.contains { $0.contains("\"High Tide\" not found on archive") })
    #expect(text("out/all/archive.md").contains("The Salt Road"))
    #expect(status(try platen("run --only tag:nightly")) == 0)
  }

  @Test func WhatIsWrongWithAnInstanceHasItsLine() throws {
    try write(
      """
      version: 1
      instances:
        a: { kind: bedrud, url: "https://one.example", credential: "env:SAME" }
        b: { kind: bedrud, url: "https://two.example", credential: "env:SAME" }
        c: { kind: bedrud, url: "http://three.example", credential: "env:OTHER" }
        d: { kind: worldarchitect, url: "https://four.example" }
        e: { kind: gopher, url: "ftp://x", color: red }
        "f g": { kind: toboggan, url: "https://five.example" }
      jobs:
        - { talk: "*", from: z, outputs: [a.pdf] }
        - { talk: "*", from: d, outputs: [b.pdf] }
        - { map: "*", from: d, outputs: [c.png] }
      """, to: "platen.yaml")
    let lines = try platen("check")
    #expect(status(lines) == 65)
    for (line, words) in [
      (4, "a already uses this credential"), (5, "in clear"), (6, "lacks \"user\""),
      (7, "invalid kind \"gopher\""), (7, "http or https"), (7, "color"), (8, "letters"),
      (10, "no such instance: z"), (11, "has campaigns, not talks"), (12, "\"from\""),
    ] {
      #expect(
        lines.contains { $0.contains("platen.yaml:\(line):") && $0.contains(words) },
        "\(line) \(words)\n\(lines.joined(separator: "\n"))")
    }
  }

  /// A Bedrud server; without a count its pages have no end.
  private func rooms(_ count: Int?) throws -> LoopbackServer {
    try LoopbackServer { request in
      switch request.pathOnly {
      case "/api/health": return .json(#"{"status":"healthy"}"#)
      case "/api/admin/rooms":
        let page = Int(request.query("page") ?? "") ?? 1
        let numbers = ((page - 1) * 100)..<min(page * 100, count ?? .max)
        let list = numbers.map { #"{"id":"r\#($0)","name":"room \#($0)"}"# }
        let total = count.map { #","total":\#($0)"# } ?? ""
        return .json(#"{"rooms":[\#(list.joined(separator: ","))]\#(total)}"#)
      default: return .json(#"{"participants":[]}"#)
      }
    }
  }

  @Test func AServerWithoutEndEndsWithOneError() throws {
    for (count, bound) in [
      (nil, "more than 101 entries in the list of rooms"), (100, "more than 101 requests"),
    ] as [(Int?, String)] {
      let server = try rooms(count)
      defer { server.stop() }
      try write(
        """
        version: 1
        instances:
          club:
            kind: bedrud
            url: "\(server.url)"
            stale: fail
            limits: { requests: 101, entries: 101 }
        jobs: [{ meeting: "*", from: club, outputs: ["${name}.txt"] }]
        """, to: "platen.yaml")
      let lines = try platen("run")
      #expect(status(lines) == 69, "\(lines)")
      #expect(
        lines.count { $0.contains("club exceeds the limits: \(bound)") } == 1, "\(lines)")
      #expect(server.requests.count <= 101)
    }
    try write(
      """
      version: 1
      instances:
        club:
          kind: bedrud
          url: https://meet.example.org
          limits: { requests: 0, size: much, time: soon }
      jobs: [{ meeting: "*", from: club, outputs: ["${name}.txt"] }]
      """, to: "platen.yaml")
    let lines = try platen("check")
    #expect(status(lines) == 65)
    for words in ["requests", "\"much\" is not a size", "\"soon\""] {
      #expect(lines.contains { $0.contains("platen.yaml:6:") && $0.contains(words) }, "\(lines)")
    }
  }

  @Test func AnInterruptEndsWaitingForAServer() throws {
    let asked = scratch("asked")
    let server = try LoopbackServer { _ in
      _ = FileManager.default.createFile(atPath: asked, contents: nil)
      return .slow(900, .json("{}"))
    }
    defer { server.stop() }
    try write(
      """
      version: 1
      instances: { hall: { kind: toboggan, url: "\(server.url)", timeout: 15m } }
      jobs: [{ talk: "*", from: hall, outputs: ["${name}.txt"] }]
      """, to: "platen.yaml")
    let began = Date()
    let lines = try platen(
      "run & until [ -e asked ]; do sleep 0.05; done; kill -TERM $!; wait $!")
    #expect(status(lines) == 143, "\(lines)")
    // Nobody waited for the answer.
    #expect(Date().timeIntervalSince(began) < 600)
  }

  @Test(.enabled(if: Program.isThere("openssl"))) func AServerOfOnesOwnIsBelievedByItsAuthority()
    throws
  {
    let certificates = try Certificates(in: scratch.url)
    let server = try CampaignServer(
      Self.campaigns, user: "user-7", token: Self.token, identity: certificates.identity)
    try manifest(server)
    let refused = try platen("run")
    #expect(status(refused) == 69)
    #expect(refused.contains { $0.contains("ca-file:") })
    #expect(server.requests.isEmpty)
    try write(
      text("platen.yaml").replacing("user: env", with: "ca-file: authority.pem\n    user: env"),
      to: "platen.yaml")
    #expect(status(try platen("run")) == 0)
    #expect(names("out/books").count == 3)
  }
}
