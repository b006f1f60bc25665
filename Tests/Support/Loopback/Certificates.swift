// SPDX-License-Identifier: MIT
// Part of Platen: an authority of certificates made for a test, and a server's certificate by it.

public import Foundation

/// An authority of its own with a certificate for this machine, made by `openssl`.
public struct Certificates {
  /// The authority's certificate.
  public let authority: String
  /// The certificate of a server on 127.0.0.1.
  public let identity: LoopbackServer.Identity

  public init(in folder: URL, name: String = "authority") throws {
    func path(_ pathExtension: String) -> String {
      folder.appendingPathComponent(name + pathExtension).path
    }
    authority = path(".pem")
    identity = LoopbackServer.Identity(certificate: path("-server.pem"), key: path("-server.key"))
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    try openssl(
      ["req", "-x509"] + key
        + ["-keyout", path(".key"), "-out", authority, "-subj", "/CN=Platen's tests: \(name)"])
    try openssl(
      ["req", "-x509"] + key
        + [
          "-keyout", identity.key, "-out", identity.certificate, "-subj", "/CN=localhost", "-CA",
          authority, "-CAkey", path(".key"), "-addext",
          "subjectAltName=DNS:localhost,IP:127.0.0.1", "-addext", "basicConstraints=CA:FALSE",
        ])
  }

  private func openssl(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CocoaError(.executableLoad, userInfo: ["arguments": arguments])
    }
  }
}
