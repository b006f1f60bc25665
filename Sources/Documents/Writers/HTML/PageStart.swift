// SPDX-License-Identifier: MIT
// Part of Platen: the first lines of HTML files: language, security policy, and what all decks show first.

internal import Digests
internal import Documents
internal import Text

extension MarkupOutput {
  /// Writes the start of an HTML file up to its security policy, within the head.
  ///
  /// The policy allows images from the sources named, the style sheet and the script of these very
  /// digests, and nothing else.
  ///
  /// - Parameters:
  ///   - language: a language tag; nil where it is unknown.
  ///   - images: sources as `img-src` lists them.
  ///   - script: nil where the page has none.
  func startPage(
    language: String?, runsRightToLeft: Bool, images: StaticString, styleSheet: String,
    script: String? = nil
  ) {
    raw("<!DOCTYPE html>\n<html lang=\"").raw(language ?? "und").raw("\" dir=\"")
    raw(runsRightToLeft ? "rtl" : "ltr").raw("\">\n<head>\n<meta charset=\"utf-8\"/>\n")
    raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src ")
    raw(images).raw("; style-src 'sha256-")
    base64(Digest.of(styleSheet).bytes)
    if let script {
      raw("'; script-src 'sha256-")
      base64(Digest.of(script).bytes)
    }
    raw("'; base-uri 'none'; form-action 'none'\"/>\n")
    raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
  }

  /// Writes the start of a deck's page: head, link to the slides, title and facts.
  ///
  /// - Parameter images: sources as `img-src` lists them.
  func startDeck(
    _ metadata: Metadata, title: String, slideCount: Int, images: StaticString,
    styleSheet: String, script: String, phrases: Phrasebook
  ) {
    startPage(
      language: LanguageTag(metadata.language)?.text, runsRightToLeft: metadata.runsRightToLeft,
      images: images, styleSheet: styleSheet, script: script)
    raw("<meta name=\"generator\" content=\"Platen\"/>\n<title>").text(title)
    raw("</title>\n<style>").raw(styleSheet).raw("</style>\n</head>\n")
    raw("<body>\n<a class=\"skip\" href=\"#slides\">").text(phrases[.skipToSlides])
    raw("</a>\n<header>\n<h1>").text(title).raw("</h1>\n<p>")
    let facts = [
      metadata.authors.joined(separator: phrases[.comma]), phrases.date(metadata.date),
      phrases.counted(.slideCount, slideCount),
    ]
    text(facts.filter { !$0.isEmpty }.joined(separator: " · ")).raw("</p>\n</header>\n")
  }
}
