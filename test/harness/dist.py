"""Where the things under test lie."""
import os
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
DIST = Path(os.environ.get("TAPROOT_DIST", PROJECT / "build" / "dist")).resolve()

LIBRARY = DIST / "lib" / "libtaproot.so"
API_JAR = DIST / "lib" / "taproot-api.jar"
SCHEMA = PROJECT / "docs" / "schema" / "taproot-report-1.schema.json"
