// SPDX-License-Identifier: MIT
// Part of Platen: fuzz targets of texts people write: Markdown, formulas, diagrams, HTML, SVG.

import Diagnostics
import Drawing
import Figures
import Vectors

@testable import Readers
@testable import Talks

private func text(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: Array(bytes), as: UTF8.self)
}

extension FuzzTarget {
  /// The fast path comes to what cmark alone comes to.
  static let markdown = FuzzTarget(
    name: "markdown", longest: 1 << 12, timePerByte: 60, time: 100,
    words: [
      "**", "*", "_", "- ", "1. ", "> ", "# ", "| a | b |\n|---|---|\n", "\n\n", "```\n", "    ",
      "\\", "&amp;",
      "<b>", "[a](b)", "![a](b)", "[^1]", "[a]: b", "~~", "www.", "http://", "a@b.c", "  \n", "\t",
      "\r\n", "é",
      "***", "---\n", "===\n", "\u{A0}", "|:-:|",
    ],
    seeds: { seeds in
      for options in [UInt8(0), 1] {
        seeds.addLiterals(
          in: ["Tests/Documents/ReadersTests", "Tests/Talks/TalksTests"], after: [options])
      }
      seeds.addFiles(in: ["Samples", "Tests/Documents/ReadersTests"], ["md"], after: [0])
    },
    read: { bytes in
      guard let first = bytes.first else { return }
      var options = MarkdownReader.Options()
      options.hardLineBreaks = first & 1 == 1
      options.escapesHTML = first & 2 == 0
      options.headingShift = Int(first >> 2 & 1)
      let text = text(bytes.dropFirst())
      var (fast, slow) = (MarkdownReader(options: options), MarkdownReader(options: options))
      let (found, expected) = (fast.blocks(of: text), slow.parsedBlocks(of: text))
      // What is too long for the parser is shown as written by one of them alone.
      guard fast.tally.length == 0 else { return }
      expectEqual(found, expected, "blocks of \(text.debugDescription)")
      expectEqual(fast.tally, slow.tally, "the tally of \(text.debugDescription)")
    })

  static let html = FuzzTarget(
    name: "html", longest: 1 << 13, timePerByte: 30,
    words: [
      "<p>", "</p>", "<table>", "<tr>", "<td colspan=\"", "<svg", "<math>", "<mfrac>", "<!--",
      "-->", "&amp;",
      "&#x", "<div class=\"", "<img src=\"", "<template>", "<script>", "<style>", "<li>",
      "style=\"",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: ["Tests/Talks/TalksTests"]) { $0.contains("<") }
      seeds.addFiles(in: ["Samples", "Tests"], ["html"])
    },
    read: { bytes in
      let text = text(bytes)
      _ = HTMLParser.read(text)
      _ = HTMLParser.stripped(text)
    })

  static let latex = FuzzTarget(
    name: "latex", longest: 1 << 12, timePerByte: 30,
    words: [
      "\\frac", "\\sqrt[", "\\left(", "\\right)", "\\begin{matrix}", "\\end{matrix}", "&", "\\\\",
      "^", "_", "{", "}",
      "\\text{", "\\mathbb", "\\hat", "\\overbrace", "\\limits", "\\over", "'", "\\color{red}",
      "\\sum", "\\not",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: ["Tests/Graphics/MathematicsTests"]) {
        $0.contains { "\\^_{".contains($0) }
      }
    },
    read: { bytes in
      let text = text(bytes)
      do throws(FormulaError) {
        _ = try Formula(latex: text, isDisplay: true)
      } catch {}
    })

  static let mermaid = FuzzTarget(
    name: "mermaid", longest: 1 << 12, timePerByte: 60, time: 100,
    words: [
      "graph TD\n", "flowchart LR\n", "A-->B\n", "-.->", "==>", "|x|", "[a]", "((b))", "{c}",
      "subgraph x\n", "end\n",
      "sequenceDiagram\n", "A->>B: x\n", "loop x\n", "alt x\n", "else\n", "Note over A,B: x\n",
      "pie title x\n",
      "\"a\" : 1\n", "classDef x fill:#fff\n", ":::x", "%% c\n", "style A fill:#f00\n", "&",
    ],
    seeds: { seeds in seeds.addLiterals(in: ["Tests/Graphics/DiagramsTests"]) { $0.contains("\n") }
    },
    read: { bytes in
      do throws(DiagramError) {
        _ = try Diagram(mermaid: text(bytes))
      } catch {}
    })

  /// The guards of librsvg take no longer than they may; librsvg draws small.
  static let svg = FuzzTarget(
    name: "svg", longest: 1 << 13, timePerByte: 60, time: 250, memory: 1024,
    words: [
      "<svg viewBox=\"0 0 9 9\">", "</svg>", "<filter id=\"a\">", "<feGaussianBlur stdDeviation=\"",
      "<feTurbulence ",
      "<feMorphology radius=\"", "filter=\"url(#a)\"", "<use href=\"#a\"/>", "<g id=\"a\">",
      "<pattern ", "<mask ",
      "<!ENTITY ", "<!DOCTYPE svg [", "<?xml encoding=\"", "<style>", "data:image/svg+xml,",
      "xlink:href=\"#", "\"\n",
      "<path d=\"M0,0", "<clipPath ", "<marker ", "<text>", "   ",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: [
        "Tests/Graphics/VectorsTests", "Tests/Graphics/SVGTests", "Tests/Assets/AssetsTests",
      ]) {
        $0.contains("<")
      }
      seeds.addFiles(in: ["Samples", "Templates", "Tests"], ["svg"])
    },
    read: { bytes in
      let picture = try SVGDrawing(Array(bytes))
      _ = try picture.drawn(width: 12, height: 8)
    })

  /// Shapes are read in time linear to the file, and all their places are numbers.
  static let svgShapes = FuzzTarget(
    name: "svg-shapes", longest: 1 << 13, timePerByte: 60, time: 250, memory: 1024,
    words: svg.words + [
      "<rect width=\"9\" height=\"9\"", "<circle r=\"4\"", "<linearGradient id=\"a\"",
      "<stop offset=\"1\"",
      "fill=\"url(#a)\"", "stroke=\"currentColor\"", "stroke-dasharray=\"1 2\"",
      "transform=\"scale(9)",
      "A1 1 0 0 1 ", "1e6", ".a{fill:red}", "class=\"a\"", "style=\"opacity:.5;",
    ],
    seeds: svg.seeds,
    read: { bytes in
      let reading = try SVGShapes.read(Array(bytes), color: .black)
      if case .shapes(let shapes) = reading, !areFinite(shapes.nodes) {
        fatalError("a coordinate that is not a number")
      }
    })
}
