// SPDX-License-Identifier: MIT
// Part of Platen: what a server shows: a version of a talk, and the pages around it.

package import Rehearsal

/// One version of a talk, ready to be shown.
package struct Show: Sendable {
  /// A version that changes with every visible change; part of the addresses of images.
  package var version: String
  package var talk: LiveTalk
  /// The response of `/api/talk`.
  package var talkJSON: [UInt8]
  /// The JSON of each slide without notes, and with.
  package var slides: [[UInt8]]
  package var presenterSlides: [[UInt8]]
  /// The colors of its look, as CSS.
  package var colors: [UInt8]
  /// The pages around it, in its language.
  package var pages: Pages
  /// Draws a slide with so many of its steps, so many pixels wide, as PNG. Called on any thread.
  package var picture: @Sendable (_ slide: Int, _ steps: Int, _ width: Int) throws -> [UInt8]

  package init(
    version: String, talk: LiveTalk, talkJSON: [UInt8], slides: [[UInt8]],
    presenterSlides: [[UInt8]], colors: [UInt8], pages: Pages,
    picture: @escaping @Sendable (_ slide: Int, _ steps: Int, _ width: Int) throws -> [UInt8]
  ) {
    self.version = version
    self.talk = talk
    self.talkJSON = talkJSON
    self.slides = slides
    self.presenterSlides = presenterSlides
    self.colors = colors
    self.pages = pages
    self.picture = picture
  }

  /// The response of `/api/slides`.
  static func list(_ slides: [[UInt8]]) -> [UInt8] {
    Array("{\"slides\":[".utf8) + slides.joined(separator: ",".utf8) + Array("]}".utf8)
  }

  /// The widths of images.
  static let widths = [320, 640, 960, 1280, 1920, 2560, 3840]
}

/// The files of the pages a talk is shown on.
package struct Pages: Sendable {
  private var files: [String: [UInt8]]

  /// - Parameter files: Names such as `viewer.html` with their bytes.
  package init(_ files: [(name: String, bytes: [UInt8])]) {
    self.files = Dictionary(files.map { ($0.name, $0.bytes) }) { $1 }
  }

  /// The names there have to be.
  package static let names = [
    "viewer.html", "presenter.html", "remote.html", "live.js", "live.css", "icon.svg",
  ]

  /// Of ``names``, those that are not there.
  package var missing: [String] { Pages.names.filter { files[$0] == nil } }

  subscript(name: String) -> [UInt8]? { files[name] }
}
