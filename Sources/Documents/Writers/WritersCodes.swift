// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about DOCX, EPUB, HTML, Markdown and text.

package import Diagnostics

extension Diagnostic.Code {
  package static let docxContents = Self(
    "docx.contents", .data,
    "The contents are empty, since no heading reaches the levels they list.",
    "Add headings, or leave the contents out.")
  package static let docxDate = Self(
    "docx.date", .data,
    "The date is not one of ISO 8601, so the file's properties have none.",
    "Write it as 2026-03-01 or 2026-03-01T20:00:00Z.")
  package static let docxDepth = Self(
    "docx.depth", .data,
    "Blocks are nested deeper than Word allows and are written one after another.",
    "Nest less deeply.")
  package static let docxFootnote = Self(
    "docx.footnote", .data,
    "Word has no footnotes within footnotes, so the inner ones are in brackets.",
    "Move their text into the outer note.")
  package static let docxForbiddenCharacters = Self(
    "docx.forbidden-characters", .data,
    "Control characters that XML does not allow are written as U+FFFD.",
    "Check where the text comes from.")
  package static let docxHeadingLevel = Self(
    "docx.heading-level", .data,
    "Headings have a level other than 1 to 6. Use these levels.")
  package static let docxImage = Self(
    "docx.image", .data,
    "An image is shown by its description because Word cannot show it. Use PNG or JPEG.")
  package static let docxIndex = Self(
    "docx.index", .data,
    "The index is empty, since no mark belongs to it.",
    "Leave it out, or name it as the marks do.")
  package static let docxLanguage = Self(
    "docx.language", .data,
    "The document's language is not a language tag, and English is used.",
    "Write it as BCP 47 does, such as en or ar-EG.")
  package static let docxLink = Self(
    "docx.link", .data,
    "Links that Word does not follow are written as text.",
    "Link to http, https or mailto, in at most 2,083 characters.")
  package static let docxListLevel = Self(
    "docx.list-level", .data,
    "Lists are nested deeper than Word's nine levels and continue on the last.",
    "Nest less deeply.")
  package static let docxPageBreak = Self(
    "docx.page-break", .data,
    "Page breaks within tables or notes are omitted. Break the page between blocks.")
  package static let docxReference = Self(
    "docx.reference", .data,
    "References name ids that the document does not have, so they lead nowhere.",
    "Correct the ids.")
  package static let docxSkeleton = Self(
    "docx.skeleton", .data,
    "The folder of Word templates lacks a part.",
    "Install Platen's templates again, or restore all files below Templates/Word.")
  package static let docxTableColumns = Self(
    "docx.table-columns", .data,
    "Tables have more than Word's 63 columns; the rest is in the last one. Split the table.")
  package static let docxTemplate = Self(
    "docx.template", .data,
    "The Word template is damaged or not a Word file.",
    "Save it again as .docx or .dotx with Word or LibreOffice.")
  package static let docxTemplatePart = Self(
    "docx.template-part", .data,
    "A header or footer of the template uses something that is not taken over.",
    "Keep to text and images there.")
  package static let epubContents = Self(
    "epub.contents", .data,
    "The document has contents but no headings to list, so they are omitted.",
    "Add headings, or leave the contents out.")
  package static let epubControlCharacters = Self(
    "epub.control-characters", .data,
    "Control characters that XML does not allow are shown as U+FFFD.",
    "Check where the text comes from.")
  package static let epubDate = Self(
    "epub.date", .data,
    "The date cannot be read and is omitted from the book's metadata. Write it as 2026-01-31.")
  package static let epubId = Self(
    "epub.id", .data,
    "An id occurs twice, and the first node keeps it. Give every node an id of its own.")
  package static let epubIndex = Self(
    "epub.index", .data,
    "The document has an index but no marks for it, so it is omitted.",
    "Add marks, or leave the index out.")
  package static let epubLanguage = Self(
    "epub.language", .data,
    "The language is not a language tag. Write it as BCP 47 does, such as en or ar-EG.")
  package static let epubLink = Self(
    "epub.link", .data,
    "A link is not a complete address and is written as its text.",
    "Write it with http, https or mailto.")
  package static let epubNavigation = Self(
    "epub.navigation", .data,
    "The book has more headings than the reader's own contents should list, so deep levels",
    "are omitted there. Nothing needs to be done.")
  package static let epubNestedLink = Self(
    "epub.nested-link", .data,
    "A link is within another link, and only the outer one works. Separate them.")
  package static let epubImage = Self(
    "epub.image", .data,
    "An image is missing, and its description replaces it.",
    "Add the file, or correct its name.")
  package static let epubImageType = Self(
    "epub.image-type", .data,
    "An image is not in the format it claims, or not one that readers show.",
    "Use PNG, JPEG, GIF or a plain SVG.")
  package static let epubReference = Self(
    "epub.reference", .data,
    "A reference names an id that the document does not have and is written as text.",
    "Correct the id.")
  package static let epubTableColumns = Self(
    "epub.table-columns", .data,
    "A table has more than 1,000 columns and ends at the thousandth. Split the table.")
  package static let htmlContents = Self(
    "html.contents", .data,
    "The document has contents but no headings to list, so they are omitted.",
    "Add headings, or leave the contents out.")
  package static let htmlControlCharacters = Self(
    "html.control-characters", .data,
    "Control characters that HTML does not allow are shown as U+FFFD.",
    "Check where the text comes from.")
  package static let htmlId = Self(
    "html.id", .data,
    "An id occurs twice, and the first node keeps it. Give every node an id of its own.")
  package static let htmlIndex = Self(
    "html.index", .data,
    "The document has an index but no marks for it, so it is omitted.",
    "Add marks, or leave the index out.")
  package static let htmlLanguage = Self(
    "html.language", .data,
    "The language is not a language tag. Write it as BCP 47 does, such as en or ar-EG.")
  package static let htmlLink = Self(
    "html.link", .data,
    "A link is not a complete address and is written as its text.",
    "Write it with http, https or mailto.")
  package static let htmlNestedLink = Self(
    "html.nested-link", .data,
    "A link is within another link, and only the outer one works. Separate them.")
  package static let htmlImage = Self(
    "html.image", .data,
    "An image is missing, and its description replaces it.",
    "Add the file, or correct its name.")
  package static let htmlImageType = Self(
    "html.image-type", .data,
    "An image is not in the format it claims, or not one that browsers show.",
    "Use PNG, JPEG, GIF or a plain SVG.")
  package static let htmlReference = Self(
    "html.reference", .data,
    "A reference names an id that the document does not have and is written as text.",
    "Correct the id.")
  package static let htmlTableColumns = Self(
    "html.table-columns", .data,
    "A table has more than 1,000 columns and ends at the thousandth. Split the table.")
  package static let markdownCellBlocks = Self(
    "markdown.cell-blocks", .data,
    "Table cells with several paragraphs are written on one line, since Markdown tables have",
    "no others. Write another format to keep them.")
  package static let markdownContents = Self(
    "markdown.contents", .data,
    "The document has contents but no headings to list.",
    "Add headings, or leave the contents out.")
  package static let markdownControlCharacters = Self(
    "markdown.control-characters", .data,
    "Control characters are shown as U+FFFD. Check where the text comes from.")
  package static let markdownDirection = Self(
    "markdown.direction", .data,
    "Markdown cannot mark another language or direction, so it is lost.",
    "Write another format where it matters.")
  package static let markdownHeads = Self(
    "markdown.heads", .data,
    "A Markdown table has exactly one row of headers, so an empty or shortened one is",
    "written. Nothing needs to be done.")
  package static let markdownIndex = Self(
    "markdown.index", .data,
    "The document has an index but no marks for it. Add marks, or leave the index out.")
  package static let markdownIndexPlaces = Self(
    "markdown.index-places", .data,
    "An index entry leads nowhere, since no heading names its place.",
    "Put the mark below a heading.")
  package static let markdownNestedLink = Self(
    "markdown.nested-link", .data,
    "A link is within another link, and only the outer one works. Separate them.")
  package static let markdownNumberStyles = Self(
    "markdown.number-styles", .data,
    "Lists numbered with letters or Roman numerals have digits in Markdown.",
    "Nothing needs to be done.")
  package static let markdownPageBreaks = Self(
    "markdown.page-breaks", .data,
    "Markdown has no page breaks, so they are omitted.",
    "Write another format where they matter.")
  package static let markdownImageFile = Self(
    "markdown.image-file", .data,
    "An image is missing, and its description replaces it.",
    "Add the file, or correct its name.")
  package static let markdownImages = Self(
    "markdown.images", .data,
    "A Markdown file does not contain its images: it has their descriptions, or names the files.",
    "Write HTML, EPUB, DOCX or PDF for the images.")
  package static let markdownReference = Self(
    "markdown.reference", .data,
    "A reference names an id that the document does not have and is written as text.",
    "Correct the id.")
  package static let markdownSmallCaps = Self(
    "markdown.small-caps", .data,
    "Markdown has no small capitals, so they are plain text. Nothing needs to be done.")
  package static let markdownSpans = Self(
    "markdown.spans", .data,
    "A table cell over several columns or rows takes one, with empty cells beside it.",
    "Write another format to keep it.")
  package static let markdownTableColumns = Self(
    "markdown.table-columns", .data,
    "A table has more than 1,000 columns and ends at the thousandth. Split the table.")
  package static let markdownWidths = Self(
    "markdown.widths", .data,
    "Markdown does not keep the widths of images and columns. Nothing needs to be done.")
  package static let textDepth = Self(
    "text.depth", .data,
    "Blocks are nested deeper than plain text shows and are written one after another.",
    "Nest less deeply.")
  package static let textEmphasis = Self(
    "text.emphasis", .data,
    "Plain text shows no emphasis. Set marks to write it as *...* and **...**.")
  package static let textForbiddenCharacters = Self(
    "text.forbidden-characters", .data,
    "Control characters are written as U+FFFD. Check where the text comes from.")
}

extension CodeTable {
  /// The codes of diagnostics about DOCX, EPUB, HTML, Markdown and text.
  package static let writers = CodeTable(
    "Writers", "DOCX, EPUB, HTML, Markdown and text",
    [
      .docxContents, .docxDate, .docxDepth, .docxFootnote, .docxForbiddenCharacters,
      .docxHeadingLevel, .docxImage, .docxIndex, .docxLanguage, .docxLink, .docxListLevel,
      .docxPageBreak, .docxReference, .docxSkeleton, .docxTableColumns, .docxTemplate,
      .docxTemplatePart, .epubContents, .epubControlCharacters, .epubDate, .epubId,
      .epubIndex, .epubLanguage, .epubLink, .epubNavigation, .epubNestedLink, .epubImage,
      .epubImageType, .epubReference, .epubTableColumns, .htmlContents,
      .htmlControlCharacters, .htmlId, .htmlIndex, .htmlLanguage, .htmlLink,
      .htmlNestedLink, .htmlImage, .htmlImageType, .htmlReference, .htmlTableColumns,
      .markdownCellBlocks, .markdownContents, .markdownControlCharacters,
      .markdownDirection, .markdownHeads, .markdownIndex, .markdownIndexPlaces,
      .markdownNestedLink, .markdownNumberStyles, .markdownPageBreaks, .markdownImageFile,
      .markdownImages, .markdownReference, .markdownSmallCaps, .markdownSpans,
      .markdownTableColumns, .markdownWidths, .textDepth, .textEmphasis,
      .textForbiddenCharacters,
    ])
}
