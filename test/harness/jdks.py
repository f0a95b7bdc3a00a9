"""The JDKs of this machine. Tests run on each of them from version 17 on."""
import functools
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

OLDEST = 17


@dataclass(frozen=True)
class Jdk:
    home: Path
    feature: int  # 17, 25
    name: str     # "jdk17": how the tests' ids read

    def tool(self, name):
        return str(self.home / "bin" / name)

    @functools.cache
    def has_collector(self, collector):
        """Whether this JDK was built with "Shenandoah", say."""
        probe = [self.tool("java"), "-XX:+UnlockExperimentalVMOptions", f"-XX:+Use{collector}GC",
                 "-Xmx32m", "-version"]
        return subprocess.run(probe, capture_output=True, env=quiet_environment()).returncode == 0


def quiet_environment():
    """Ours without the variables that make a JVM take options it was not given, and say so."""
    meddlers = ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH", "JAVA_HOME")
    return {name: value for name, value in os.environ.items() if name not in meddlers}


def find_jdks(folder=None):
    """Several links to one folder count once."""
    folder = Path(folder or os.environ.get("TAPROOT_JVM_DIR", "/usr/lib/jvm"))
    jdks = []
    for home in sorted({path.resolve() for path in folder.glob("*") if path.is_dir()}):
        feature = _feature_version(home)
        if feature is not None and feature >= OLDEST:
            twin = any(jdk.feature == feature for jdk in jdks)
            name = f"jdk{feature}-{home.name}" if twin else f"jdk{feature}"
            jdks.append(Jdk(home, feature, name))
    return sorted(jdks, key=lambda jdk: (jdk.feature, jdk.name))


def _feature_version(home):
    release = home / "release"
    if not (home / "bin" / "javac").exists() or not release.exists():
        return None
    found = re.search(r'^JAVA_VERSION="(\d+)', release.read_text(), re.MULTILINE)
    return int(found.group(1)) if found else None
