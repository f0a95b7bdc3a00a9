"""The first command of the README."""
import os
import subprocess

from harness.dist import DIST, PROJECT


def test_the_demo_runs_with_java_on_the_path_alone(jdk, tmp_path):
    if DIST != PROJECT / "build" / "dist":
        import pytest
        pytest.skip("the demo runs what lies in build/dist")
    environment = {name: value for name, value in os.environ.items() if name != "JAVA_HOME"}
    environment["PATH"] = f"{jdk.home}/bin:{environment['PATH']}"
    run = subprocess.run([PROJECT / "scripts" / "demo"], env=environment, text=True, timeout=120,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert run.returncode == 0, run.stdout
    assert "4 of 5 watched objects leak, 1 collected" in run.stdout
    assert "GC root: static field com.acme.SessionRegistry.active" in run.stdout
    assert "GC root: thread-local com.acme.AuditContext.CURRENT" in run.stdout
