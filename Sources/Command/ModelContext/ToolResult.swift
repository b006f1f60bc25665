// SPDX-License-Identifier: MIT
// Part of Platen: the result of a call: messages and values, a preview, and links to files.

internal import JSON
internal import Text

/// The result of a call.
public struct ToolResult: Sendable {
  /// A file that the client can read with `resources/read`.
  public struct Link: Sendable, Hashable {
    public var address: String
    public var name: String
    public var mediaType: String
    public var size: Int?

    public init(address: String, name: String, mediaType: String, size: Int? = nil) {
      self.address = address
      self.name = name
      self.mediaType = mediaType
      self.size = size
    }
  }

  /// An image in the result.
  public struct Image: Sendable {
    public var bytes: [UInt8]
    public var mediaType: String

    public init(bytes: [UInt8], mediaType: String) {
      self.bytes = bytes
      self.mediaType = mediaType
    }
  }

  /// Indicates whether the call failed for a reason that its caller may correct.
  public var isError = false
  /// Errors, warnings and notes: each an object as JSON, as `--json` prints them.
  public var messages: [String] = []
  /// Values: each an object as JSON.
  public var values: [String] = []
  /// Members of the result's own, as a name and JSON.
  public var members: [(name: String, json: String)] = []
  /// The cursor of the next page of values.
  public var nextCursor: String?
  /// The number of values on all pages.
  public var total: Int?
  public var pictures: [Image] = []
  public var links: [Link] = []

  public init() {}

  /// A message as JSON, with members as diagnostics have them.
  static func messageText(code: String, _ message: String) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("severity", "error")
      json.member("code", code)
      json.member("message", message)
    }
    return json.text
  }

  /// The schema of every tool's structured content.
  static let schema: String = {
    var json = JSONWriter()
    json.object { json in
      json.member("type", "object")
      json.member("properties") { json in
        json.member("messages") { json in
          json.member("description", "Errors, warnings and notes, with code, place and hints.")
          json.member("type", "array")
          json.member("items") { $0.member("type", "object") }
        }
        json.member("values") { json in
          json.member("description", "The answer: one object for each thing found or made.")
          json.member("type", "array")
          json.member("items") { $0.member("type", "object") }
        }
        json.member("total") { json in
          json.member("description", "The number of values on all pages.")
          json.member("type", "integer")
        }
        json.member("next_cursor") { json in
          json.member("description", "The argument \"cursor\" of the next page.")
          json.member("type", "string")
        }
      }
      json.member("required", ["messages", "values"])
    }
    return json.text
  }()

  private var structured: String {
    var json = JSONWriter()
    json.object { json in
      for (name, value) in members {
        json.key(name)
        json.raw(value)
      }
      json.member("messages", array: { json in for text in messages { json.raw(text) } })
      json.member("values", array: { json in for text in values { json.raw(text) } })
      if let total { json.member("total", total) }
      if let nextCursor { json.member("next_cursor", nextCursor) }
    }
    return json.text
  }

  func write(to json: inout JSONWriter) {
    let structured = structured
    json.member(
      "content",
      array: { json in
        json.object { json in
          json.member("type", "text")
          json.member("text", structured)
        }
        for picture in pictures {
          json.object { json in
            json.member("type", "image")
            json.member("data", Base64.encode(picture.bytes))
            json.member("mimeType", picture.mediaType)
          }
        }
        for link in links {
          json.object { json in
            json.member("type", "resource_link")
            link.writeMembers(to: &json)
          }
        }
      })
    json.key("structuredContent")
    json.raw(structured)
    json.member("isError", isError)
  }
}

extension ToolResult.Link {
  func writeMembers(to json: inout JSONWriter) {
    json.member("uri", address)
    json.member("name", name)
    json.member("mimeType", mediaType)
    if let size { json.member("size", size) }
  }
}
