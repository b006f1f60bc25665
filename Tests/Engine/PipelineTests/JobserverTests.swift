// SPDX-License-Identifier: MIT
// Part of Platen: cores are shared with the make that started us, and every token comes back.

import Diagnostics
import Dispatch
import Foundation
import Libc
import Testing

@testable import Pipeline

@Suite struct JobserverTests {
  @Test(arguments: [
    (" -j3 --jobserver-auth=3,4", Jobserver.Invitation.Place.pipe(read: 3, write: 4), Optional(3)),
    ("kw -j8 --jobserver-fds=5,6 -j", .pipe(read: 5, write: 6), 8),
    (" -j2 --jobserver-auth=fifo:/tmp/GMfifo1", .fifo("/tmp/GMfifo1"), 2),
    ("--jobserver-auth=-2,-2", .pipe(read: -2, write: -2), nil),
    ("--jobserver-auth=3,4 --jobserver-auth=fifo:/x", .fifo("/x"), nil),
  ]) func readsMakeFlags(flags: String, place: Jobserver.Invitation.Place, jobs: Int?) throws {
    let invitation = try #require(Jobserver.Invitation(makeFlags: flags))
    #expect(invitation.place == place)
    #expect(invitation.jobs == jobs)
  }

  @Test(arguments: ["", "k", " -j4", "-- X=--jobserver-auth=3,4"])
  func noInvitation(flags: String) { #expect(Jobserver.Invitation(makeFlags: flags) == nil) }

  @Test func whatIsNoPipeIsNoJobserver() throws {
    for flags in [
      "--jobserver-auth=0,900", "--jobserver-auth=-2,-2", "--jobserver-auth=fifo:/dev/null",
    ] {
      let invitation = try #require(Jobserver.Invitation(makeFlags: flags))
      #expect(Jobserver(invitation) == nil)
    }
  }

  private func join(_ makeFlags: String) throws -> Jobserver {
    let invitation = try #require(Jobserver.Invitation(makeFlags: makeFlags))
    return try #require(Jobserver(invitation))
  }

  /// A jobserver with so many tokens, as make would have made it.
  final class Server {
    let read: Int32
    let write: Int32
    private let path: String?

    init(tokens: String, isFifo: Bool) throws {
      if isFifo {
        let path = FileManager.default.temporaryDirectory
          .appendingPathComponent("platen-fifo-\(UUID().uuidString)").path
        try #require(mkfifo(path, 0o600) == 0)
        read = open(path, O_RDWR)
        write = read
        self.path = path
      } else {
        var ends: [Int32] = [0, 0]
        let status = pipe(&ends)
        try #require(status == 0)
        (read, write) = (ends[0], ends[1])
        path = nil
      }
      put(tokens)
    }

    func put(_ tokens: String) {
      #expect(Libc.write(write, tokens, tokens.utf8.count) == tokens.utf8.count)
    }

    var makeFlags: String {
      path.map { " -j9 --jobserver-auth=fifo:\($0)" } ?? " -j9 --jobserver-auth=\(read),\(write)"
    }

    /// The tokens that lie in it, taken out.
    func drain() -> String {
      var ready = pollfd(fd: read, events: Int16(POLLIN), revents: 0)
      var bytes = [UInt8](repeating: 0, count: 64)
      guard poll(&ready, 1, 0) == 1 else { return "" }
      let count = Libc.read(read, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(0, count)).sorted(), as: UTF8.self)
    }

    deinit {
      close(read)
      if write != read { close(write) }
      if let path { unlink(path) }
    }
  }

  @Test(arguments: [true, false]) func theSameTokensComeBack(isFifo: Bool) throws {
    let server = try Server(tokens: "+ab", isFifo: isFifo)
    let client = try join(server.makeFlags)
    #expect((0..<5).map { _ in client.take() } == [true, true, true, false, false])
    #expect(server.drain() == "")
    client.give()
    client.give()
    client.give()
    client.give()
    #expect(server.drain() == "+ab")
  }

  @Test(arguments: [true, false]) func allComeBackAtTheEnd(isFifo: Bool) throws {
    let server = try Server(tokens: "abc", isFifo: isFifo)
    do {
      let client = try join(server.makeFlags)
      #expect(client.take() && client.take())
    }
    #expect(server.drain() == "abc")
  }

  @Test func whoHasLeftTakesNoMore() throws {
    let server = try Server(tokens: "ab", isFifo: true)
    let client = try join(server.makeFlags)
    #expect(client.take())
    client.giveUp()
    #expect(!client.take())
    #expect(server.drain() == "ab")
  }

  @Test(arguments: [true, false]) func slotsAreOneAndATokenEach(isFifo: Bool) throws {
    let server = try Server(tokens: "ab", isFifo: isFifo)
    let client = try join(server.makeFlags)
    let slots = SpareSlots(width: 8, tokens: client)
    let counts = Guarded((now: 0, most: 0))
    let ended = DispatchSemaphore(value: 0)
    for number in 0..<40 {
      slots.occupy(number) {
        counts.withLock { counts in
          counts.now += 1
          counts.most = max(counts.most, counts.now)
        }
        usleep(2000)
        counts.withLock { $0.now -= 1 }
      } afterwards: {
        ended.signal()
      }
    }
    for _ in 0..<40 { #expect(ended.wait(timeout: .now() + 600) == .success) }
    // Two tokens and the one we were born with: never more, and all of them while threads are free.
    #expect((1...3).contains(counts.withLock(\.most)))
    var back = ""
    for _ in 0..<2000 where back.count < 2 {
      back += server.drain()
      usleep(5000)
    }
    #expect(String(back.sorted()) == "ab")
  }

  @Test func whoWaitsGetsATokenThatComesLater() throws {
    let server = try Server(tokens: "", isFifo: false)
    let client = try join(server.makeFlags)
    let slots = SpareSlots(width: 8, tokens: client)
    let release = DispatchSemaphore(value: 0)
    let began = DispatchSemaphore(value: 0)
    for number in 0..<2 {
      slots.occupy(number) {
        began.signal()
        release.wait()
      } afterwards: {
      }
    }
    #expect(began.wait(timeout: .now() + 600) == .success)
    #expect(began.wait(timeout: .now() + 0.1) == .timedOut)
    server.put("x")
    #expect(began.wait(timeout: .now() + 600) == .success)
    release.signal()
    release.signal()
  }

  @Test func aRequestIsServedWhenATokenComes() throws {
    let server = try Server(tokens: "", isFifo: true)
    let client = try join(server.makeFlags)
    let slots = SpareSlots(width: 2, tokens: client)
    let release = DispatchSemaphore(value: 0)
    slots.occupy(0) {
      release.wait()
    } afterwards: {
    }
    let wished = DispatchSemaphore(value: 0)
    slots.whenIdle { wished.signal() }
    #expect(wished.wait(timeout: .now() + 0.1) == .timedOut)
    server.put("x")
    #expect(wished.wait(timeout: .now() + 600) == .success)
    release.signal()
    // Nobody took the slot, so the token is make's again.
    var back = ""
    for _ in 0..<2000 where back.isEmpty {
      back = server.drain()
      usleep(5000)
    }
    #expect(back == "x")
  }
}
