// SPDX-License-Identifier: MIT
// Part of Platen: hyphenation of words by the patterns of their language.

internal import Diagnostics

/// The patterns of one language, in the format of libhyphen (Debian's `hyph_*.dic`).
///
/// Liang's method (Word Hy-phen-a-tion by Com-put-er, 1983), and libhyphen's levels: in compound
/// words, the first level finds the joints, and the second divides each part. The library itself
/// takes three seconds to load the German patterns; these are found by a hash of their letters.
public struct HyphenationPatterns: Sendable {
  /// The patterns that find the parts of a joined word; empty where the language has none.
  private let joints: HyphenTable
  private let patterns: HyphenTable
  /// Letters that stay together at a word's beginning and end, and at those of its parts.
  private let limits: (left: Int, right: Int)
  private let partLimits: (left: Int, right: Int)

  /// - Parameters:
  ///   - file: The contents of a pattern file.
  ///   - leftLimit: Letters that stay together at a word's beginning; the file may require more.
  ///   - rightLimit: As many at its end.
  /// - Throws: `Failure` `hyphenation.patterns` where they cannot be read.
  public init(_ file: [UInt8], leftLimit: Int = 2, rightLimit: Int = 3) throws {
    let lines = file.split { $0 == 10 || $0 == 13 }
    guard let first = lines.first else { throw HyphenationPatterns.unreadable("it is empty") }
    let encoding = String(decoding: first, as: UTF8.self).filter { $0 != " " }
    let text = try TextConverter(from: encoding)
    var tables = [HyphenTable()]
    var declared = ["LEFTHYPHENMIN": 0, "RIGHTHYPHENMIN": 0]
    declared["COMPOUNDLEFTHYPHENMIN"] = 0
    declared["COMPOUNDRIGHTHYPHENMIN"] = 0
    for line in lines.dropFirst() {
      guard let start = line.first, start != UInt8(ascii: "%"), start != UInt8(ascii: "#") else {
        continue
      }
      if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(start) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        if words.first == "NEXTLEVEL" {
          tables.append(HyphenTable())
          continue
        }
        if let key = words.first.map(String.init), declared[key] != nil {
          declared[key] =
            words.dropFirst().first.flatMap { Int($0) }.map { max(0, min(100, $0)) } ?? 0
          continue
        }
        // NOHYPHEN names signs, and words are letters.
        if words.first == "NOHYPHEN" { continue }
      }
      guard let converted = text.utf8(line) else {
        throw HyphenationPatterns.unreadable("it is not written in \(encoding)")
      }
      tables[tables.count - 1].addLine(converted)
    }
    guard tables.count <= 2 else {
      throw HyphenationPatterns.unreadable("it has \(tables.count) levels, and two are known")
    }
    joints = tables.count == 2 ? tables[0] : HyphenTable()
    patterns = tables[tables.count - 1]
    limits = (
      max(leftLimit, declared["LEFTHYPHENMIN"] ?? 0),
      max(rightLimit, declared["RIGHTHYPHENMIN"] ?? 0)
    )
    partLimits = (
      max(2, declared["COMPOUNDLEFTHYPHENMIN"] ?? 0),
      max(2, declared["COMPOUNDRIGHTHYPHENMIN"] ?? 0)
    )
  }

  private static func unreadable(_ why: String) -> Failure {
    Failure(.error(.hyphenationPatterns, "the hyphenation patterns cannot be read: \(why)"))
  }

  /// The byte offsets within a word, which must be lower case letters, at which it may be divided.
  func points(in word: [UInt8]) -> [Int] {
    guard (4...100).contains(word.count) else { return [] }
    var points: [Int] = []
    divide(word[...], isFirst: true, isLast: true, into: &points)
    // The limits count letters, not bytes.
    let starts = word.indices.filter { word[$0] & 0xC0 != 0x80 }
    guard starts.count >= limits.left + limits.right else { return [] }
    let allowed = starts[limits.left]...starts[starts.count - limits.right]
    return points.filter(allowed.contains).sorted()
  }

  /// Divides a word, or a part of one, at the joints of its parts, and each part by the patterns.
  private func divide(
    _ part: ArraySlice<UInt8>, isFirst: Bool, isLast: Bool, into points: inout [Int]
  ) {
    let cuts = joints.isEmpty ? [] : joints.points(in: part)
    guard !cuts.isEmpty else {
      let starts = part.indices.filter { part[$0] & 0xC0 != 0x80 }
      let left = isFirst ? 2 : partLimits.left
      let right = isLast ? 2 : partLimits.right
      guard starts.count >= left + right else { return }
      let allowed = starts[left]...starts[starts.count - right]
      points += patterns.points(in: part).filter(allowed.contains)
      return
    }
    points += cuts
    var start = part.startIndex
    for end in cuts + [part.endIndex] {
      divide(
        part[start..<end], isFirst: isFirst && start == part.startIndex,
        isLast: isLast && end == part.endIndex, into: &points)
      start = end
    }
  }
}

/// The loaded patterns by language.
public final class Hyphenation {
  private var languages: [(tag: String, patterns: HyphenationPatterns)] = []

  public init() {}

  /// Adds the patterns of a language, `en-US` or `de`.
  public func addPatterns(_ patterns: HyphenationPatterns, language: String) {
    languages.append((language.lowercased(), patterns))
  }

  /// The patterns of a language: its own, else those of the first one added of the same primary
  /// language.
  func patterns(for language: String) -> HyphenationPatterns? {
    let tag = language.lowercased()
    if let exact = languages.first(where: { $0.tag == tag }) { return exact.patterns }
    let primary = tag.prefix { $0 != "-" }
    return languages.first { $0.tag.prefix { $0 != "-" } == primary }?.patterns
  }
}
