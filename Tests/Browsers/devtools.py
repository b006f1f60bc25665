# SPDX-License-Identifier: MIT
# Part of Platen: a headless browser driven by its DevTools protocol, with nothing but Python's own.
import base64
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request


def find():
    """A browser that can be driven, or None."""
    named = os.environ.get("PLATEN_BROWSER")
    for name in [named] if named else ["chromium", "chromium-browser", "google-chrome"]:
        path = shutil.which(name)
        if path:
            return path
    return None


class WebSocket:
    """A client of RFC 6455, as much of it as is needed."""

    def __init__(self, host, port, path):
        self.socket = socket.create_connection((host, port), timeout=30)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            (f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
             "Sec-WebSocket-Version: 13\r\n\r\n").encode())
        self.bytes = b""
        while b"\r\n\r\n" not in self.bytes:
            self._more()
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(head.decode())

    def _more(self):
        got = self.socket.recv(1 << 16)
        if not got:
            raise EOFError("the other side is gone")
        self.bytes += got

    def _take(self, count):
        while len(self.bytes) < count:
            self._more()
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def send(self, text):
        payload = text.encode()
        size = len(payload)
        head = b"\x81" + (bytes([0x80 | size]) if size < 126
                          else b"\xfe" + struct.pack(">H", size) if size < 65536
                          else b"\xff" + struct.pack(">Q", size))
        mask = os.urandom(4)
        body = bytes(byte ^ mask[index & 3] for index, byte in enumerate(payload))
        self.socket.sendall(head + mask + body)

    def receive(self):
        whole = b""
        while True:
            first, second = self._take(2)
            size = second & 0x7F
            if size == 126:
                size = struct.unpack(">H", self._take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self._take(8))[0]
            payload = self._take(size)
            if first & 0x0F == 8:
                raise EOFError("the other side has closed")
            if first & 0x0F in (0, 1, 2):
                whole += payload
                if first & 0x80:
                    return whole.decode()


class Browser:
    """One browser process with one page."""

    def __init__(self, path, size=(1280, 720)):
        self.folder = tempfile.mkdtemp(prefix="platen-browser-")
        self.process = subprocess.Popen(
            [path, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--disable-extensions", "--disable-background-networking",
             "--remote-debugging-port=0", f"--user-data-dir={self.folder}",
             f"--window-size={size[0]},{size[1]}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        note = os.path.join(self.folder, "DevToolsActivePort")
        wait_for(lambda: os.path.exists(note) and os.path.getsize(note) > 0, "a browser", 60)
        port = int(open(note).read().split()[0])
        pages = []

        def page():
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                pages[:] = [p for p in json.load(answer) if p["type"] == "page"]
            return bool(pages)

        wait_for(page, "a page", 30)
        address = pages[0]["webSocketDebuggerUrl"]
        self.line = WebSocket("127.0.0.1", port, "/" + address.split("/", 3)[3])
        self.number = 0
        self.faults = []
        self.do("Page.enable")
        self.do("Runtime.enable")
        self.do("Log.enable")
        self.do("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1],
                deviceScaleFactor=1, mobile=False)

    def do(self, method, **parameters):
        self.number += 1
        self.line.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.line.receive())
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self._note(message)

    def _note(self, message):
        """Keeps what the page complains of: faults of its script, of its policy."""
        if message.get("method") == "Runtime.exceptionThrown":
            details = message["params"]["exceptionDetails"]
            self.faults.append(details.get("exception", {}).get("description", details["text"]))
        elif message.get("method") == "Log.entryAdded":
            entry = message["params"]["entry"]
            if entry["level"] == "error" and "WebSocket" not in entry["text"] \
                    and entry.get("source") != "network":
                self.faults.append(entry["text"])

    def open(self, address):
        self.do("Page.navigate", url=address)

    def value(self, script):
        result = self.do("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"].get("value")

    def press(self, key, code=None, modifiers=0, text=None):
        more = {"text": text} if text else {}
        for kind in ("keyDown", "keyUp"):
            self.do("Input.dispatchKeyEvent", type=kind, key=key, code=code or key,
                    modifiers=modifiers, **(more if kind == "keyDown" else {}))

    def picture(self, path):
        shot = self.do("Page.captureScreenshot", format="png")
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def wait_for(what, name, seconds=180):
    """Waits until something holds; fails by its name where it does not."""
    end = time.monotonic() + seconds
    last = None
    while time.monotonic() < end:
        try:
            last = what()
            if last:
                return last
        except (OSError, RuntimeError) as fault:
            last = fault
        time.sleep(0.05)
    raise AssertionError(f"waited {seconds} s in vain for {name}: {last!r}")
