// SPDX-License-Identifier: MIT
// Part of Platen: a page as operators of a PDF, with what these name.

public import Drawing

/// A page's content stream and the resources it names.
///
/// Fonts are `/F0`, `/F1`, …, images `/I0`, …, shadings `/S0`, …, by their numbers in the document;
/// opacities `/A500` by their thousandths.
public struct PageContent: Sendable {
  public var operators: [UInt8] = []
  public internal(set) var images: [Int] = []
  public internal(set) var shadings: [Int] = []
  public internal(set) var opacities: [Int] = []
  /// What a page is the first to need: images and shadings by their numbers.
  public internal(set) var newImages: [(number: Int, image: ContentImage)] = []
  public internal(set) var newShadings: [(number: Int, dictionary: [UInt8])] = []
}

/// A picture on its way into a document.
public struct ContentImage: Sendable {
  public var image: RasterImage
  public var isPixelated: Bool
}
