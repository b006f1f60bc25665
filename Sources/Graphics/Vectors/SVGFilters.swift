// SPDX-License-Identifier: MIT
// Part of Platen: the cost of an SVG's filters, estimated before they are drawn.

internal import Diagnostics

/// The filters of a file, weighed: librsvg works through them without end and cannot be interrupted.
struct SVGFilters: Sendable {
  /// Octaves of noise; what is beyond some eight is finer than any pixel.
  static let octaveLimit = 16.0
  /// The limit of a filter's blur, spread or sampling, in units of the file.
  static let reachLimit = 2000.0
  /// The limit of a filter's offset, in units of the file.
  static let offsetLimit = 1e6
  /// Primitives in a file.
  static let primitiveLimit = 1000
  /// Visits of pixels while one image is drawn: a minute or so.
  static let visitLimit = 2e10

  private struct Element {
    var visits = 0.0
    var references: [String] = []
    var children: [Int] = []
  }

  /// The number of visits of each pixel by all filters together, were each as large as the image.
  private(set) var visits = 0.0
  private var elements: [Element] = []
  private var identified: [String: Int] = [:]

  /// - Parameters:
  ///   - text: a file that librsvg has read.
  ///   - scale: pixels to a unit of the file, at the largest it is drawn at.
  /// - Throws: `Failure` `svg.filter` that names the element.
  init(_ text: SVGText, scale: Double) throws {
    try SVGFilters.checkHiding(text)
    guard text.contains("filter"), text.contains("<fe") || text.contains(":fe") else { return }
    elements = [Element()]
    var open = [0]
    var primitives = 0
    try text.forEachTag { tag in
      if tag.isEnd {
        if open.count > 1 { open.removeLast() }
        return
      }
      var element = Element()
      var id: String?
      for (name, value) in tag.attributes {
        element.references += text.targets(in: value)
        switch text.string(name) {
        case "href" where text.bytes[value].first == UInt8(ascii: "#"):
          element.references.append(text.string(value.dropFirst()))
        case "id": id = text.string(value)
        default: break
        }
      }
      if text.bytes[tag.name].starts(with: "fe".utf8) {
        primitives += 1
        guard primitives <= SVGFilters.primitiveLimit else {
          throw SVGFilters.failure("it has more than \(SVGFilters.primitiveLimit) steps of filters")
        }
        element.visits = try SVGFilters.visits(of: tag, text, scale: scale)
      }
      let index = elements.count
      if let id, identified[id] == nil { identified[id] = index }
      elements.append(element)
      elements[open[open.count - 1]].children.append(index)
      if !tag.isEmpty { open.append(index) }
    }
    var known: [Double?] = Array(repeating: nil, count: elements.count)
    for index in elements[0].children { visits += weigh(index, &known, depth: 0) }
    // Rules of styles may lay any filter over any element.
    let ruled = text.ruledFilters.reduce(0.0) { sum, name in
      sum + (identified[name].map { weigh($0, &known, depth: 0) } ?? 0)
    }
    if text.contains("<style") || text.contains(":style") {
      visits += ruled * Double(elements.count)
    }
  }

  /// - Throws: `Failure` `svg.filter` where drawing that many pixels would take too long.
  func check(pixels: Int) throws {
    guard visits * Double(pixels) <= SVGFilters.visitLimit else {
      throw SVGFilters.failure("all its filters together take too long to draw")
    }
  }

  /// The cost of an element with all it holds and refers to.
  private func weigh(_ index: Int, _ known: inout [Double?], depth: Int) -> Double {
    if let visits = known[index] { return visits }
    guard depth < 200 else { return .infinity }
    // Who refers to itself is not drawn.
    known[index] = 0
    var sum = elements[index].visits
    for child in elements[index].children { sum += weigh(child, &known, depth: depth + 1) }
    for name in elements[index].references {
      if let target = identified[name] { sum += weigh(target, &known, depth: depth + 1) }
    }
    known[index] = sum
    return sum
  }

  /// The number of visits of each pixel by a primitive.
  private static func visits(
    of tag: SVGText.Tag, _ text: SVGText, scale: Double
  ) throws -> Double {
    let name = text.string(tag.name)
    func largest(_ keys: String..., upTo limit: Double, fallback: Double = 0) throws -> Double {
      var most: Double?
      for (key, value) in tag.attributes where keys.contains(text.string(key)) {
        let value = text.string(value)
        let numbers = value.split { $0 == "," || $0.isWhitespace }.map {
          abs(Double($0) ?? .infinity)
        }
        guard let number = numbers.max() else { continue }
        guard number <= limit else {
          throw failure(
            "\(text.string(key)) of its \(printable(name, limit: 40)) is"
              + " \"\(printable(value, limit: 40))\", and up to \(Int(limit)) is drawn")
        }
        most = max(most ?? 0, number)
      }
      return most ?? fallback
    }
    switch name {
    case "feTurbulence":
      return 8 * (1 + (try largest("numOctaves", upTo: octaveLimit, fallback: 1)))
    case "feGaussianBlur", "feDropShadow":
      _ = try largest("stdDeviation", upTo: reachLimit)
      _ = try largest("dx", "dy", upTo: offsetLimit)
      return 12
    case "feMorphology":
      let side = 2 * (try largest("radius", upTo: 100)) * max(1, scale) + 1
      return side * side
    case "feConvolveMatrix":
      let order = try largest("order", upTo: 20, fallback: 3)
      return order * order
    case "feOffset":
      _ = try largest("dx", "dy", upTo: offsetLimit)
      return 1
    case "feDiffuseLighting", "feSpecularLighting": return 12
    default: return 2
    }
  }

  /// Rejects files with content that this reader cannot see, such as filters within entities.
  private static func checkHiding(_ text: SVGText) throws {
    for entity in text.entities
    where entity.map({ value in text.bytes[value].contains { "<&%".utf8.contains($0) } }) ?? true {
      throw Failure(
        .error(
          .svgEntity, "it declares entities that hold more than words",
          hints: ["write out what they stand for"]))
    }
    if let encoding = text.encoding {
      let plain = [
        "utf-8", "utf8", "utf-16", "us-ascii", "ascii", "iso-8859-", "windows-", "latin",
      ]
      guard plain.contains(where: { encoding.lowercased().hasPrefix($0) }) else {
        throw Failure(
          .error(
            .svgEncoding, "its encoding, \(printable(encoding, limit: 40)), is not read",
            hints: ["save it as UTF-8"]))
      }
    }
    if text.contains("data:image/svg") || text.contains("data:text/xml")
      || text.contains("data:application/xml")
    {
      throw Failure(
        .error(
          .svgEmbedded, "it holds another SVG as data, which is not drawn",
          hints: ["put its elements into the file itself"]))
    }
  }

  private static func failure(_ what: String) -> Failure {
    Failure(
      .error(.svgFilter, what, hints: ["draw the effect into a PNG, or take the filter out"]))
  }
}
