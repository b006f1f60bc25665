// SPDX-License-Identifier: MIT
// Part of Platen: arguments in files, for command lines longer than the system's limit.

import Diagnostics
import Pipeline

/// Replaces arguments `@FILE` with the contents of the files.
///
/// Words are separated by whitespace and line endings; a word in single or double quotes may
/// contain these, and a backslash outside single quotes escapes the next character. `@@` stands for
/// an argument that begins with `@`. Arguments after `--` are kept as is, and files name no further
/// files.
enum ResponseFiles {
  static let limit = 16 << 20

  static func expand(_ arguments: [String]) throws -> [String] {
    guard arguments.contains(where: { $0.hasPrefix("@") }) else { return arguments }
    var expanded: [String] = []
    for (index, argument) in arguments.enumerated() {
      if argument == "--" { return expanded + arguments[index...] }
      if argument.hasPrefix("@@") {
        expanded.append(String(argument.dropFirst()))
      } else if argument.hasPrefix("@") {
        let path = String(argument.dropFirst())
        do {
          let bytes = try DiskEnvironment().read(path, limit: limit).bytes
          expanded += try words(of: String(decoding: bytes, as: UTF8.self), in: path)
        } catch let failure as Failure {
          throw Failure(
            failure.diagnostics.map {
              .error(
                .optionResponseFile, $0.message, at: $0.place,
                hints: ["an argument that begins with @ names a file of arguments; @@ is a plain @"]
              )
            })
        }
      } else {
        expanded.append(argument)
      }
    }
    return expanded
  }

  private static func words(of text: String, in path: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var quote: (mark: Unicode.Scalar, line: Int)?
    var isEscaped = false
    var line = 1
    func add(_ scalar: Unicode.Scalar) { word = (word ?? "") + String(Character(scalar)) }
    for scalar in text.unicodeScalars {
      if scalar == "\n" { line += 1 }
      if isEscaped {
        isEscaped = false
        // A backslash at its end continues a line.
        if scalar != "\n" { add(scalar) }
      } else if scalar == "\\", quote?.mark != "'" {
        isEscaped = true
        word = word ?? ""
      } else if let open = quote {
        if scalar == open.mark { quote = nil } else { add(scalar) }
      } else if scalar == "'" || scalar == "\"" {
        quote = (scalar, line)
        word = word ?? ""
      } else if scalar.properties.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        add(scalar)
      }
    }
    if let quote {
      throw Failure(
        .error(
          .optionResponseFile, "missing closing quote",
          at: SourceLocation(file: path, line: quote.line)
        ))
    }
    // A backslash at the end of the file is a backslash.
    if isEscaped { add("\\") }
    if let word { words.append(word) }
    return words
  }
}
