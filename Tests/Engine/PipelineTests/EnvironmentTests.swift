// SPDX-License-Identifier: MIT
// Part of Platen: the door to the world: what it answers, refuses and notes.

import Diagnostics
import Digests
import Foundation
import TestSupport
import Testing

@testable import Pipeline

@Suite struct EnvironmentTests {
  let scratch: Scratch
  let disk: DiskEnvironment
  init() throws {
    scratch = try Scratch()
    disk = DiskEnvironment(folder: scratch.path)
  }

  @Test(arguments: [0, 1, 4095, 4096, 4097, 100_000]) func ReadsAllBytes(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Data(bytes).write(to: URL(fileURLWithPath: scratch("f")))
    let file = try disk.read("f")
    #expect(file.bytes == bytes && file.count == count && file.path == "f")
    #expect(file.digest == Digest.of(bytes))
    #expect(file.withUnsafeBytes { $0.count } == count)
  }

  @Test func MissingFilesSayWhatIsThere() throws {
    try scratch.write("x", to: "worlds/ardenfell.map")
    do {
      _ = try disk.read("worlds/ardenfel.map")
      Issue.record("it is not there")
    } catch let failure as Failure {
      #expect(failure.diagnostics.map(\.code) == [.fileMissing])
      #expect(failure.diagnostics[0].place?.file == "worlds/ardenfel.map")
      #expect(failure.diagnostics[0].hints == ["did you mean \"worlds/ardenfell.map\"?"])
    }
    do {
      _ = try disk.read("nowhere/ardenfell.map")
      Issue.record("it is not there")
    } catch let failure as Failure {
      #expect(failure.diagnostics[0].hints == ["no such folder: nowhere"])
    }
    #expect(shell("ln -s gone.map '\(scratch("link.map"))'") == 0)
    for (path, message) in [
      ("link.map", "this is a link to \"gone.map\", which does not exist"),
      ("bad-\u{FFFD}.map", "the file's name is not UTF-8, so it cannot be opened by that name"),
    ] {
      let failure = #expect(throws: Failure.self) { try disk.read(path) }
      #expect(failure?.diagnostics[0].code == .fileMissing)
      #expect(failure?.diagnostics[0].message == message)
      #expect(failure?.diagnostics[0].hints.count == 1)
    }
  }

  @Test func SimilarNamesAreSearchedForTheFirstHundredMissingFiles() throws {
    try scratch.write("x", to: "worlds/ardenfell.map")
    func hints(_ path: String) -> [String]? {
      let failure = #expect(throws: Failure.self) { try disk.read(path) }
      return failure?.diagnostics[0].hints
    }
    for _ in 0..<100 {
      #expect(hints("worlds/ardenfel.map") == ["did you mean \"worlds/ardenfell.map\"?"])
    }
    #expect(hints("worlds/ardenfel.map") == ["paths are relative to \(scratch.path)"])
    #expect(hints("nowhere/ardenfell.map") == ["no such folder: nowhere"])
  }

  @Test func FoldersPipesAndHugeFilesAreRefused() throws {
    try scratch.write("12345", to: "sub/five")
    #expect(codes { try disk.read("sub") } == ["file.folder"])
    #expect(codes { try disk.read("sub/five", limit: 4) } == ["file.too-large"])
    #expect(try disk.read("sub/five", limit: 5).count == 5)
    #expect(codes { try disk.read("sub/five/below") } == ["file.missing"])
    #expect(mkfifo(scratch("pipe"), 0o600) == 0)
    #expect(codes { try disk.read("pipe") } == ["file.unreadable"])
    #expect(shell("ln -s loop '\(scratch("loop"))'") == 0)
    #expect(codes { try disk.read("loop") } == ["file.unreadable"])
  }

  @Test func FilesWithoutASizeAreReadToTheirEnd() throws {
    // The kernel's files say they have no bytes.
    #expect(try disk.read("/proc/self/status").count > 100)
  }

  @Test(arguments: ["/dev/zero", "/dev/urandom", "/dev/full"])
  func DevicesThatNeverEndAreRefused(path: String) {
    #expect(codes { try disk.read(path, limit: 10_000) } == ["file.unreadable"])
  }

  @Test func TheEmptyDeviceIsEmpty() throws {
    #expect(try disk.read("/dev/null").count == 0)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func permissionErrorsAreReported() throws {
    try scratch.write("x", to: "secret")
    #expect(chmod(scratch("secret"), 0) == 0)
    #expect(codes { try disk.read("secret") } == ["file.permission"])
  }

  @Test func statusDistinguishesKinds() throws {
    try scratch.write("12345", to: "sub/five")
    #expect(try disk.status("sub/five")?.kind == .file)
    #expect(try disk.status("sub/five")?.size == 5)
    #expect(try disk.status("sub")?.kind == .folder)
    #expect(try disk.status("gone") == nil)
    #expect(try disk.status("sub/five/below") == nil)
    #expect(shell("ln '\(scratch("sub/five"))' '\(scratch("again"))'") == 0)
    let identity = try disk.status("sub/five")?.identity
    #expect(try disk.status("again")?.identity == identity)
  }

  @Test func SettingTheTimeBackShowsInTheChange() throws {
    try scratch.write("1", to: "f")
    #expect(shell("touch -d 2001-01-01 '\(scratch("f"))'") == 0)
    let before = try #require(try disk.status("f"))
    #expect(before.changed > before.modified)
    usleep(20_000)
    try scratch.write("2", to: "f")
    #expect(shell("touch -d 2001-01-01 '\(scratch("f"))'") == 0)
    let after = try #require(try disk.status("f"))
    #expect(after.modified == before.modified && after.changed > before.changed)
  }

  @Test func ListsAreSortedByBytes() throws {
    for name in ["b", "a", "B", "ä", ".dot"] { try scratch.write("x", to: "list/\(name)") }
    try scratch.write("x", to: "list/folder/x")
    let entries = try disk.list("list")
    #expect(entries.map(\.name) == [".dot", "B", "a", "b", "folder", "ä"])
    #expect(entries.filter(\.isFolder).map(\.name) == ["folder"])
    #expect(codes { try disk.list("gone") } == ["file.missing"])
  }

  @Test(arguments: ["0", "1700000000", "253402300799"]) func DatesAreTaken(text: String) throws {
    let world = SealedEnvironment(texts: [:], variables: ["SOURCE_DATE_EPOCH": text])
    #expect(try world.now() == Int64(text))
  }

  @Test(arguments: ["", " 1", "-1", "1.5", "today", "0x10", "999999999999999999999", "１２"])
  func OtherDatesAreErrors(text: String) {
    let world = SealedEnvironment(texts: [:], variables: ["SOURCE_DATE_EPOCH": text])
    #expect(codes { try world.now() } == ["environment.date"])
  }

  @Test func WithoutAVariableThereIsNoDate() throws {
    #expect(try empty.now() == nil)
  }

  @Test func aSealedEnvironmentResolvesPathsByAnyName() throws {
    let world = SealedEnvironment(texts: ["a/b/c": "1", "../up": "2", "/top/x": "3"])
    for path in ["a/b/c", "./a//b/c", "a/z/../b/c"] { #expect(try world.read(path).bytes == [49]) }
    #expect(try world.read("../up").bytes == [50])
    #expect(try world.read("a/../../up").bytes == [50])
    #expect(try world.read("/../top/x").bytes == [51])
    #expect(try world.list("/top").map(\.name) == ["x"])
    #expect(try world.glob("/t*/*") == ["/top/x"])
    #expect(codes { try world.read("a/b") } == ["file.folder"])
    #expect(codes { try world.read("a/c") } == ["file.missing"])
    #expect(codes { try world.list("z") } == ["file.missing"])
  }

  @Test func EveryAccessIsNotedOnce() throws {
    let tracing = TracingEnvironment(
      SealedEnvironment(texts: ["a/x": "1", "a/y": "22"], variables: ["V": "v"]))
    _ = try tracing.read("a/x")
    _ = try tracing.read("a/x")
    _ = try? tracing.read("gone")
    _ = try tracing.status("a/y")
    _ = try tracing.status("absent")
    _ = try tracing.list("a")
    _ = tracing.variable("V")
    _ = tracing.variable("W")
    let folder = Digest.of("x\0y")
    #expect(
      tracing.trace.accesses == [
        .file(path: "a/x", digest: Digest.of("1"), size: 1), .absent(path: "gone"),
        .present(path: "a/y"), .absent(path: "absent"), .folder(path: "a", digest: folder),
        .variable(name: "V", value: "v"), .variable(name: "W", value: nil),
      ])
  }
}

@Suite struct GlobTests {
  private let world = SealedEnvironment(
    texts: Dictionary(
      uniqueKeysWithValues: [
        "a.map", "b.map", "B.map", "c.txt", ".hidden.map", "sub/d.map", "sub/deep/e.map",
        "sub/.h/f.map", "odd[1].map", "[x", "star*.txt", "ä.map",
      ].map { ($0, "") }))

  @Test(arguments: [
    ("*.map", ["B.map", "a.map", "b.map", "odd[1].map", "ä.map"]),
    ("?.map", ["B.map", "a.map", "b.map", "ä.map"]),
    ("[ab].map", ["a.map", "b.map"]), ("[!ab].map", ["B.map", "ä.map"]),
    ("[a-z].map", ["a.map", "b.map"]), (".*.map", [".hidden.map"]),
    ("sub/*", ["sub/d.map"]), ("*/*.map", ["sub/d.map"]),
    (
      "**/*.map",
      [
        "B.map", "a.map", "b.map", "odd[1].map", "sub/d.map", "sub/deep/e.map", "ä.map",
      ]
    ),
    ("sub/**", ["sub/d.map", "sub/deep/e.map"]), ("sub/**/e.map", ["sub/deep/e.map"]),
    ("odd[1].map", ["odd[1].map"]), ("star\\*.txt", ["star*.txt"]), ("*a*b*", []),
    ("gone/*.map", []), ("gone.map", ["gone.map"]),
    (
      "*",
      [
        "B.map", "[x", "a.map", "b.map", "c.txt", "odd[1].map", "star*.txt", "ä.map",
      ]
    ), ("**********b.map", ["b.map"]), ("[]x]*", []), ("[[]x", ["[x"]),
  ]) func Finds(pattern: String, expected: [String]) throws {
    #expect(try world.glob(pattern) == expected)
  }

  @Test func ABracketWithoutItsEndIsAnError() {
    #expect(codes { try world.glob("[ab.map") } == ["file.pattern"])
  }

  @Test func LinksInACircleEnd() throws {
    let scratch = try Scratch()
    try scratch.write("x", to: "a/b/f.map")
    #expect(shell("ln -s ../.. '\(scratch("a/b/up"))'") == 0)
    let disk = DiskEnvironment(folder: scratch.path)
    #expect(try disk.glob("**/*.map") == ["a/b/f.map"])
    #expect(try disk.glob("a/*").contains("a/b") == false)
    #expect(try disk.glob("a/*", folders: true).contains("a/b"))
    #expect(try disk.glob("*/b", folders: true) == ["a/b"])
    #expect(try disk.glob(scratch("a/*/*.map")) == [scratch("a/b/f.map")])
  }

  /// Against the plain definition, on every pattern and name of a few letters.
  @Test func MatchesAsDefined() throws {
    func texts(_ letters: [Character], _ length: Int) -> [String] {
      (0..<length).reduce([""]) { all, _ in
        all + all.flatMap { text in letters.map { text + String($0) } }
      }
    }
    func fits(_ pattern: Substring, _ name: Substring) -> Bool {
      guard let first = pattern.first else { return name.isEmpty }
      if first == "*" {
        return fits(pattern.dropFirst(), name)
          || (!name.isEmpty && fits(pattern, name.dropFirst()))
      }
      return !name.isEmpty && (first == "?" || first == name.first)
        && fits(pattern.dropFirst(), name.dropFirst())
    }
    let names = Set(texts(["a", "b"], 4))
    for pattern in Set(texts(["a", "*", "?"], 4)) where pattern != "**" {
      let glob = try Glob(pattern, of: pattern)
      for name in names {
        #expect(glob.matches(name) == fits(pattern[...], name[...]), "\(pattern) on \(name)")
      }
    }
  }
}

@Suite struct SystemErrorTests {
  @Test func anErrorHasTheTextOfTheSystem() {
    #expect(SystemError(code: ENOENT, call: "open").text == "No such file or directory")
  }
}

@Suite struct PassingFailureTests {
  @Test(arguments: [EAGAIN, EMFILE, ENFILE, ENOMEM, EBUSY, ESTALE, ETIMEDOUT, ECONNRESET])
  func whatMayPassIsTriedAgain(code: Int32) {
    let error = SystemError(code: code, call: "read")
    #expect(error.isPassing && Failure.writing("a.txt", error).isPassing)
  }

  @Test(arguments: [ENOSPC, EDQUOT, EIO, EACCES, EPERM, EROFS, ENOENT, EFBIG, EINVAL])
  func whatStaysIsNot(code: Int32) {
    let error = SystemError(code: code, call: "write")
    #expect(!error.isPassing && !Failure.writing("a.txt", error).isPassing)
  }
}
