# SPDX-License-Identifier: MIT
# Part of Platen: the part of the benchmarks that is about tiles.
"""A pyramid of 8192 × 4608 pixels, drawn and written, beside `vips dzsave` (libvips-tools) cutting the
same picture that is there already, and halving it."""

import os
import shutil
import subprocess

WIDTH = 8192


def tiles(platen, folder, save, repeat, measure, row):
    flat = os.path.join(folder, "tiles.map")
    # A sheet of 16:9 of our own, and a save of the generator's where there is one.
    measure([platen, "sample", "world", "-o", flat, "--seed", "12", "--cells", "10000",
             "--width", "1920", "--height", "1080", "-q"])
    picture = os.path.join(folder, "tiles.png")
    worlds = [("a made-up world of 10k cells", flat)]
    if save and os.path.exists(save):
        worlds.append(("10k-cell save", save))
    # As the generator draws it, and with what parchment has more: texture, shading, a frame.
    for what, world, look in [(*world, look) for world in worlds for look in ("azgaar-base", "parchment")]:
        what = f"{what}, look `{look}`"
        render = [platen, "render", world, "--look", look, "-q", "-o"]
        measure([*render, picture, "--width", str(WIDTH)])
        rivals = []
        ours = [
            (name, [*render, os.path.join(folder, file), "--zooms", "5"])
            for name, file in (("xyz, a folder", "pyramid/"), ("xyz, a ZIP", "pyramid.zip"),
                               ("MBTiles", "pyramid.mbtiles"))]
        if shutil.which("vips"):
            for form, layout in (("xyz", "google"), ("Deep Zoom", "dz")):
                more = ["--tile-size", "256"] if layout == "google" else []
                rivals.append((f"vips dzsave of the picture, {form}",
                               ["vips", "dzsave", picture, os.path.join(folder, "rival"),
                                "--layout", layout, "--suffix", ".png", *more]))
        else:
            print("| vips (libvips-tools) is not installed, so not beside it | | | | |")
        figures = {}
        # In turns, so that whatever else the machine does hits all.
        for _ in range(repeat):
            for name, argv in ours + rivals:
                clear(folder)
                figures.setdefault(name, []).append(measure(argv))
                if name not in sizes:
                    sizes[name] = size(folder)
        for name, argv in ours + rivals:
            cpu, wall, memory = (min(values) for values in zip(*figures[name]))
            note = f"{sizes.pop(name) / 1e6:.1f} MB" + (
                "; 1.2 CPU targeted" if (name, argv) in ours else " of a ready picture")
            row(f"{what}, {WIDTH} px, {name}", cpu, wall, memory, note)
        clear(folder)


sizes = {}


def clear(folder):
    for name in ("pyramid", "rival", "rival_files"):
        shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
    for name in ("pyramid.zip", "pyramid.mbtiles", "rival.dzi"):
        if os.path.exists(os.path.join(folder, name)):
            os.remove(os.path.join(folder, name))


def size(folder):
    names = [n for n in os.listdir(folder) if n.startswith(("pyramid", "rival"))]
    out = subprocess.run(["du", "-cb", *names], cwd=folder, capture_output=True, text=True)
    return int(out.stdout.splitlines()[-1].split()[0])
