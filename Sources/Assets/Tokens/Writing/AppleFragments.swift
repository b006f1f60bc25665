// SPDX-License-Identifier: MIT
// Part of Platen: the inputs of an Xcode project besides catalogs: fonts it may use, words.

internal import Text

/// Fragments of property lists and string tables.
public enum AppleFragments {
  /// A property list with `UIAppFonts` alone, to be merged into an app's Info.plist.
  ///
  /// - Parameter files: paths of fonts; the list names the files as they are in the bundle.
  public static func appFonts(_ files: [String]) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>UIAppFonts</key>
      \t<array>

      """
    for file in files {
      let name = file.split(separator: "/").last.map(String.init) ?? file
      text += "\t\t<string>\(MarkupEscaping.escaped(name))</string>\n"
    }
    return text + "\t</array>\n</dict>\n</plist>\n"
  }

  /// A string table, `Localizable.strings`.
  public static func stringTable(_ strings: TokenStrings) -> String {
    var text = "/* Made by Platen. */\n"
    for entry in strings.entries {
      text += "\"\(quoted(entry.key))\" = \"\(quoted(entry.text))\";\n"
    }
    return text
  }

  private static func quoted(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.append(character)
      }
    }
    return result
  }
}
