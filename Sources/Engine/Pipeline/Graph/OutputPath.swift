// SPDX-License-Identifier: MIT
// Part of Platen: a path under the output directory, and nowhere else.

internal import Diagnostics

/// A path relative to the output directory that cannot lead out of it.
///
/// The text guarantees this much; symbolic links among its components are found when it is opened.
public struct OutputPath: Hashable, Sendable, CustomStringConvertible {
  /// The components, at least one.
  public let components: [String]
  /// The components joined by slashes.
  public let text: String
  /// The part of the name that the names of a set's files take the place of; nil for a single file.
  public let placeholder: String?

  /// The name of the record of a run in the output directory, which no output may have.
  static let recordName = "platen-run.json"

  /// Takes a path as the user wrote it; `./` and doubled slashes are dropped.
  ///
  /// - Parameter placeholder: the placeholder, see ``Job/Output/placeholder``; once in the path, in its last
  ///   component.
  /// - Throws: ``Failure`` with the code `output.path` for an absolute path, one with `..`, an
  ///   empty one, a folder, a name the file system or Platen itself cannot allow.
  public init(_ text: String, placeholder: String? = nil) throws {
    func refuse(_ why: String, _ hint: String) -> Failure {
      Failure(.error(.outputPath, "the output \"\(text)\" \(why)", hints: [hint]))
    }
    guard !text.isEmpty else {
      throw refuse("has no name", "name a file, such as maps/world.png")
    }
    guard !text.hasMarkedSlash else {
      throw refuse("has a mark on a slash", "remove it, or write it after a letter")
    }
    guard !text.hasPrefix("/") else {
      throw refuse(
        "is absolute", "outputs are under the output directory: write the path relative to it")
    }
    guard !text.hasSuffix("/") else {
      throw refuse(
        "is a folder, and folders as outputs are not supported yet", "name a single file")
    }
    guard !text.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) else {
      throw refuse("has a control character in its name", "remove it")
    }
    let components = text.split(separator: "/", omittingEmptySubsequences: true)
      .map(String.init).filter { $0 != "." }
    guard let name = components.last else {
      throw refuse("has no name", "name a file, such as maps/world.png")
    }
    guard !components.contains("..") else {
      throw refuse("leads out of the output directory", "remove \"..\"")
    }
    guard components.allSatisfy({ $0.utf8.count <= 255 }), text.utf8.count < 4096 else {
      throw refuse("is too long for a file name", "use at most 255 bytes for a name")
    }
    guard !name.hasPrefix(".platen"), !(components.count == 1 && name == OutputPath.recordName)
    else {
      throw refuse("has a name that Platen uses itself", "choose another name")
    }
    if let placeholder {
      let folders = components.dropLast().joined(separator: "/")
      guard name.ranges(of: placeholder).count == 1, !folders.contains(placeholder) else {
        throw refuse(
          "does not have \(placeholder) once in its last part",
          "write slides/slide-\(placeholder).png")
      }
    }
    self.components = components
    self.text = components.joined(separator: "/")
    self.placeholder = placeholder
  }

  /// The components joined by slashes.
  public var description: String { text }
  /// The folder's components; none for the root itself.
  public var folder: ArraySlice<String> { components.dropLast() }
  /// The file's name.
  public var name: String { components.last ?? "" }

  /// The path of a set's file; the path itself where it has no placeholder.
  ///
  /// - Throws: as ``init(_:placeholder:)``, for a name that leads elsewhere.
  func filled(with name: String) throws -> OutputPath {
    guard let placeholder else { return self }
    return try OutputPath(text.replacing(placeholder, with: name))
  }

  /// Indicates whether a file of this set may have a name of the other path, which may be a set as
  /// well.
  ///
  /// The names within a set begin with a digit, except in a set that fills a folder.
  func mayBe(_ other: OutputPath) -> Bool {
    let (own, its) = (ends, other.ends)
    guard placeholder != nil, its.head.hasPrefix(own.head) else { return false }
    if fillsFolder { return true }
    let rest = its.head.dropFirst(own.head.count)
    if other.placeholder == nil {
      return rest.hasSuffix(own.tail) && rest.first?.isASCIIDigit == true
        && rest.utf8.count > own.tail.utf8.count
    }
    guard own.tail.hasSuffix(its.tail) || its.tail.hasSuffix(own.tail) else { return false }
    return rest.first.map(\.isASCIIDigit) ?? true
  }

  /// Indicates whether the name is the placeholder alone: the files of such a set may have any names
  /// below the folder, and folders of their own.
  var fillsFolder: Bool { placeholder != nil && name == placeholder }

  /// The text before the placeholder and after it; all before it where there is none.
  var ends: (head: Substring, tail: Substring) {
    guard let placeholder, let range = text.firstRange(of: placeholder) else {
      return (text[...], "")
    }
    return (text[..<range.lowerBound], text[range.upperBound...])
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
