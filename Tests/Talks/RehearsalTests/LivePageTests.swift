// SPDX-License-Identifier: MIT
// Part of Platen: tests of the pages of a live talk: all their words are phrases, and escaped.

import Documents
import Foundation
import JSON
import TestSupport
import Testing

@testable import Rehearsal

@Suite struct LivePageTests {
  static let names = ["presenter.html", "remote.html", "viewer.html"]

  private static func template(_ name: String) throws -> [UInt8] {
    let folder = Shared.repository.appendingPathComponent("Templates/Live")
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  private static func text(_ name: String) throws -> String {
    String(decoding: try template(name), as: UTF8.self)
  }

  private func filled(
    _ name: String, _ phrases: [String: String] = [:], title: String = "Ebbe",
    language: String = "de", direction: Direction = .leftToRight
  ) throws -> String {
    let metadata = Metadata(title: title, language: language, direction: direction)
    let page = LivePage(metadata, phrases: Phrasebook(language: language, phrases: phrases))
    return String(decoding: page.filled(try LivePageTests.template(name)), as: UTF8.self)
  }

  /// The script's phrases in a page.
  private func scriptWords(of page: String) throws -> JSONValue {
    let text = try #require(
      page.firstMatch(of: #/<script type="application/json" id="phrases">([^<]*)</script>/#))
    return try JSONDocument(parsing: Array(text.1.utf8)).root
  }

  /// The letters that a template shows besides its placeholders: names of keys, and of letters.
  @Test(arguments: LivePageTests.names)
  func `templates have no words of their own`(name: String) throws {
    let markup = try LivePageTests.text(name).replacing(/\{\{\w+\}\}/, with: "")
      .replacing(/<!--.*?-->/, with: "")
    let texts = markup.replacing(/<[^>]*>/, with: " ")
    let values = markup.matches(of: #/(?:aria-label|title|alt|placeholder)="([^"]*)"/#).map {
      String($0.1)
    }
    let shown = ([texts] + values).joined(separator: " ")
    let letters = shown.split { !$0.isLetter }.map(String.init)
    #expect(Set(letters).isSubset(of: ["A", "P", "B"]), "\(letters)")
  }

  @Test(arguments: LivePageTests.names)
  func `each placeholder is filled in`(name: String) throws {
    #expect(!(try filled(name).contains("{{")))
  }

  @Test func `the script shows the phrases that it is given and no words of its own`() throws {
    let script = try LivePageTests.text("live.js").replacing(#/(?m)^\s*(//|\*|/\*).*$/#, with: "")
    let used =
      script.matches(of: /phrases\.(\w+)/).map { String($0.1) }
      + script.matches(of: /phrase\(\s*"(\w+)"/).map { String($0.1) }
      + script.matches(of: /"(key[A-Z]\w+)"/).map { String($0.1) }
    #expect(Set(used).subtracting(["lang"]) == Set(LivePage.scripted.map(\.rawValue)))
    for phrase in Phrase.allCases
    where ![.comma, .semicolon].contains(phrase) && phrase.english.contains(" ") {
      #expect(!script.contains(phrase.english), "\(phrase)")
    }
    for phrase in LivePage.scripted where phrase != .presenter && phrase != .pauseClock {
      #expect(!script.contains("\"\(phrase.english)\""), "\(phrase)")
    }
  }

  @Test(arguments: LivePageTests.names)
  func `quotes and brackets in phrases are escaped`(name: String) throws {
    let text = #"<b>"Los" & 'weg'</b></script>"#
    let own = Dictionary(uniqueKeysWithValues: Phrase.allCases.map { ($0.rawValue, text) })
    let page = try filled(name, own, title: text, language: #"de"><i>"#)
    #expect(!page.contains("<b>") && !page.contains("<i>"))
    #expect(page.contains("&lt;b&gt;&quot;Los&quot; &amp; "))
    #expect(page.contains(#"<html lang="de&quot;&gt;&lt;i&gt;" dir="ltr">"#))
    #expect(page.count(of: "</script>") == 2)
    let words = try scriptWords(of: page)
    #expect(words["watching"]?.string == text)
    #expect(words["lang"]?.string == #"de"><i>"#)
  }

  @Test(arguments: LivePageTests.names)
  func `pages have the language and direction of the talk`(name: String) throws {
    #expect(try filled(name).contains(#"<html lang="de" dir="ltr">"#))
    let arabic = try filled(name, language: "ar-EG", direction: .rightToLeft)
    #expect(arabic.contains(#"<html lang="ar-EG" dir="rtl">"#))
    #expect(try scriptWords(of: arabic)["lang"]?.string == "ar-EG")
  }

  @Test func `arrow keys follow the direction of the talk`() throws {
    let words = ["advance": "Weiter", "back": "Zurück"]
    let page = try filled("presenter.html", words)
    #expect(page.contains(#"title="Weiter (→)""#) && page.contains(#"title="Zurück (←)""#))
    let other = try filled("presenter.html", words, direction: .rightToLeft)
    #expect(other.contains(#"title="Weiter (←)""#) && other.contains(#"title="Zurück (→)""#))
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
