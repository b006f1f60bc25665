// SPDX-License-Identifier: MIT
// Part of Platen: tests that the reader of YAML and Yams read the same.

import Diagnostics
import Foundation
import TestSupport
import Testing
import Values
import Yams

/// What Yams and the reader make of one text, compared.
private enum Agreement {
  /// The first difference; nil where there is none.
  static func difference(_ text: String) -> String? {
    // Surrogates in two escapes are joined before, and a byte order mark is taken off.
    guard !text.contains("\\ud8"), text.utf8.first != 0xEF else { return nil }
    let ours = Result { try yaml(text) }
    let theirs = Result {
      try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
    }
    switch (theirs, ours) {
    case (.success(let node), .success(let value)):
      guard let value else {
        let isNull = node?.scalar.map {
          $0.style == .plain && ["", "~", "null", "Null", "NULL"].contains($0.string)
        }
        return isNull ?? true ? nil : "nothing is read"
      }
      return node.map { difference($0, value) } ?? "only Yams reads nothing"
    case (_, .failure(let error)):
      guard let fault = (error as? Failure)?.diagnostics.first else { return "\(error)" }
      // What Yams reads and its reader refused afterwards.
      let isOwn =
        ["test.depth", "test.too-large"].contains(fault.code) || fault.message.contains("\"<<\"")
        || fault.message.contains("a key must be a word")
      if isOwn { return nil }
      guard case .failure(let error) = theirs else {
        // Keys that differ in their tags alone.
        return fault.code == "test.duplicate-key" && text.contains("!") ? nil : "only Yams reads it"
      }
      return difference(error, fault)
    case (.failure(let error), .success): return "Yams: \(error)"
    }
  }

  /// Whether texts are the same, but for a byte order mark that Yams takes off.
  private static func isSame(_ ours: String, _ theirs: String) -> Bool {
    let text = ours.utf8.starts(with: "\u{FEFF}".utf8) ? ours.utf8.dropFirst(3) : ours.utf8[...]
    return text.elementsEqual(theirs.utf8) || ours.utf8.elementsEqual(theirs.utf8)
  }

  private static func difference(_ error: any Error, _ fault: Diagnostic) -> String? {
    switch error as? YamlError {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      // A key that is there twice above is met first.
      if fault.code == "test.duplicate-key" { return nil }
      // A newer libyaml counts levels, this one is asked to stop before.
      if problem.contains("nesting level") { return nil }
      var message = problem
      if let context, context.mark.line != mark.line { message = context.text + ", " + problem }
      return fault.message == message && fault.place?.line == mark.line
        && fault.place?.column == mark.column
        ? nil : "\(mark.line):\(mark.column): \(message), not \(fault.line)"
    case .reader(let problem, _, _, _):
      return fault.message == problem || fault.code == "test.duplicate-key"
        ? nil : "\(problem), not \(fault.line)"
    case .duplicatedKeysInMapping(let keys, let context):
      return fault.message.hasPrefix("written twice")
        && keys.allSatisfy { fault.message.contains("\"\($0)\"") }
        && fault.place?.line == context.mark.line && fault.place?.column == context.mark.column
        ? nil : "\(keys) twice at \(context.mark), not \(fault.line)"
    default: return "\(error)"
    }
  }

  private static func difference(_ node: Node, _ value: PlacedValue) -> String? {
    guard value.place.line == node.mark?.line, value.place.column == node.mark?.column else {
      return "at \(String(describing: node.mark)), not at \(value.place.text)"
    }
    switch (node, value.content) {
    case (.scalar(let scalar), .text(let text, let isPlain)):
      return isSame(text, scalar.string) && isPlain == (scalar.style == .plain)
        ? nil : "\(value.place.text): \(scalar.string), not \(text)"
    case (.sequence(let sequence), .list(let elements)):
      guard sequence.count == elements.count else { return "\(value.place.text): elements" }
      return zip(sequence, elements).lazy.compactMap { difference($0, $1) }.first
    case (.mapping(let mapping), .mapping(let members)):
      // Merges are our own.
      if mapping.contains(where: { $0.key.scalar?.string == "<<" && $0.key.scalar?.style == .plain }
      ) {
        return nil
      }
      guard mapping.count == members.count else { return "\(value.place.text): members" }
      for ((key, item), member) in zip(mapping, members) {
        // The key may be an alias, which Yams takes for what it stands for.
        guard let text = key.scalar?.string, isSame(member.key, text) else {
          return "\(member.place.text): key"
        }
        if let found = difference(item, member.value) { return found }
      }
      return nil
    default: return "\(value.place.text): kind"
    }
  }
}

@Suite struct YamsAgreementTests {
  @Test func filesAreReadAlike() {
    for path in YAMLCorpus.files {
      let text = String(decoding: YAMLCorpus.bytes(path), as: UTF8.self)
      guard text.utf8.count < 4 << 20 else { continue }
      let found = Agreement.difference(text)
      #expect(found == nil, "\(path)")
    }
  }

  @Test(arguments: YAMLCorpus.cases) func casesAreReadAlike(each: YAMLCorpus.Case) {
    let found = Agreement.difference(each.text)
    #expect(found == nil)
  }

  @Test func mutatedTextsAreReadAlike() {
    let seeds =
      YAMLCorpus.cases.map { Array($0.text.utf8) }.filter { !$0.isEmpty }
      + YAMLCorpus.files.prefix(30).map { Array(YAMLCorpus.bytes($0).prefix(600)) }
    let spice = Array("{}[]:,&*?!|>-#'\"%@`\\\t\n\r ${}0~<".utf8) + [0x85, 0xC3, 0xEF]
    var state: UInt64 = 42
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var differences: [String] = []
    for round in 0..<10_000 where differences.count < 10 {
      var bytes = seeds[round % seeds.count]
      for _ in 0...next(3) {
        let at = next(bytes.count)
        switch next(4) {
        case 0: bytes[at] = spice[next(spice.count)]
        case 1: bytes.insert(spice[next(spice.count)], at: at)
        case 2: bytes.removeSubrange(at..<min(bytes.count, at + 1 + next(6)))
        default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + next(30))], at: at)
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if let found = Agreement.difference(text) {
        differences.append("\(found) in \(text.debugDescription)")
      }
    }
    #expect(differences == [])
  }
}
