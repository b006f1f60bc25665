// SPDX-License-Identifier: MIT
// Part of Platen: fuzz targets of the live server's bytes: HTTP requests and WebSockets.

import Wire

/// The pieces in which bytes come: sizes from the first byte of the input.
func pieces(_ bytes: UnsafeRawBufferPointer) -> (
  content: [UInt8], pieces: [ArraySlice<UInt8>]
) {
  guard let first = bytes.first else { return ([], []) }
  let content = Array(bytes.dropFirst())
  // Few large pieces for long inputs, as from a socket.
  let step = max(1 + Int(first & 0x3F), content.count / 64)
  let cuts = stride(from: 0, to: content.count, by: step)
  return (content, cuts.map { content[$0..<min($0 + step, content.count)] })
}

extension FuzzTarget {
  /// Requests mean the same, however their bytes are cut.
  static let http = FuzzTarget(
    name: "http", longest: 1 << 16, timePerByte: 4,
    words: [
      "GET ", "HEAD ", "POST ", " HTTP/1.1\r\n", " HTTP/1.0\r\n", "Host: a\r\n", "\r\n\r\n", "\n\n",
      "Content-Length: ", "Transfer-Encoding: chunked", "Connection: close", "keep-alive",
      "Upgrade: websocket", "Sec-WebSocket-Key: ", "Sec-WebSocket-Version: 13", "%2e%2e", "/../",
      "?",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: ["Tests/Command/WireTests", "Tests/Command/ServingTests"], after: [7]) {
        $0.contains("HTTP/1") || $0.contains(": ")
      }
      seeds.add("\u{3F}GET /a%20b?c=d HTTP/1.1\r\nHost: a\r\n\r\n")
      seeds.add(
        "\u{3F}GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
          + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    },
    read: { bytes in
      let (content, pieces) = pieces(bytes)
      let whole = requests([content[...]])
      expectEqual(requests(pieces), whole, "requests cut into pieces")
    })

  private enum Answer: Equatable {
    case request(HTTPRequest, socket: Result<HTTPResponse, HTTPError>)
    case fault(HTTPError)
  }

  private static func requests(_ pieces: [ArraySlice<UInt8>]) -> [Answer] {
    var reader = HTTPReader()
    var found: [Answer] = []
    for piece in pieces {
      reader.feed(piece)
      do throws(HTTPError) {
        while let request = try reader.next() {
          if request.path.split(separator: "/").contains("..") || !request.path.hasPrefix("/") {
            fatalError("the path \(request.path) leads out")
          }
          let socket = Result { () throws(HTTPError) in try WebSocket.accept(request) }
          found.append(.request(request, socket: socket))
        }
      } catch {
        return found + [.fault(error)]
      }
    }
    return found
  }

  /// Messages mean the same, however their bytes are cut, and come back as they were sent.
  static let webSocket = FuzzTarget(
    name: "websocket", longest: 1 << 14, timePerByte: 4,
    words: ["\u{81}\u{80}", "\u{01}\u{FE}", "\u{89}", "\u{8A}", "\u{88}", "\u{80}\u{FF}"],
    seeds: { seeds in
      for payload in ["", "hello", String(repeating: "long ", count: 40)] {
        for opcode in [WebSocket.Opcode.text, .binary, .ping, .pong, .close] {
          seeds.add([5] + masked(WebSocket.frame(opcode, payload.utf8.prefix(120))))
        }
        // In two frames.
        var first = masked(WebSocket.text(payload))
        first[0] &= 0x7F
        seeds.add([2] + first + masked(WebSocket.frame(.continuation, payload.utf8)))
      }
    },
    read: { bytes in
      let (content, pieces) = pieces(bytes)
      expectEqual(events(pieces), events([content[...]]), "frames cut into pieces")
      let payload = content.prefix(4096)
      expectEqual(
        events([masked(WebSocket.frame(.binary, payload))[...]]), [.event(.binary(Array(payload)))],
        "a message of \(payload.count) bytes")
    })

  private enum Event: Equatable {
    case event(WebSocketEvent)
    case fault(WebSocketError)
  }

  private static func events(_ pieces: [ArraySlice<UInt8>]) -> [Event] {
    var reader = WebSocketReader(limit: 4096)
    var found: [Event] = []
    for piece in pieces {
      reader.feed(piece)
      do throws(WebSocketError) {
        while let event = try reader.next() { found.append(.event(event)) }
      } catch {
        return found + [.fault(error)]
      }
    }
    return found
  }

  /// A server's frame as a client sends it: masked.
  private static func masked(_ frame: [UInt8]) -> [UInt8] {
    let length = frame[1] & 0x7F
    let start = 2 + (length == 126 ? 2 : length == 127 ? 8 : 0)
    let mask: [UInt8] = [1, 2, 3, 4]
    var result = Array(frame[..<start])
    result[1] |= 0x80
    result += mask
    for (index, byte) in frame[start...].enumerated() { result.append(byte ^ mask[index & 3]) }
    return result
  }
}
