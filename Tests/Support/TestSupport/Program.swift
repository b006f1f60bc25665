// SPDX-License-Identifier: MIT
// Part of Platen: programs of the system that tests ask what they make of a file.

internal import Foundation

/// A program of the system.
public struct Program: Sendable {
  /// A program that is not there, or that ended with another status than 0.
  public struct Trouble: Error, CustomStringConvertible {
    public let description: String
  }

  public let path: String

  public init(path: String) { self.path = path }

  /// The first program of that name in `PATH`.
  public init(_ name: String) throws {
    guard let path = Program.path(of: name) else {
      throw Trouble(description: "\(name) is not installed")
    }
    self.init(path: path)
  }

  public static func isThere(_ name: String) -> Bool { path(of: name) != nil }

  private static func path(of name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The output.
  ///
  /// - Parameter mergesErrors: whether its standard error is a part of that; else it goes where
  ///   that of the test goes.
  public func bytes(_ arguments: [String], mergesErrors: Bool = false) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    if mergesErrors { process.standardError = pipe }
    try process.run()
    let bytes = [UInt8](pipe.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Trouble(
        description: """
          \(path) ended with \(process.terminationStatus): \
          \(String(decoding: bytes.prefix(2000), as: UTF8.self))
          """)
    }
    return bytes
  }

  public func text(_ arguments: [String], mergesErrors: Bool = false) throws -> String {
    String(decoding: try bytes(arguments, mergesErrors: mergesErrors), as: UTF8.self)
  }

  /// The output about a PDF, whose path is behind the arguments and before the last ones.
  public func bytes(
    _ arguments: [String], on pdf: [UInt8], _ last: String..., mergesErrors: Bool = false
  ) throws -> [UInt8] {
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let path = try scratch.write(pdf, to: "file.pdf")
    return try bytes(arguments + [path] + last, mergesErrors: mergesErrors)
  }

  public func text(
    _ arguments: [String], on pdf: [UInt8], _ last: String..., mergesErrors: Bool = false
  ) throws -> String {
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let path = try scratch.write(pdf, to: "file.pdf")
    return try text(arguments + [path] + last, mergesErrors: mergesErrors)
  }
}
