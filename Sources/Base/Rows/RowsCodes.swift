// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about rows of tables.

package import Diagnostics

extension Diagnostic.Code {
  package static let rowsControl = Self(
    "rows.control", .source,
    "Control characters in rows are shown as spaces. Check where the text comes from.")
  package static let rowsCsv = Self(
    "rows.csv", .source,
    "The CSV file is not UTF-8 text, has too many fields or an invalid name of a column.",
    "Correct the line that the message names, or save it again as CSV in UTF-8.")
  package static let rowsDouble = Self(
    "rows.double", .source,
    "Two rows have the same value in a field that must be unique. Correct one of them.")
  package static let rowsEmpty = Self(
    "rows.empty", .source,
    "The file has no rows.",
    "JSON is a list of objects, CSV and sheets have names in their first line, SQL has INSERT or",
    "COPY.")
  package static let rowsEncoding = Self(
    "rows.encoding", .source,
    "Bytes that are not UTF-8 are read as U+FFFD. Save the file as UTF-8.")
  package static let rowsField = Self(
    "rows.field", .source,
    "Hardly any row has a field that one row has.",
    "Check the field's name for a typing error.")
  package static let rowsJson = Self(
    "rows.json", .source,
    "The file of rows is not valid JSON, or one of its rows is not an object.",
    "Correct the line that the message names; rows are objects in a list.")
  package static let rowsLink = Self(
    "rows.link", .source,
    "A row refers to a row of another table that does not exist. Correct the id.")
  package static let rowsMany = Self(
    "rows.many", .source,
    "There are more rows, or more findings, than are read or listed.",
    "Split the file, or correct what is listed first.")
  package static let rowsMember = Self(
    "rows.member", .source,
    "Members of the JSON that are not lists of objects are not rows and are not read.",
    "Put values that cards should show into a list of objects; else nothing needs to be done.")
  package static let rowsNameless = Self(
    "rows.nameless", .source,
    "A column of the CSV has no name, and its values are omitted. Name it in the first line.")
  package static let rowsSql = Self(
    "rows.sql", .source,
    "The SQL is not UTF-8 text or uses a statement that is not carried out.",
    "Save it as UTF-8, with its rows in INSERT ... VALUES or COPY.")
  package static let rowsTwins = Self(
    "rows.twins", .source,
    "A field is spelled in two ways, and the last one is read. Use one spelling.")
  package static let rowsWorkbook = Self(
    "rows.workbook", .source,
    "A workbook of a spreadsheet is damaged, too large or of another format, or cells of it have no",
    "value.",
    "Open it in a spreadsheet and save it again as .xlsx, or as .csv.")
}

extension CodeTable {
  /// The codes of diagnostics about rows of tables.
  package static let rows = CodeTable(
    "Rows", "rows of tables",
    [
      .rowsControl, .rowsCsv, .rowsDouble, .rowsEmpty, .rowsEncoding, .rowsField, .rowsJson,
      .rowsLink, .rowsMany, .rowsMember, .rowsNameless, .rowsSql, .rowsTwins, .rowsWorkbook,
    ])
}
