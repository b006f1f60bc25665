// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about jobs of talks.

package import Diagnostics

extension Diagnostic.Code {
  package static let optionRatio = Self(
    "option.ratio", .usage,
    "The text is not an aspect ratio of a slide.",
    "Write width and height with a colon, as in 16:9.")
  package static let overviewSize = Self(
    "overview.size", .data,
    "The overview contains many megabytes of images.",
    "Make them smaller with width, or keep them beside it with images-as: files.")
  package static let sessionRead = Self(
    "session.read", .data,
    "The log of the rehearsal cannot be read. Check the path and its permissions.")
  package static let talkFile = Self(
    "talk.file", .data,
    "A talk is a folder of slides, a deck in one file of Markdown or a built deck, and a page of HTML",
    "is named.",
    "Name the folder of the slides, or the Markdown that the page was made of.")
  package static let talkFiles = Self(
    "talk.files", .data,
    "The folder has more files than are read. Name the folder of the slides.")
  package static let talkSlide = Self(
    "talk.slide", .data,
    "The talk has no slide of that number, as when slides were removed or are hidden.",
    "Choose a number up to the one in the hint.")
}

extension CodeTable {
  /// Codes of diagnostics about jobs of talks.
  package static let talkJobs = CodeTable(
    "TalkJobs", "jobs of talks",
    [
      .optionRatio, .overviewSize, .sessionRead, .talkFile, .talkFiles, .talkSlide,
    ])
}
