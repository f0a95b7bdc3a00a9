"""HTML reports in a browser: what a reader sees and does there."""
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from harness import dist
from harness.jdks import quiet_environment

WEB = dist.PROJECT / "test" / "web"
PATIENCE = 240


def find_chromium():
    for name in (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        path = name and shutil.which(name)
        if path:
            return path
    raise AssertionError("no Chromium here: scripts/setup e2e installs it, or set CHROMIUM")


def data_of(page):
    """The answer in the page, as its script reads it."""
    text = Path(page).read_text()
    found = re.search(r'<script type="application/json" id="report">(.*?)</script>', text, re.S)
    assert found, f"no data in {page}"
    return json.loads(found.group(1))


def browse(pages, checks):
    """Runs test/web/CHECKS.test.mjs on the page, or the pages, each of whose tests must pass; says how many did."""
    pages = [pages] if isinstance(pages, Path) else pages
    subprocess.run([dist.PROJECT / "scripts" / "npm", WEB], check=True)
    run = subprocess.run(["node", "--test", "--test-reporter=tap", str(WEB / f"{checks}.test.mjs")], text=True,
                         env={**quiet_environment(), "CHROMIUM": find_chromium(), "PAGES": os.pathsep.join(map(str, pages))},
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
    assert run.returncode == 0, f"{pages}\n{run.stdout}"
    passed = int(re.search(r"^# pass (\d+)$", run.stdout, re.M).group(1))
    assert passed > 0 and re.search(r"^# skipped 0$", run.stdout, re.M), run.stdout
    return passed
