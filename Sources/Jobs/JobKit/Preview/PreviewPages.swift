// SPDX-License-Identifier: MIT
// Part of Platen: the pages of an input, each drawn when it is requested.

package import Canvas
package import Diagnostics
package import Drawing
package import Geometry
internal import JSON
internal import Pipeline

/// The pages of an input in one look: those of a document, slides, cards or sheets of cards.
package struct PreviewPages: Sendable {
  package let title: String
  /// The size of each page in a unit of its own. A page with more content than fits may be higher.
  package let sizes: [Size]
  /// Indicates whether pages are looked at as a whole, as slides and cards are, and not read line by
  /// line.
  private let areWhole: Bool
  private let fonts: FontPool
  private let scene: @Sendable (Int, FontLibrary) throws -> Scene

  /// - Parameter scene: sets the page of an index; it is called by several threads.
  package init(
    title: String, sizes: [Size], areWhole: Bool, fonts: FontPool,
    scene: @escaping @Sendable (_ page: Int, FontLibrary) throws -> Scene
  ) {
    self.title = title
    self.sizes = sizes
    self.areWhole = areWhole
    self.fonts = fonts
    self.scene = scene
  }

  /// Pixels of a page at most; a larger image is drawn smaller.
  private static let pixelLimit = 1 << 25

  /// Draws the page of an index as PNG, as a job does.
  ///
  /// - Parameter width: in pixels; a very high page has fewer.
  /// - Throws: `Failure` of the page; `Cancelled` or `CancellationError`.
  func png(of page: Int, width: Int, isCancelled: () -> Bool) throws -> [UInt8] {
    try fonts.withLibrary { library in
      let scene = try scene(page, library)
      var width = width
      while width > 16, width * scene.height(ofWidth: width) > PreviewPages.pixelLimit {
        width /= 2
      }
      var bytes: [UInt8] = []
      try scene.writePNG(width: width, isFlat: true, fonts: library, isCancelled: isCancelled) {
        bytes += $0
      }
      return bytes
    }
  }

  /// The list of pages for the page of a preview.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("title", title)
      json.member("whole", areWhole)
      json.member(
        "pages",
        array: { json in
          for size in sizes {
            json.array { json in
              json.double(size.width)
              json.double(size.height)
            }
          }
        })
    }
    return json.text
  }
}

/// Pages that are set one after the other, such as those of a document: as many as fit in memory are
/// kept, and the others are set again when they are requested. Thread-safe.
package final class SetPages: Sendable {
  /// Sets all pages in order and hands them on.
  package typealias Setting =
    @Sendable (FontLibrary, _ page: (Scene) throws -> Void) throws -> [Diagnostic]

  /// Pages that follow each other.
  private struct Window {
    var first = 0
    var scenes: [Scene] = []

    subscript(page: Int) -> Scene? {
      scenes.indices.contains(page - first) ? scenes[page - first] : nil
    }
  }

  /// Ends the setting of pages.
  private struct WindowIsFull: Error {}

  /// Bytes of pages kept.
  private static let limit = 96 << 20

  private let set: Setting
  private let window: Guarded<Window>
  package let sizes: [Size]
  package let diagnostics: [Diagnostic]

  /// Sets all pages.
  ///
  /// - Throws: what `set` throws.
  package init(_ library: FontLibrary, set: @escaping Setting) throws {
    self.set = set
    var window = Window()
    var sizes: [Size] = []
    var weight = 0
    diagnostics = try set(library) { scene in
      sizes.append(scene.size)
      weight += scene.nodes.weight
      if weight <= SetPages.limit || window.scenes.isEmpty { window.scenes.append(scene) }
    }
    self.sizes = sizes
    self.window = Guarded(window)
  }

  /// Returns the page of an index.
  package func scene(_ page: Int, _ library: FontLibrary) throws -> Scene {
    try window.withLock { window in
      if let known = window[page] { return known }
      // Pages before it are likely to be requested as well: pages are scrolled in both directions.
      window = Window(first: max(0, page - 4))
      var number = 0
      var weight = 0
      do {
        _ = try set(library) { scene in
          defer { number += 1 }
          guard number >= window.first else { return }
          weight += scene.nodes.weight
          guard weight <= SetPages.limit || number <= page else { throw WindowIsFull() }
          window.scenes.append(scene)
        }
      } catch is WindowIsFull {
        // The page is among those that were set.
      }
      guard let found = window[page] else {
        throw Failure(.error(.engine, "the document has no page \(page + 1)"))
      }
      return found
    }
  }
}

extension [Node] {
  /// An estimate of the bytes that nodes take.
  fileprivate var weight: Int {
    reduce(0) { sum, node in
      switch node {
      case .group(let group): sum + 256 + group.children.weight
      case .path(let path): sum + 256 + path.path.points.count * 17
      case .text(let text): sum + 512 + text.glyphs.count * 32 + text.clusters.count * 16
      case .image(let image): sum + 256 + image.image.rgba.count
      }
    }
  }
}
