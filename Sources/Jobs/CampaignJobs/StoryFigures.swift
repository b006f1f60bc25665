// SPDX-License-Identifier: MIT
// Part of Platen: a user's own images in the book of a campaign, by scene, place or person.

internal import Diagnostics
internal import Documents
internal import JobKit
internal import Readers
internal import Values

/// The images of a book besides its maps.
struct StoryFigures: Sendable {
  /// An image and what it shows.
  struct Own: Sendable {
    /// A scene's number, or the name of a place or a person as the story spells it.
    var subject: String
    var path: String
    var place: SourceLocation
  }

  let images: [Own]
  let phrases: Phrasebook

  /// Bytes of an image file.
  static let limit = 64 << 20

  init?(_ settings: Settings, _ phrases: Phrasebook) {
    images = (settings[CampaignKeys.figures]?.members ?? []).compactMap { member in
      member.value.text.map { Own(subject: member.key, path: $0, place: member.value.place) }
    }
    self.phrases = phrases
    if images.isEmpty { return nil }
  }

  /// The part of a stage's key for them.
  var parameters: [String] { images.flatMap { [$0.subject, $0.path] } }

  /// The document with the images: behind the heading of the scene, or of the first scene in that
  /// place or with that name; in a document without such scenes behind the first block with the name.
  ///
  /// - Parameter read: returns the bytes of a file.
  /// - Returns: with warnings of images without a place in it.
  /// - Throws: `Failure` `campaign.figure` for files that are neither PNG nor JPEG; errors of
  ///   reading.
  func addFigures(
    to document: Document, of campaign: Campaign, reading read: (String) throws -> [UInt8]
  ) throws -> Diagnosed<Document> {
    var book = document
    var warnings: [Diagnostic] = []
    let texts = campaign.entries.map { entry in
      (scene: entry.scene, place: entry.place.lowercased(), text: entry.text.lowercased())
    }
    // Several images of one scene are in the order of the job.
    for (index, image) in images.enumerated().reversed() {
      let bytes = try read(image.path)
      let size = ImageSize(bytes)
      guard let mediaType = size.mediaType else {
        throw Failure(
          .error(
            .campaignFigure, "\(image.path) is neither a PNG nor a JPEG file", at: image.place,
            hints: ["save the image as PNG or JPEG"]))
      }
      let name = "figure-\(index + 1).\(size.format == .png ? "png" : "jpg")"
      guard insert(figure(of: image, name, size), for: image.subject, texts, into: &book) else {
        warnings.append(
          .warning(
            .campaignFigure, "figures: no scene, place or person \"\(image.subject)\" in the book",
            at: image.place,
            hints: ["name a scene's number, or a place or a person as the story spells it"]))
        continue
      }
      book.resources.append(
        Resource(
          name: name, mediaType: mediaType, width: size.width, height: size.height, bytes: bytes))
    }
    return Diagnosed(book, warnings: warnings.reversed())
  }

  private func figure(of image: Own, _ name: String, _ size: ImageSize) -> Figure {
    let isScene = Int(image.subject) != nil
    // A portrait as wide as the page would be higher than it.
    let share =
      size.width > size.height ? 1 : size.width * 4 > size.height * 3 ? 0.75 : 0.5
    return Figure(
      Image(
        name, alternative: isScene ? phrases(.scene, image.subject) : image.subject, share: share),
      caption: isScene ? [] : [.text(image.subject)])
  }

  private func insert(
    _ figure: Figure, for subject: String,
    _ texts: [(scene: Int?, place: String, text: String)], into book: inout Document
  ) -> Bool {
    if Int(subject) != nil { return book.blocks.insert(figure, behind: "scene-\(subject)") }
    let word = subject.lowercased()
    let first =
      texts.first { $0.scene != nil && $0.place.contains(word) }
      ?? texts.first { $0.scene != nil && $0.text.contains(word) }
    if let scene = first?.scene, book.blocks.insert(figure, behind: "scene-\(scene)") {
      return true
    }
    guard
      let block = book.blocks.firstIndex(where: { block in
        !block.attributes.has("title-page") && block.names(word)
      })
    else { return false }
    book.blocks.insert(.figure(figure), at: block + 1)
    return true
  }
}

extension Block {
  /// Indicates whether a heading, a paragraph or a block within a division has that text, in any
  /// case.
  fileprivate func names(_ word: String) -> Bool {
    switch self {
    case .heading(let heading): heading.inlines.plainText.lowercased().contains(word)
    case .paragraph(let paragraph): paragraph.inlines.plainText.lowercased().contains(word)
    case .division(let division): division.blocks.contains { $0.names(word) }
    case .quote(let quote): quote.blocks.contains { $0.names(word) }
    case .list(let list): list.items.contains { $0.blocks.contains { $0.names(word) } }
    case .table, .code, .figure, .callout, .keyValues, .rule, .pageBreak, .contents, .index: false
    }
  }
}
