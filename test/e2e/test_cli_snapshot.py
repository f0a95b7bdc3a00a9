"""A snapshot of a JVM that cannot write where the command line can."""
import os

import pytest

from harness import elsewhere
from harness.cli import answered, taproot
from harness.elsewhere import AS_NOBODY, NET_AND_MOUNTS, NEW_TMP, PIDS

ELSEWHERE = {"another user": {"user": AS_NOBODY},
             "other mounts": {"prefix": NET_AND_MOUNTS, "first": NEW_TMP},
             "other pids": {"prefix": PIDS, "first": NEW_TMP},
             "other mounts and user": {"prefix": NET_AND_MOUNTS, "first": NEW_TMP,
                                       "user": AS_NOBODY}}


@pytest.fixture(scope="module")
def place():
    made = elsewhere.Place()
    yield made
    made.remove()


@pytest.fixture(params=ELSEWHERE.values(), ids=ELSEWHERE.keys())
def server(request, place, jdk, compiled):
    made = elsewhere.serve(place, jdk, compiled.classes, **request.param)
    made.await_ready()
    yield made
    made.end()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become other users")
def test_a_snapshot_is_brought_from_there(server, tmp_path):
    heap = tmp_path / "heap.taproot"
    out = answered("snapshot", server.pid, "-o", "heap.taproot", cwd=tmp_path)
    assert f"wrote {heap}: {heap.stat().st_size:,} bytes" in out
    assert (heap.stat().st_mode & 0o777, heap.stat().st_uid) == (0o600, 0)
    assert "apps.Session" in answered("histogram", heap, "--top", "10000")
    for path in ("/no/such/folder/heap", tmp_path):
        run = taproot("snapshot", server.pid, "-o", path)
        assert (run.code, run.out) == (4, "") and str(path) in run.err
    there = os.listdir(f"/proc/{server.pid}/root/tmp")
    assert [name for name in there if name.startswith(".taproot-snapshot")] == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become other users")
@pytest.mark.parametrize("server", [ELSEWHERE["other mounts"]], indirect=True)
def test_files_that_the_jvm_does_not_see_are_told_with_the_way_out(server, tmp_path):
    (tmp_path / "rules.json").write_text('{"rules": []}')
    (tmp_path / "before.taproot").touch()
    for words in (["diff", tmp_path / "before.taproot", server.pid],
                  ["leaks", server.pid, "--rules", tmp_path / "rules.json"]):
        run = taproot(*words)
        assert (run.code, run.out) == (3, "")
        assert f"cannot read {tmp_path}" in run.err and "taproot snapshot" in run.err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become other users")
@pytest.mark.parametrize("server", [ELSEWHERE["another user"]], indirect=True)
def test_files_that_the_user_of_the_jvm_may_not_read_are_told_with_the_way_out(server, place):
    before, rules = place.path / "before.taproot", place.path / "rules.json"
    answered("snapshot", server.pid, "-o", before)
    rules.write_text('{"rules": []}')
    rules.chmod(0o600)
    asked = {before: ["diff", before, server.pid], rules: ["leaks", server.pid, "--rules", rules]}
    for file, words in asked.items():
        run = taproot(*words)
        assert (run.code, run.out) == (3, "")
        assert f"runs as another user, who cannot read {file} (Permission denied)" in run.err
        assert "taproot snapshot" in run.err
    before.chmod(0o644)
    assert f"diff: from {before} to the live heap" in answered("diff", before, server.pid)
