// SPDX-License-Identifier: MIT
// Part of Platen: the binding to cmark-gfm, the parser of GitHub's Markdown.
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>
