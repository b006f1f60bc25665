// SPDX-License-Identifier: MIT
// Part of Platen: the values a PDF is made of, read and written.

/// A value of a PDF file (ISO 32000-1, 7.3), other than a stream's bytes.
indirect enum PDFValue: Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number as it is written, so that it is written again as it was.
  case real(String)
  /// Without the slash, `#` escapes kept.
  case name(String)
  case string([UInt8])
  case array([PDFValue])
  case dictionary(PDFDictionary)
  /// An object by its number; its generation is not kept, for files here have but one.
  case reference(Int)

  var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  var name: String? { if case .name(let value) = self { value } else { nil } }
  var array: [PDFValue]? { if case .array(let value) = self { value } else { nil } }
  var reference: Int? { if case .reference(let value) = self { value } else { nil } }
  var dictionary: PDFDictionary? {
    if case .dictionary(let value) = self { value } else { nil }
  }
}

/// Keys and values in their order.
struct PDFDictionary: Hashable {
  struct Entry: Hashable {
    var key: String
    var value: PDFValue
  }

  var entries: [Entry] = []

  subscript(key: String) -> PDFValue? {
    get { entries.first { $0.key == key }?.value }
    set {
      let index = entries.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): entries.append(Entry(key: key, value: value))
      case (nil, nil): break
      }
    }
  }
}
