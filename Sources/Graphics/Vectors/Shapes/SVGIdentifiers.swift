// SPDX-License-Identifier: MIT
// Part of Platen: what can be said of an SVG file without drawing it.

public import Diagnostics

/// The identifiers of an SVG file's elements.
public enum SVGIdentifiers {
  /// Reads the `id` of each element.
  ///
  /// - Throws: `Failure` `svg.damaged` at its line, `svg.entity`, `svg.too-large`.
  public static func read(_ bytes: [UInt8]) throws(Failure) -> Set<String> {
    var identifiers: Set<String> = []
    func add(_ element: SVGElement) {
      if let id = element.attributes["id"] { identifiers.insert(id) }
      for child in element.children { add(child) }
    }
    do {
      add(try SVGElementParser.parse(bytes))
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.error(.svgDamaged, "invalid SVG: \(error)"))
    }
    return identifiers
  }

  /// The reason why a file is not SVG, in words; nil for one that is, or is too large.
  public static func fault(in bytes: [UInt8]) -> String? {
    do {
      _ = try read(bytes)
      return nil
    } catch {
      return error.diagnostics.first { $0.code == .svgDamaged }?.message
    }
  }
}
