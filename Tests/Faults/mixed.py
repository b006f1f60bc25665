# SPDX-License-Identifier: MIT
# Part of Platen: a manifest with every kind of job, disturbed at random moments of its run.
"""What `faults` does to the samples: maps with tiles, a book, assets, a talk, minutes and cards."""

import collections
import json
import os
import random
import shutil
import signal
import subprocess
import time

import tree as trees
from tree import Fault, Tree, compare, leftovers, published

SAMPLES = ("Ardenfell", "ClubEvening", "Harbour", "NightWatch", "SaltRoad", "TideTables")
MANIFEST = """\
version: 1
jobs:
  - id: world
    map: Ardenfell/ardenfell.map
    outputs:
      - { file: maps/world.png, width: 480 }
      - { file: "maps/tiles/", tiles: xyz, zooms: 0-3 }
      - { file: print/world.pdf, paper: A5 }
      - maps/world.wfmap
  - id: book
    campaign: SaltRoad/saltroad.json
    outputs: [book.pdf, book.docx, book.txt]
  - id: harbour
    assets: Harbour/icon.yaml
    tokens: Harbour/tokens.yaml
    images: Harbour/images
    title: Harbour
    outputs:
      - { file: ios/Assets.xcassets, devices: [ios, macos, watchos] }
      - { file: android/res/, platform: android }
      - { file: web/, platform: web }
      - tokens.json
  - id: talk
    talk: TideTables/slides
    outputs: ["slides/slide-${slide}.png", talk.pdf]
  - id: minutes
    meeting: ClubEvening/evening.json
    time-zone: Europe/Prague
    outputs: [minutes.pdf, minutes.docx, attendance.csv]
  - id: cards
    cards: NightWatch/watch.json
    date: 2026-03-09
    outputs:
      - { file: "badges/${row}.png", table: achievements, show: badge }
"""


class Mixed:
    """The tree and what an undisturbed run makes of it."""

    def __init__(self, platen, folder, seed):
        self.random = random.Random(seed)
        self.counts = collections.Counter()
        self.tree = Tree(platen, os.path.join(folder, "mixed"))
        samples = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Samples")
        for name in SAMPLES:
            shutil.copytree(os.path.join(samples, name), self.tree.path(name))
        self.tree.write("platen.yaml", MANIFEST)
        began = time.monotonic()
        status, events, said = self.tree.run()
        self.seconds = time.monotonic() - began
        if status != 0:
            failed = [event for event in events if event.get("outcome") == "failed"]
            raise SystemExit(f"the undisturbed run failed: {said or failed}")
        self.expected = published(self.tree.root)
        self.warm = self.tree.path("warm")
        shutil.copytree(self.tree.cache, self.warm)

    def start(self, *arguments, root=None, cache=None, **options):
        options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, **options}
        return subprocess.Popen(
            self.tree.command("-j", str(self.random.choice([1, 2, 4])), *arguments, root=root),
            env=self.tree.environment(cache), stdin=subprocess.DEVNULL, **options)

    def clear(self, is_warm):
        self.tree.clear()
        if is_warm:
            shutil.copytree(self.warm, self.tree.cache)

    def wait(self, is_warm):
        """Some moment of a run: what is in the cache comes faster."""
        time.sleep(self.random.uniform(0, self.seconds * (0.2 if is_warm else 1)))

    def end(self, process, allowed, what):
        """Waits for a run's end and returns what it said."""
        try:
            _, said = process.communicate(timeout=300)
        except subprocess.TimeoutExpired as expired:
            process.kill()
            raise Fault(f"{what}: the run does not end") from expired
        said = (said or b"").decode(errors="replace")
        self.counts[f"ended with {process.returncode}"] += 1
        if process.returncode not in allowed:
            raise Fault(f"{what}: status {process.returncode}: {said}")
        return said

    def settled(self, what, status_of=None):
        """A run undisturbed; then all is as it should be and nothing lies about."""
        status, events, said = self.tree.run()
        if status != (status_of or 0):
            raise Fault(f"{what}: the run after it ended with {status}: {said}")
        compare(published(self.tree.root), self.expected, what)
        left = leftovers(self.tree.root, self.tree.cache)
        if left:
            raise Fault(f"{what}: left behind: {', '.join(left)}")
        return events

    def nothing_to_do(self, what):
        status, events, _ = self.tree.run()
        if status != 0 or trees.stages(events):
            raise Fault(f"{what}: a run with nothing to do ran {trees.stages(events)}, {status}")

    # What is done to it

    def edit(self):
        """Edits a few outputs of which none is a list or a color that people may keep."""
        found = sorted(
            name for name in published(self.tree.root) if not name.endswith("Contents.json"))
        for name in self.random.sample(found, min(3, len(found))):
            path = os.path.join(self.tree.root, name)
            if ".imageset/" in name or ".appiconset/" in name:
                os.remove(path)
                continue
            way = self.random.choice(["remove", "cut", "append", "empty"])
            if way == "remove":
                os.remove(path)
            elif way == "append":
                with open(path, "ab") as file:
                    file.write(b"x")
            else:
                os.truncate(path, 0 if way == "empty" else os.path.getsize(path) // 2)
            self.counts["outputs edited"] += 1

    def kills(self, times):
        for number in range(times):
            is_warm = self.random.random() < 0.5
            self.clear(is_warm)
            what = f"kill {number} ({'warm' if is_warm else 'cold'})"
            for _ in range(self.random.choice([1, 1, 2, 3])):
                process = self.start()
                self.wait(is_warm)
                process.kill()
                self.end(process, (0, -signal.SIGKILL), what)
                self.counts["kills"] += 1
                trees.whole(
                    published(self.tree.root),
                    {name: (value,) for name, value in self.expected.items()}, what)
            self.counts["files out before"] += len(published(self.tree.root))
            if self.random.random() < 0.5:
                self.edit()
            if self.random.random() < 0.3:
                shutil.rmtree(self.tree.cache, ignore_errors=True)
            self.settled(what)
            self.nothing_to_do(what)

    def stops(self, times):
        for number in range(times):
            is_warm = self.random.random() < 0.5
            self.clear(is_warm)
            name = self.random.choice(["STOP", "TSTP"])
            what = f"stop {number} (SIG{name})"
            process = self.start()
            self.wait(is_warm)
            for _ in range(self.random.choice([1, 2])):
                process.send_signal(getattr(signal, f"SIG{name}"))
                self.counts[f"SIG{name}"] += 1
                time.sleep(self.random.uniform(0, 0.3))
                if self.random.random() < 0.5:
                    asked = subprocess.run(
                        [self.tree.platen, "pause", self.tree.root], check=False,
                        capture_output=True, timeout=60)
                    self.counts[f"pause of a stopped run ended with {asked.returncode}"] += 1
                    if asked.returncode == 0:
                        # It had not stood still yet, or was not there any more.
                        subprocess.run(
                            [self.tree.platen, "resume", self.tree.root], check=False,
                            capture_output=True, timeout=60)
                        self.counts["paused and to be resumed"] += 1
                trees.whole(
                    published(self.tree.root),
                    {name: (value,) for name, value in self.expected.items()}, what)
                process.send_signal(signal.SIGCONT)
            for _ in range(20):
                # What was paused before it stood still goes on.
                if process.poll() is not None:
                    break
                time.sleep(0.05)
            subprocess.run(
                [self.tree.platen, "resume", self.tree.root], check=False, capture_output=True,
                timeout=60)
            self.end(process, (0,), what)
            self.settled(what)

    def lost_caches(self, times):
        for number in range(times):
            is_warm = self.random.random() < 0.5
            self.clear(is_warm)
            process = self.start()
            self.wait(is_warm)
            shutil.rmtree(self.tree.cache, ignore_errors=True)
            what = f"cache lost {number}"
            self.end(process, (0,), what)
            self.counts["caches lost"] += 1
            compare(published(self.tree.root), self.expected, what)
            self.settled(what)
            self.nothing_to_do(what)

    def bad_caches(self):
        """Full, read-only and another user's: warnings, and all is made. Needs root."""
        mount = self.tree.path("disk")
        os.makedirs(mount, exist_ok=True)
        for megabytes in (1, 2, 4, 8, 12):
            what = f"a cache of {megabytes} MB"
            self.clear(False)
            trees.call(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", mount])
            try:
                said = self.end(self.start(cache=os.path.join(mount, "cache")), (0,), what)
                compare(published(self.tree.root), self.expected, what)
                self.counts["full caches"] += 1
                if "No space left" not in said and megabytes < 4:
                    raise Fault(f"{what}: not a word on it: {said}")
            finally:
                trees.call(["umount", "-l", mount])
        trees.call(["mount", "-t", "tmpfs", "tmpfs", mount])
        try:
            cache = os.path.join(mount, "cache")
            shutil.copytree(self.warm, cache)
            trees.call(["mount", "-o", "remount,ro", mount])
            for name in ("read-only", "read-only and empty"):
                self.clear(False)
                self.end(self.start(cache=cache), (0,), f"a cache that is {name}")
                compare(published(self.tree.root), self.expected, name)
                self.counts["read-only caches"] += 1
                cache = os.path.join(mount, "none")
        finally:
            trees.call(["umount", "-l", mount])
        for mode in (0o700, 0o755):
            self.clear(True)
            os.chmod(self.tree.cache, mode)
            os.makedirs(self.tree.root)
            os.chown(self.tree.root, 65534, 65534)
            # Every folder above must be one others may enter.
            what = f"another user's cache, mode {mode:o}"
            process = self.start(user=65534, group=65534, extra_groups=[])
            self.end(process, (0,), what)
            compare(published(self.tree.root), self.expected, what)
            self.counts["another user's caches"] += 1
        self.clear(False)

    def bad_roots(self):
        """A full or read-only output directory: files are whole or not there. Needs root."""
        mount = self.tree.path("disk")
        os.makedirs(mount, exist_ok=True)
        allowed = {name: (value,) for name, value in self.expected.items()}
        for kilobytes in (0, 64, 300, 1000, 2000):
            what = f"an output directory of {kilobytes} kB"
            self.clear(True)
            size = f"size={max(kilobytes, 4)}k"
            trees.call(["mount", "-t", "tmpfs", "-o", size, "tmpfs", mount])
            try:
                if not kilobytes:
                    trees.call(["mount", "-o", "remount,ro", mount])
                self.end(self.start(root=mount), (1, 73, 74), what)
                trees.whole(published(mount), allowed, what)
                self.counts["full or read-only output directories"] += 1
                trees.call(["mount", "-o", "remount,rw,size=64m", mount])
                status, _, said = self.tree.run(root=mount)
                if status != 0:
                    raise Fault(f"{what}: with room, status {status}: {said}")
                compare(published(mount), self.expected, what)
                left = leftovers(mount)
                if left:
                    raise Fault(f"{what}: left behind: {', '.join(left)}")
            finally:
                trees.call(["umount", "-l", mount])

    def twins(self, times):
        """Runs side by side, of one manifest and of two that share an output directory."""
        half = MANIFEST.split("  - id: harbour")
        self.tree.write("first.yaml", half[0])
        self.tree.write("second.yaml", "version: 1\njobs:\n  - id: harbour" + half[1])
        for number in range(times):
            self.clear(self.random.random() < 0.5)
            what = f"side by side {number}"
            names = self.random.choice([("platen.yaml",) * 3, ("first.yaml", "second.yaml") * 2])
            both = [
                subprocess.Popen(
                    [self.tree.platen, "run", self.tree.path(name), "--output-dir", self.tree.root,
                     "--prune"], env=self.tree.environment(), stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for name in names]
            if self.random.random() < 0.3:
                time.sleep(self.random.uniform(0, self.seconds))
                both[0].kill()
            for index, process in enumerate(both):
                self.end(process, (0, -signal.SIGKILL) if index == 0 else (0,), what)
            self.counts["runs side by side"] += len(both)
            compare(published(self.tree.root), self.expected, what)
            with open(os.path.join(self.tree.root, trees.RECORD), encoding="utf-8") as file:
                record = json.load(file)
            known = 1 + len(record["others"])
            if known != len(set(names)):
                raise Fault(f"{what}: the record knows {known} manifests")

    def streams(self):
        """Standard output closed, full, and a pipe whose reader is gone."""
        for name in ("closed", "full", "a pipe nobody reads"):
            for arguments in (["--json"], ["--quiet"]):
                self.clear(True)
                what = f"standard output {name}, {' '.join(arguments)}"
                options = {}
                opened = None
                if name == "closed":
                    options = {"preexec_fn": lambda: os.close(1), "stdout": None}
                elif name == "full":
                    opened = options["stdout"] = open("/dev/full", "wb")
                else:
                    read, opened = os.pipe()
                    os.close(read)
                    options["stdout"] = opened
                allowed = (0, 74) if arguments == ["--json"] else (0,)
                self.end(self.start(*arguments, **options), allowed, what)
                if isinstance(opened, int):
                    os.close(opened)
                elif opened:
                    opened.close()
                self.counts["standard outputs closed or full"] += 1
                trees.whole(
                    published(self.tree.root),
                    {path: (value,) for path, value in self.expected.items()}, what)
                self.settled(what)

    def report(self):
        for name, count in sorted(self.counts.items()):
            print(f"  {count:6} {name}")
        self.counts.clear()
