# SPDX-License-Identifier: Apache-2.0
"""Converts a style sheet to C++, with the hash for a Content-Security-Policy."""

import base64
import hashlib
import sys

with open(sys.argv[1], encoding="utf-8", newline="") as file:
    style = file.read()
if "</" in style or ')css"' in style or "\r" in style:
    sys.exit(f"{sys.argv[1]}: cannot stand in a style element as it is")
digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
print(f"""#include "client/cli/output/html/page_style.h"

namespace footnote::client {{

const char kPageStyle[] = R"css({style})css";
const char kPageStyleHash[] = "sha256-{digest}";

}}  // namespace footnote::client""")
