// SPDX-License-Identifier: MIT
// Part of Platen: the pictures of a chat, each once, checked before anybody decodes them.

internal import Diagnostics
internal import Digests
internal import Documents
internal import JSON

/// Finds the bytes of attachments: in the message itself, or in a folder of files beside the meeting.
struct PictureShelf {
  /// Bytes of one picture, and of all together.
  private static let limit = (picture: 32 << 20, all: 256 << 20)
  /// What of a picture may be drawn: sides and pixels, as they stand in its head.
  private static let largest = (side: 16_384, pixels: 1 << 25)

  /// Where the server keeps what was sent.
  private static let folder = "/" + ChatUploads.folder + "/"

  private(set) var pictures: [Picture] = []
  private(set) var log = DiagnosticLog()
  /// Where the pictures with a digest are.
  private var places: [Digest: Int] = [:]
  private var left = limit.all
  /// A file of the server by its name without folders.
  private let file: (String) -> [UInt8]?
  private var files: [String: Attachment.Source] = [:]

  init(file: @escaping (String) -> [UInt8]?) { self.file = file }

  mutating func attachment(_ view: JSONView) -> Attachment {
    let url = view.field("url")?.string ?? ""
    var attachment = Attachment(
      .missing("absent"), mediaType: view.field("mime").line(60),
      width: min(max(view.field("w")?.looseInt ?? 0, 0), 1 << 20),
      height: min(max(view.field("h")?.looseInt ?? 0, 0), 1 << 20))
    if url.utf8.prefix(5).elementsEqual("data:".utf8) {
      attachment.source = inline(url)
    } else if let name = PictureShelf.serverName(url) {
      attachment.name = name
      attachment.url = PictureShelf.folder + name
      attachment.source = onServer(name)
    } else if url.hasPrefix("https://") || url.hasPrefix("http://") {
      attachment.url = url.utf8.count <= 2000 ? url : ""
      let path = url.prefix { $0 != "?" && $0 != "#" }
      attachment.name = String(path.split(separator: "/").last ?? "")
      // An upload of the server by its whole address is the same file.
      let found = PictureShelf.isFileName(attachment.name) ? onServer(attachment.name) : nil
      attachment.source = found ?? .missing("remote")
      if case .missing("absent") = attachment.source { attachment.source = .missing("remote") }
    } else {
      attachment.name = url.isEmpty ? "" : String(url.split(separator: "/").last ?? "").line
    }
    if case .picture(let index) = attachment.source {
      let picture = pictures[index]
      attachment.mediaType = picture.mediaType
      if picture.width > 0 {
        (attachment.width, attachment.height) = (picture.width, picture.height)
      }
    }
    record(attachment)
    return attachment
  }

  /// The file's name in `/uploads/chat/NAME`; nil for another address.
  static func serverName(_ url: String) -> String? {
    guard url.hasPrefix(folder) else { return nil }
    let name = url.dropFirst(folder.count).prefix { $0 != "?" && $0 != "#" }
    return isFileName(String(name)) ? String(name) : nil
  }

  /// Nothing that leads out of a folder.
  static func isFileName(_ name: String) -> Bool {
    (1...128).contains(name.utf8.count) && !name.hasPrefix(".") && name.utf8.allSatisfy(isNameByte)
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  private mutating func onServer(_ name: String) -> Attachment.Source {
    if let known = files[name] { return known }
    let source = file(name).map { keep($0) } ?? .missing("absent")
    files[name] = source
    return source
  }

  private mutating func inline(_ url: String) -> Attachment.Source {
    guard let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")),
      url[..<comma].lowercased().hasSuffix(";base64")
    else { return .missing("damaged") }
    let text = url[url.index(after: comma)...]
    guard text.utf8.count / 4 * 3 <= PictureShelf.limit.picture else { return .missing("large") }
    guard let bytes = Base64Text.decode(String(text)) else { return .missing("damaged") }
    return keep(bytes)
  }

  /// Keeps a picture that is one by its first bytes, whatever it is said to be.
  private mutating func keep(_ bytes: [UInt8]) -> Attachment.Source {
    guard bytes.count <= PictureShelf.limit.picture, bytes.count <= left else {
      return .missing("large")
    }
    let digest = Digest.of(bytes)
    if let place = places[digest] { return .picture(place) }
    let size = PictureSize(bytes)
    let mediaType: String
    switch size.format {
    case .png: mediaType = "image/png"
    case .jpeg: mediaType = "image/jpeg"
    case .gif: mediaType = "image/gif"
    case .webp: mediaType = "image/webp"
    case .svg, .unknown: return .missing("format")
    }
    if size.format == .png || size.format == .jpeg {
      guard size.width > 0, size.height > 0 else { return .missing("damaged") }
      guard max(size.width, size.height) <= PictureShelf.largest.side,
        size.width * size.height <= PictureShelf.largest.pixels
      else { return .missing("large") }
    }
    left -= bytes.count
    places[digest] = pictures.count
    pictures.append(
      Picture(
        sha256: digest.description, mediaType: mediaType, width: size.width, height: size.height,
        bytes: bytes))
    return .picture(pictures.count - 1)
  }

  private mutating func record(_ attachment: Attachment) {
    let name =
      attachment.name.isEmpty
      ? "a picture in a message" : "\"\(printable(attachment.name, limit: 80))\""
    switch attachment.source {
    case .picture(let index):
      guard !pictures[index].isShown else { return }
      log.record(
        .warning(
          "meeting.picture-format",
          "\(name) is \(pictures[index].mediaType): documents show PNG and JPEG, it is in the archive only"
        ))
    case .missing("absent"):
      log.record(
        .warning(
          "meeting.picture-missing", "\(name) is on the server and not beside the meeting",
          hints: ["put the files of /uploads/chat into a folder and name it: attachments: FOLDER"]))
    case .missing("remote"):
      log.record(.warning("meeting.picture-remote", "\(name) is not fetched from the web"))
    case .missing("large"):
      log.record(.warning("meeting.picture-large", "\(name) is too large to be shown"))
    case .missing:
      log.record(.warning("meeting.picture-format", "\(name) is no picture known here, or damaged"))
    }
  }
}
