// SPDX-License-Identifier: MIT
// Part of Platen: the folders that clients of `platen mcp` may use, and paths in them.

import Diagnostics
import Libc
import Pipeline
import Text

/// The folders that a client may read, and those it may write to.
struct AssistantFolders: Sendable {
  /// The folders named at the start, by their real paths, at least one. Relative paths are relative
  /// to the first.
  let readable: [String]
  /// The folders in which files may be written; empty where nothing may be.
  let writable: [String]
  /// A private folder of temporary files.
  let scratch: String

  /// The first folder, in which commands run.
  var main: String { readable[0] }

  /// Returns a file or folder as a command takes it.
  ///
  /// - Parameter given: a path, relative to the first folder that has it, or a `file:` address.
  /// - Throws: `Failure` `mcp.path` where it does not exist or is outside.
  func existing(_ given: String) throws(Failure) -> String {
    let path = AssistantFolders.path(ofAddress: given) ?? given
    let places = path.hasPrefix("/") ? [path] : readable.map { $0 + "/" + path }
    for place in places {
      guard let real = Files.realPath(place) else { continue }
      guard isReadable(real) else {
        throw AssistantFolders.refusal(given, "is outside the folders")
      }
      return shortened(real)
    }
    throw AssistantFolders.refusal(given, "does not exist in the folders")
  }

  /// Returns a path for a file to be written.
  ///
  /// - Parameters:
  ///   - given: a path, relative to the first folder that may be written to.
  ///   - overwrites: whether the file may exist.
  /// - Throws: `Failure` `mcp.path` or `mcp.exists`, and `mcp.write` where nothing may be written.
  func target(_ given: String, overwrites: Bool) throws(Failure) -> String {
    guard let first = writable.first else { throw AssistantFolders.writeRefusal }
    let path = AssistantFolders.path(ofAddress: given) ?? given
    let place = path.hasPrefix("/") ? path : first + "/" + path
    // The nearest folder that exists decides; `..` behind it would lead elsewhere.
    var parts = place.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    guard !parts.isEmpty, !parts.contains("..") else {
      throw AssistantFolders.refusal(given, "is outside the folders")
    }
    var rest: [String] = []
    var real = Files.realPath("/" + parts.joined(separator: "/"))
    while real == nil, let name = parts.popLast() {
      // A link that leads nowhere may lead outside later.
      if Files.isThere("/" + (parts + [name]).joined(separator: "/")) {
        throw AssistantFolders.refusal(given, "is a link that leads nowhere")
      }
      rest.insert(name, at: 0)
      real = Files.realPath("/" + parts.joined(separator: "/"))
    }
    let whole = ([real ?? "/"] + rest).joined(separator: "/")
    guard writable.contains(where: { AssistantFolders.contains($0, whole) }) else {
      throw AssistantFolders.refusal(given, "is outside the folders that may be written to")
    }
    if rest.isEmpty, !overwrites, !Files.isFolder(whole) {
      throw Failure(
        .error(
          .mcpExists, "\(given) already exists", hints: ["set \"overwrite\", or name another file"])
      )
    }
    return shortened(whole)
  }

  /// The refusal of a tool that writes.
  static var writeRefusal: Failure {
    Failure(
      .error(
        .mcpWrite, "this server writes no files",
        hints: ["the user can start it with --allow-write"]))
  }

  /// Indicates whether a real path is in one of the folders.
  func isReadable(_ real: String) -> Bool {
    (readable + writable + [scratch]).contains { AssistantFolders.contains($0, real) }
  }

  /// A path relative to the first folder, where it is in it, as messages show it.
  func shortened(_ real: String) -> String {
    guard AssistantFolders.contains(main, real), real != main else {
      return real == main ? "." : real
    }
    let path = real.dropFirst(main.hasSuffix("/") ? main.count : main.count + 1)
    return path.hasPrefix("-") || path.hasPrefix("@") ? "./\(path)" : String(path)
  }

  /// The whole path of one that ``existing(_:)`` or ``target(_:overwrites:)`` returned.
  func whole(_ path: String) -> String {
    if path == "." { return main }
    return path.hasPrefix("/") ? path : main + "/" + path
  }

  /// The `file:` address of a whole path.
  static func address(ofPath path: String) -> String {
    var text = "file://"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return text
  }

  /// The path of a `file:` address of this machine; nil for another text.
  static func path(ofAddress address: String) -> String? {
    guard address.hasPrefix("file:///") else { return nil }
    var bytes: [UInt8] = []
    var rest = address.dropFirst("file://".count).utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(Substring(rest.prefix(2)), radix: 16) {
        rest = rest.dropFirst(2)
        bytes.append(value)
      } else {
        bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func contains(_ folder: String, _ path: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  private static func refusal(_ given: String, _ fault: String) -> Failure {
    Failure(.error(.mcpPath, "\(given.prefix(200)) \(fault)"))
  }
}
