// SPDX-License-Identifier: MIT
// Part of Platen: the covers of a library, drawn and put into its list.

internal import Books
internal import Canvas
internal import Documents
internal import Drawing
internal import Geometry
internal import Pixels
internal import Readers

/// Makes the list of a catalog with a cover for each campaign.
struct LibraryCovers {
  /// Fonts of the titles on covers.
  var families: [String]
  var fonts: FontLibrary
  /// Draws the map of a story under the image's name; returns nil where there is none to draw.
  var map: (String, [(scene: Int, place: String)]) throws -> Resource? = { _, _ in nil }

  /// Pixels across a cover: 150 to the inch.
  private static let width = 250

  func document(
    of catalog: CampaignCatalog, _ options: BookOptions, isCancelled: () -> Bool
  ) throws -> Document {
    var covers: [String: Image] = [:]
    var resources: [Resource] = []
    for (index, volume) in catalog.volumes.enumerated() {
      if isCancelled() { throw CancellationError() }
      let name = "cover-\(index + 1).png"
      let places = volume.places.map { (scene: $0.scene, place: $0.name) }
      resources.append(try map(name, places) ?? plainCover(name, volume.listing))
      // The title is printed next to it, so it is decorative.
      covers[volume.listing.file] = Image(name, alternative: "", share: 1)
    }
    var document = CampaignLibrary.document(
      of: catalog.volumes.map(\.listing), title: options.title, language: options.language,
      phrases: options.phrases, covers: covers)
    document.resources = resources
    if !options.date.isEmpty { document.metadata.date = options.date }
    return document
  }

  private func plainCover(_ name: String, _ listing: CampaignLibrary.Listing) throws -> Resource {
    var cover = BookCover(title: listing.title, families: families)
    cover.byline = listing.hero.split(separator: ",").first.map(String.init) ?? ""
    let size = BookCover.small
    let scene = cover.front(size, text: fonts)
    let height = Int((Double(LibraryCovers.width) * size.height / size.width).rounded())
    let bitmap = try ImageCanvas.bitmap(
      of: scene, window: Rect(x: 0, y: 0, width: size.width, height: size.height),
      width: LibraryCovers.width, height: height, fonts: fonts)
    return Resource(
      name: name, mediaType: "image/png", width: LibraryCovers.width, height: height,
      bytes: try PNGEncoder.encode(bitmap, dpi: 150))
  }
}
