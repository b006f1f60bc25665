// SPDX-License-Identifier: MIT
// Part of Platen: what tests of instances share: secrets in files, time that passes at once, clients.

import Diagnostics
import Foundation
import Loopback
import TestSupport

@testable import Instances

extension Scratch {
  /// Writes a file as one of a secret is: read by its owner alone.
  @discardableResult
  func writeSecret(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
    let path = try write(text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: self(name))
    return (attributes[.posixPermissions] as? Int) ?? -1
  }
}

/// Waiting takes no time, and is written down; chance has the given values.
final class ScriptedTime: Timekeeper, @unchecked Sendable {
  private let lock = NSLock()
  private var passed = 0.0
  private var taken: [Double] = []
  let date: Double
  let chance: Double

  init(date: Double = 1_800_000_000, chance: Double = 0) {
    self.date = date
    self.chance = chance
  }

  var now: Double { lock.withLock { passed } }
  var waits: [Double] { lock.withLock { taken } }
  func wait(_ seconds: Double, isCancelled: () -> Bool) {
    lock.withLock {
      passed += seconds
      taken.append(seconds)
    }
  }
}

/// A keyring in memory.
final class MemoryKeyring: Keyring, @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String: String] = [:]
  init(_ kept: [String: String] = [:]) { self.kept = kept }

  subscript(name: String) -> String? { lock.withLock { kept[name] } }
  func secret(service: String, account: String) throws(Failure) -> Secret? {
    self["\(service)/\(account)"].map { Secret(copying: $0.utf8) }
  }
  func put(_ secret: Secret, service: String, account: String) throws(Failure) {
    let text = secret.withBytes { String(decoding: $0, as: UTF8.self) }
    lock.withLock { kept["\(service)/\(account)"] = text }
  }
}

/// Counts from several threads.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  @discardableResult func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
  var value: Int { lock.withLock { count } }
}

extension Instance {
  /// A server of a test.
  static func at(
    _ server: LoopbackServer, _ kind: Kind, credential: String? = nil,
    _ change: (inout Instance) -> Void = { _ in }
  ) throws -> Instance {
    var instance = Instance(name: "hall", kind: kind, address: try WebAddress(server.url))
    instance.credential = try credential.map { try CredentialReference($0) }
    instance.idleTimeout = 5
    change(&instance)
    return instance
  }

  func client(
    _ folder: String = ".", variables: [String: String] = [:],
    keyring: any Keyring = MemoryKeyring(), time: any Timekeeper = ScriptedTime(),
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> any InstanceClient {
    client(
      vault: CredentialVault(folder: folder, keyring: keyring) { variables[$0] },
      agent: ("platen", "test"), timekeeper: time, isCancelled: isCancelled)
  }
}

/// The errors of a body.
func failure(_ body: () throws -> Void) -> Failure? {
  do {
    try body()
    return nil
  } catch {
    return error as? Failure
  }
}

extension Failure {
  var code: String { diagnostics.first?.code.rawValue ?? "" }
  /// All of its output for any reader.
  var everything: String {
    var dumped = ""
    dump(self, to: &dumped)
    return "\(self)" + String(reflecting: self) + dumped
      + diagnostics.map { $0.message + $0.hints.joined() }.joined()
  }
}
