// SPDX-License-Identifier: MIT
// Part of Platen: placeholders such as `${name}` in the names of outputs, and safe file names.

internal import Diagnostics
internal import Pipeline

/// Replaces the placeholders in a name.
///
/// - Parameters:
///   - template: text with `${variable}` in it; a `$` before anything else stays.
///   - variables: names and values, in the order to list them in.
/// - Throws: `Failure` naming the unknown variable, without a place.
func expandName(
  _ template: String, _ variables: [(name: String, value: String)]
) throws(Failure) -> String {
  var result = ""
  var rest = Substring(template)
  while let open = rest.firstRange(of: "${") {
    result += rest[..<open.lowerBound]
    rest = rest[open.upperBound...]
    guard let close = rest.firstIndex(of: "}") else {
      throw Failure(
        .error(.manifestVariable, "\"${\" without \"}\" in \"\(template)\""))
    }
    let name = String(rest[..<close])
    guard let value = variables.first(where: { $0.name == name })?.value else {
      throw Failure(
        .error(
          .manifestVariable, "unknown placeholder \"${\(name)}\"",
          hints: [nearMissHint(name, among: variables.map(\.name))]))
    }
    result += value
    rest = rest[rest.index(after: close)...]
  }
  return result + rest
}

/// The first variable that is written as `$name` or `{name}`, which nothing replaces.
///
/// - Parameter names: the variables there are.
func unreplacedVariable(in template: String, _ names: [String]) -> (text: String, name: String)? {
  var rest = template[...]
  while let sign = rest.firstIndex(where: { $0 == "$" || $0 == "{" }) {
    let after = rest[sign...].dropFirst()
    let word = after.prefix { $0.isASCII && $0.isLetter || $0 == "_" || $0 == "-" }
    rest = after
    if rest.first == "{", template[sign] == "$" {
      // `${name}` is how a variable is written.
      rest.removeFirst()
    } else if template[sign] == "$" {
      let name =
        names.first { word == $0 }
        ?? names.first { word.hasPrefix($0 + "-") || word.hasPrefix($0 + "_") }
      if let name { return ("$\(name)", name) }
    } else if after[word.endIndex...].first == "}", names.contains(String(word)) {
      return ("{\(word)}", String(word))
    }
  }
  return nil
}

/// A text as part of a file's name that is valid on every system: separators, control characters
/// and characters that Windows refuses become `-`; dots and spaces at the ends are removed.
package func safeFileName(_ text: String) -> String {
  var scalars = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    let isUnsafe =
      scalar.value < 0x20 || scalar.value == 0x7F || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
    scalars.append(isUnsafe ? "-" : scalar)
  }
  var name = Substring(String(scalars))
  while let first = name.first, first == "." || first == " " { name.removeFirst() }
  while let last = name.last, last == "." || last == " " { name.removeLast() }
  // A name of 255 bytes is the most a file system takes; other parts and the extension need room.
  while name.utf8.count > 180 { name.removeLast() }
  return name.isEmpty ? "unnamed" : String(name)
}

/// The stem of a file's name: no folder, no extension, nor the one before `.gz`.
package func stem(of path: String) -> String {
  var name = path.split(separator: "/").last.map(String.init) ?? path
  for pathExtension in [".gz", ""] {
    if !pathExtension.isEmpty {
      if name.lowercased().hasSuffix(pathExtension), name.utf8.count > pathExtension.utf8.count {
        name.removeLast(pathExtension.count)
      }
    } else if let dot = name.lastIndex(of: "."), dot != name.startIndex {
      name = String(name[..<dot])
    }
  }
  return name
}

/// An output's path made plain.
///
/// - Parameters:
///   - path: starts from the root, or from `folder` where that is given; an absolute one must be
///     below an absolute root.
///   - root: the output directory, as seen from the working directory.
///   - folder: the manifest's folder, as the working directory sees it.
/// - Returns: the path below the root, without `.` and `..`.
/// - Throws: `Failure` without a place when it leaves the root or cannot be a file's name.
func outputPath(
  _ path: String, root: String, from folder: String? = nil
) throws(Failure) -> String {
  var path = path
  if path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
    throw Failure(
      .error(.manifestName, "a control character in the name \(path.debugDescription)"))
  }
  if path.hasPrefix("/") || folder != nil {
    let whole = plainPath(joinedPath(folder ?? "", path))
    let base = plainPath(root)
    let start = base.isEmpty || base.hasSuffix("/") ? base : base + "/"
    guard whole.hasPrefix(start), !base.isEmpty || !whole.hasPrefix("/") else {
      throw outsideRoot(whole)
    }
    path = String(whole.dropFirst(start.count)) + (path.hasSuffix("/") ? "/" : "")
  }
  guard !path.hasMarkedSlash else {
    throw Failure(
      .error(
        .manifestName, "\"\(printable(path))\" has a mark on a slash",
        hints: ["remove it, or write it after a letter"]))
  }
  var parts: [Substring] = []
  for part in path.split(separator: "/", omittingEmptySubsequences: true) where part != "." {
    if part == ".." {
      guard parts.popLast() != nil else { throw outsideRoot(path) }
    } else {
      guard part.utf8.count <= 255 else {
        throw Failure(.error(.manifestName, "a name of more than 255 bytes: \"\(part)\""))
      }
      parts.append(part)
    }
  }
  guard !parts.isEmpty else {
    throw Failure(.error(.manifestName, "\"\(path)\" names no file"))
  }
  if let name = extensionAlone(in: path) {
    throw Failure(
      .error(
        .manifestName, "\"\(path)\" is an extension without a name",
        hints: ["write a name before \(name)"]))
  }
  return parts.joined(separator: "/") + (path.hasSuffix("/") ? "/" : "")
}

private func outsideRoot(_ path: String) -> Failure {
  Failure(
    .error(
      .manifestOutsideRoot, "\"\(path)\" is outside of the output directory",
      hints: [
        "outputs stay below the output directory; set another with output-dir: or --output-dir"
      ]))
}

/// A path that starts from a folder; absolute ones stay as they are.
package func joinedPath(_ folder: String, _ path: String) -> String {
  if path.hasPrefix("/") || folder.isEmpty || folder == "." { return path }
  return folder.hasSuffix("/") ? folder + path : folder + "/" + path
}

/// A path without `.` and, where that is plain from its words, without `..`.
package func plainPath(_ path: String) -> String {
  var parts: [Substring] = []
  for part in path.split(separator: "/") where part != "." {
    if part == "..", let last = parts.last, last != ".." {
      parts.removeLast()
    } else {
      parts.append(part)
    }
  }
  return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
}

/// The name of a file that is an extension alone, such as `.png`; nil for any other.
func extensionAlone(in path: String) -> Substring? {
  let name = path.split(separator: "/").last ?? ""
  let isAlone =
    name.first == "." && !path.hasSuffix("/") && !name.dropFirst().contains(".")
  return isAlone ? name : nil
}
