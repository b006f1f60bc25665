// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about decks as PPTX.

package import Diagnostics

extension Diagnostic.Code {
  package static let pptxSimplified = Self(
    "pptx.simplified", .data,
    "Presentations cannot show some parts of the talk, which are shown as their words.",
    "Write a PDF to keep them.")
  package static let pptxTemplate = Self(
    "pptx.template", .data,
    "The template of a presentation is damaged or not a presentation.",
    "Save it again as .pptx or .potx with PowerPoint or LibreOffice.")
  package static let pptxTemplateLayout = Self(
    "pptx.template-layout", .data,
    "The template has no layout for some slides of the talk, and another of its layouts is used.",
    "Name a layout for them in pptx-template.")
  package static let pptxTemplatePart = Self(
    "pptx.template-part", .data,
    "The template has something that presentations do not take over, such as macros.",
    "Add it in PowerPoint where it is needed.")
}

extension CodeTable {
  /// The codes of diagnostics about decks as PPTX.
  package static let presentations = CodeTable(
    "Presentations", "decks as PPTX",
    [
      .pptxSimplified, .pptxTemplate, .pptxTemplateLayout, .pptxTemplatePart,
    ])
}
