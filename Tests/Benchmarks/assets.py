# SPDX-License-Identifier: MIT
# Part of Platen: the part of the benchmarks that is about icons, beside pyvips.
"""Thirty sizes of an icon from one SVG, and an idle run of a whole set of assets.

pyvips runs where the rivals' own virtual environment (RIVALS_DIR) has it, in one process, in the same
run; both draw the SVG through librsvg.
"""

import os

SIZES = [16, 20, 22, 24, 29, 32, 36, 40, 48, 50, 57, 58, 60, 64, 72, 76, 80, 87, 96, 100, 114, 120,
         128, 144, 152, 167, 180, 256, 512, 1024]

VIPS = """
import sys, pyvips
for size in map(int, sys.argv[3:]):
    pyvips.Image.svgload(sys.argv[1], scale=size / 1024).write_to_file(f"{sys.argv[2]}/{size}.png")
"""


def icon():
    """An icon with what icons have: gradients, a clip, soft shadows, fine lines."""
    rays = "".join(
        f"<path d='M512 512 L{512 + 900 * c:.0f} {512 + 900 * s:.0f}' stroke='#fff' "
        f"stroke-opacity='.1' stroke-width='{4 + i % 3 * 5}'/>"
        for i, (c, s) in enumerate(
            ((x / 10, y / 10) for x, y in
             [(10, 0), (9, 4), (7, 7), (4, 9), (0, 10), (-4, 9), (-7, 7), (-9, 4), (-10, 0),
              (-9, -4), (-7, -7), (-4, -9), (0, -10), (4, -9), (7, -7), (9, -4)])))
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1024 1024'><defs>"
        "<linearGradient id='a' x2='0' y2='1'><stop stop-color='#4fa3b8'/>"
        "<stop offset='1' stop-color='#0f4c66'/></linearGradient>"
        "<radialGradient id='b'><stop stop-color='#fff3cf'/><stop offset='1' stop-color='#ffc94d'/>"
        "</radialGradient><clipPath id='c'><rect width='1024' height='1024' rx='220'/></clipPath>"
        "<filter id='d'><feGaussianBlur stdDeviation='16'/></filter></defs>"
        f"<g clip-path='url(#c)'><rect width='1024' height='1024' fill='url(#a)'/>{rays}"
        "<path d='M330 800 L694 800 L610 340 L414 340 Z' filter='url(#d)' opacity='.45'/>"
        "<path d='M330 780 L694 780 L610 320 L414 320 Z' fill='#fbf6ea'/>"
        "<path d='M396 420 L628 420 L648 530 L376 530 Z' fill='#c8402f'/>"
        "<circle cx='512' cy='260' r='110' fill='url(#b)'/></g></svg>")


def lettered():
    """An icon of many fine strokes, a shadow and a word in Arabic: what an SVG costs that is drawn anew
    for each size."""
    waves = "".join(
        f"<path d='M{20 + 9 * k} {990 - 14 * k} C{300 + 5 * k} {60 + 11 * k} {700 - 6 * k} {940 - 9 * k} "
        f"{1000 - 7 * k} {40 + 13 * k}' fill='none' stroke='#fdf3d8' stroke-opacity='.14' "
        f"stroke-width='5'/>" for k in range(40))
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1024 1024'><defs>"
        "<linearGradient id='a' x2='1' y2='1'><stop stop-color='#7a2e2a'/>"
        "<stop offset='1' stop-color='#23304f'/></linearGradient>"
        "<radialGradient id='b' cx='.3' cy='.25' r='.9'><stop stop-color='#fff' stop-opacity='.5'/>"
        "<stop offset='1' stop-color='#fff' stop-opacity='0'/></radialGradient>"
        "<clipPath id='c'><rect width='1024' height='1024' rx='230'/></clipPath>"
        "<filter id='d'><feGaussianBlur in='SourceAlpha' stdDeviation='13'/><feOffset dx='4' dy='14'/>"
        "<feMerge><feMergeNode/><feMergeNode in='SourceGraphic'/></feMerge></filter></defs>"
        f"<g clip-path='url(#c)'><rect width='1024' height='1024' fill='url(#a)'/>{waves}"
        "<g filter='url(#d)'><path d='M232 470 L792 470 L712 690 Q512 780 312 690 Z' fill='#e3b04b'/>"
        "<path d='M492 150 L532 150 L532 470 L492 470 Z M540 180 L760 440 L540 440 Z' fill='#f7f1e3'/></g>"
        "<text x='512' y='900' font-size='160' font-family='Noto Naskh Arabic, Noto Sans Arabic' "
        "font-weight='700' text-anchor='middle' fill='#fff'>\u0633\u0641\u064a\u0646\u0629</text>"
        "<rect width='1024' height='1024' fill='url(#b)'/></g></svg>")


def assets(platen, folder, sample, repeat, median, least, row):
    for name, drawing in (("one SVG", icon()), ("one SVG of strokes and letters", lettered())):
        sizes(name, drawing, platen, folder, repeat, median, row)
    cache = os.path.join(folder, "assets-cache")
    argv = [platen, "run", sample, "--output-dir", os.path.join(folder, "harbour"), "-q",
            "--cache-dir", cache]
    row("Samples/Harbour, cold", *median(argv, 1), "once")
    median(argv, 2)
    cpu, wall, memory = least(argv, 20)
    row("null run of it", cpu, wall, memory, "0.015 CPU targeted")


def sizes(name, drawing, platen, folder, repeat, median, row):
    svg = os.path.join(folder, "icon.svg")
    with open(svg, "w") as file:
        file.write(drawing)
    manifest = os.path.join(folder, "icons.yaml")
    with open(manifest, "w") as file:
        file.write("version: 1\njobs:\n  - assets: icon.svg\n    outputs:\n")
        for size in SIZES:
            file.write(f"      - {{ file: {size}.png, size: {size} }}\n")
    argv = [platen, "run", manifest, "--output-dir", os.path.join(folder, "icons"), "-q", "--no-cache",
            "--rebuild"]
    cpu, wall, memory = median(argv, max(repeat, 5))
    files = [os.path.join(folder, "icons", f"{size}.png") for size in SIZES]
    total = sum(map(os.path.getsize, files)) / 1e6
    row(f"{name} → 30 PNG icons", cpu, wall, memory, f"{total:.2f} MB; 0.18 CPU or half of the rival's targeted")
    python = os.path.join(
        os.environ.get("RIVALS_DIR") or os.path.expanduser("~/.cache/platen-rivals"),
        "venv", "bin", "python")
    if os.path.exists(python):
        target = os.path.join(folder, "vips")
        os.makedirs(target, exist_ok=True)
        try:
            rival = median(
                [python, "-c", VIPS, svg, target] + [str(size) for size in SIZES], repeat)
        except RuntimeError:
            rival = None
        if rival:
            total = sum(
                os.path.getsize(os.path.join(target, name)) for name in os.listdir(target)) / 1e6
            row("pyvips, the same in one process", *rival,
                f"{total:.2f} MB; Platen takes {cpu / rival[0]:.2f} of its CPU")
