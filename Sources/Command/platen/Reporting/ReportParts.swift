// SPDX-License-Identifier: MIT
// Part of Platen: the templates of a run's page.

import JobKit
import Reports

extension ReportPage.Parts {
  /// Reads the parts of a page.
  init(from templates: Templates, words: ReportWords) throws {
    func part(_ name: String) throws -> String {
      String(decoding: try templates.file("Report/report.\(name)"), as: UTF8.self)
    }
    self.init(
      markup: try part("html"), style: try part("css"), script: try part("js"), words: words)
  }
}
