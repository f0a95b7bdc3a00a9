"""Where the things under test lie."""
import os
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
DIST = Path(os.environ.get("TAPROOT_DIST", PROJECT / "build" / "dist")).resolve()

LIBRARY = DIST / "lib" / "libtaproot.so"
API_JAR = DIST / "lib" / "taproot-api.jar"
DEMO_JAR = DIST / "lib" / "taproot-demo.jar"
SCHEMA = PROJECT / "docs" / "schema" / "taproot-report-1.schema.json"
# Programs that tests run; the C++ build leaves them beside its unit tests.
TOOLS = Path(os.environ.get("TAPROOT_TOOLS", PROJECT / "build" / "release" / "test")).resolve()
