// SPDX-License-Identifier: MIT
// Part of Platen: tests of credentials: references, places, contents, and putting renewed ones back.

import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Instances

@Suite struct CredentialReferenceTests {
  @Test(arguments: [
    ("env:HALL_TOKEN", CredentialReference.variable("HALL_TOKEN")),
    ("file:secrets/hall", .file("secrets/hall")), ("file:/run/x y", .file("/run/x y")),
    ("keyring:hall", .keyring(service: "platen", account: "hall")),
    ("keyring:club/mira/2", .keyring(service: "club", account: "mira/2")),
  ]) func ReferencesAreReadAndSaidAsWritten(_ text: String, _ expected: CredentialReference) throws
  {
    #expect(try CredentialReference(text) == expected)
    #expect("\(expected)" == text)
  }

  @Test(arguments: [
    "eyJhbGciOi.secret", "", "hunter2", "Env:NAME", "token:abc", "https://a", " env:X",
  ]) func AnythingElseMayBeTheSecretAndIsNotRepeated(_ text: String) {
    let refused = failure { _ = try CredentialReference(text) }
    #expect(refused?.code == "credential.inline")
    if text.count > 3 { #expect(refused?.everything.contains(text) == false) }
  }

  @Test(arguments: [
    "env:", "env:1A", "env:eyJ.a-b", "file:", "keyring:", "keyring:/a", "keyring:a/",
    "env:" + String(repeating: "A", count: 129),
  ]) func AReferenceToNothingIsRefused(_ text: String) {
    let refused = failure { _ = try CredentialReference(text) }
    #expect(refused?.code == "credential.reference")
    #expect(refused?.everything.contains("eyJ") == false)
  }
}

@Suite struct CredentialPlaceTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func vault(_ variables: [String: String] = [:]) -> CredentialVault {
    CredentialVault(folder: scratch.path, keyring: MemoryKeyring()) { variables[$0] }
  }

  private func text(_ secret: Secret) -> String {
    secret.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func AVariableIsReadAndMissedByName() throws {
    #expect(text(try vault(["T": "abc"]).secret(at: .variable("T"))) == "abc")
    #expect(failure { _ = try vault().secret(at: .variable("T")) }?.code == "credential.missing")
    let empty = failure { _ = try vault(["T": ""]).secret(at: .variable("T")) }
    #expect(empty?.code == "credential.missing")
    let kept = failure { try vault().put(Secret(copying: "x".utf8), at: .variable("T")) }
    #expect(kept?.code == "credential.write")
  }

  @Test(arguments: 0..<0o1000) func onlyPrivateFilesAreRead(_ mode: Int) throws {
    // Every combination of rights in which the owner may read; as root, all can be read.
    guard mode & 0o400 != 0, mode & 0o111 == 0 || mode == 0o700 || mode == 0o711 else { return }
    try scratch.writeSecret("abc", to: "t", mode: mode)
    let refused = failure { _ = try vault().secret(at: .file("t")) }
    #expect(refused?.code == (mode & 0o077 == 0 ? nil : "credential.permissions"))
  }

  @Test func WhatIsNoFileOfOursIsRefused() throws {
    #expect(failure { _ = try vault().secret(at: .file("none")) }?.code == "credential.missing")
    #expect(failure { _ = try vault().secret(at: .file(".")) }?.code == "credential.unreadable")
    #expect(mkfifo(scratch("pipe"), 0o600) == 0)
    #expect(failure { _ = try vault().secret(at: .file("pipe")) }?.code == "credential.unreadable")
    try scratch.writeSecret(String(repeating: "a", count: Credential.limit + 1), to: "large")
    #expect(failure { _ = try vault().secret(at: .file("large")) }?.code == "credential.content")
    if getuid() == 0 {
      try scratch.writeSecret("abc", to: "theirs")
      #expect(chown(scratch("theirs"), 65534, 65534) == 0)
      let refused = failure { _ = try vault().secret(at: .file("theirs")) }
      #expect(refused?.code == "credential.permissions")
    }
  }

  @Test func ARenewedTokenReplacesTheFileWholeWithItsRights() throws {
    try scratch.writeSecret("old", to: "t")
    symlink("t", scratch("link"))
    try vault().put(Secret(copying: "new".utf8), at: .file("link"))
    #expect(scratch.text("t") == "new")
    #expect(try scratch.mode("t") == 0o600)
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: scratch("link"))
    #expect(link == "t")
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(Set(names) == ["t", "link"])
    let refused = failure { try vault().put(Secret(copying: "x".utf8), at: .file("no/such")) }
    #expect(refused?.code == "credential.write")
  }

  @Test func HomeIsMeantByTheTilde() throws {
    try scratch.writeSecret("abc", to: "t")
    let secret = try vault(["HOME": scratch.path]).secret(at: .file("~/t"))
    #expect(text(secret) == "abc")
  }
}

@Suite struct CredentialContentTests {
  private func credential(_ text: String) throws -> Credential {
    try Credential(reading: Secret(copying: text.utf8))
  }

  private func text(_ secret: Secret?) -> String? {
    secret.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
  }

  @Test(
    arguments: [
      ("abc.def", "abc.def", nil), (" abc\n", "abc", nil),
      (#"{"accessToken":"a","refreshToken":"r"}"#, "a", "r"),
      (#"{"access_token":"a","refresh_token":"r","note":1}"#, "a", "r"),
      (#" { "token" : "a" } "#, "a", nil), (#"{"accessToken":"a\/b"}"#, "a/b", nil),
    ] as [(String, String, String?)]) func TokensAreRead(
      _ given: String, _ access: String, _ refresh: String?
    ) throws
  {
    guard case .tokens(let a, let r) = try credential(given) else {
      Issue.record("no tokens")
      return
    }
    #expect(text(a) == access && text(r) == refresh)
  }

  @Test func APasswordIsRead() throws {
    guard
      case .password(let email, let password) = try credential(
        #"{"email":"mira@example.org","password":"a \"b\" ü"}"#)
    else {
      Issue.record("no password")
      return
    }
    #expect(email == "mira@example.org" && text(password) == #"a "b" ü"#)
  }

  @Test(arguments: [
    "", "  \n", "two words", "a\u{1}b", "{", "{\"x\":1}", "{\"accessToken\":1}",
    "{\"email\":\"a\"}",
    "{\"accessToken\":\"a\\nHost: x\"}", "tökén",
  ]) func WhatIsNoCredentialIsRefusedWithoutRepeatingIt(_ given: String) {
    let refused = failure { _ = try credential(given) }
    #expect(refused?.code == "credential.content")
    if given.count > 4 { #expect(refused?.everything.contains(given) == false) }
  }

  @Test(arguments: [
    ("old", #"{"accessToken":"A","refreshToken":"R"}"#),
    (#"{"accessToken":"a","refreshToken":"r"}"#, #"{"accessToken":"A","refreshToken":"R"}"#),
    (
      #"{"note":{"by":["me",1.50]},"access_token":"a","refresh_token":"r"}"#,
      #"{"access_token":"A","refresh_token":"R","note":{"by":["me",1.50]}}"#
    ),
  ]) func WhatStandsBesideATokenStays(_ old: String, _ new: String) {
    let renewed = Credential.renewed(
      Secret(copying: old.utf8), access: Secret(copying: "A".utf8),
      refresh: Secret(copying: "R".utf8))
    #expect(text(renewed) == new + "\n")
  }
}

@Suite struct SecretToolTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  /// A keyring's program that keeps what it is given in files, as the real one is called.
  private func tool(_ script: String) throws -> SecretTool {
    // Written by another process: one that a test beside this one starts at the same moment would
    // hold it open for writing, and then it cannot be run.
    let path = scratch("secret-tool")
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = [
      "-c", #"printf '%s' "$1" > "$2" && chmod 700 "$2""#, "sh", "#!/bin/sh\n" + script, path,
    ]
    try writer.run()
    writer.waitUntilExit()
    return SecretTool(program: path, timeout: 5)
  }

  @Test func storedEntriesAreFoundAgain() throws {
    let tool = try tool(
      """
      case $1 in
      lookup) cat "\(scratch.path)/$3-$5" 2>/dev/null ;;
      store) cat > "\(scratch.path)/$5-$7" ;;
      esac
      """)
    #expect(try tool.secret(service: "platen", account: "hall") == nil)
    try tool.put(Secret(copying: "tok en\n".utf8), service: "platen", account: "hall")
    let found = try tool.secret(service: "platen", account: "hall")
    #expect(found?.withBytes { String(decoding: $0, as: UTF8.self) } == "tok en\n")
    #expect(scratch.text("platen-hall") == "tok en\n")
  }

  @Test func ASecretIsNeitherArgumentNorVariable() throws {
    let tool = try tool("cat > /dev/null; { echo \"$@\"; env; } > \(scratch("seen"))")
    try tool.put(Secret(copying: "hush-hush".utf8), service: "platen", account: "hall")
    #expect(scratch.text("seen")?.contains("username hall") == true)
    #expect(scratch.text("seen")?.contains("hush") == false)
  }

  @Test func aMissingKeyringIsNamed() throws {
    let none = SecretTool(program: scratch("nothing-here"))
    let absent = failure { _ = try none.secret(service: "platen", account: "hall") }
    #expect(absent?.code == "credential.keyring")
    #expect(absent?.diagnostics[0].message.contains("libsecret-tools") == true)
    let locked = try tool("echo 'Cannot create an item in a locked collection' >&2; exit 1")
    let refused = failure { _ = try locked.secret(service: "platen", account: "hall") }
    #expect(refused?.diagnostics[0].message.contains("locked collection") == true)
    let unkept = failure {
      try locked.put(Secret(copying: "hush".utf8), service: "platen", account: "hall")
    }
    #expect(unkept?.code == "credential.keyring")
    #expect(unkept?.everything.contains("hush") == false)
  }

  @Test func blockedHelpersAreAbandoned() throws {
    var tool = try tool("exec sleep 600")
    tool.timeout = 0.2
    let refused = failure { _ = try tool.secret(service: "platen", account: "hall") }
    #expect(refused?.diagnostics[0].message.contains("locked") == true)
  }
}
