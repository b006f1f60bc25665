// SPDX-License-Identifier: MIT
// Part of Platen: blocks whose images are replaced by their descriptions.

extension [Block] {
  /// The blocks with a paragraph of its description and caption in place of each figure, and with
  /// words in place of images in lines; images without description are omitted.
  var describingImages: [Block] {
    flatMap { block -> [Block] in
      guard case .figure(let figure) = block else {
        return [
          block.replacingContents(blocks: \.describingImages, inlines: \.describingImages)
        ]
      }
      let words = [figure.image.alternative, figure.caption.plainText].filter { !$0.isEmpty }
      return words.map { .text($0) }
    }
  }
}

extension [Inline] {
  fileprivate var describingImages: [Inline] {
    map { inline in
      guard case .image(let image) = inline else {
        return inline.replacingContents(
          blocks: \.describingImages, inlines: \.describingImages)
      }
      return .text(image.alternative)
    }
  }
}
