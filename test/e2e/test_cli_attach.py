"""The command line comes to JVMs of others, in other namespaces, and to those that refuse it."""
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from harness import dist, elsewhere
from harness.cli import answered, taproot
from harness.elsewhere import AS_NOBODY, NET_AND_MOUNTS, NEW_TMP, OWN_USERS, PIDS

TARGET = 3  # the exit code of what cannot be asked
LEAKS = ["--watch", "apps.Session", "--delay", "0s"]
SESSIONS = "GC root: static field apps.Server.ACTIVE"

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become other users")


def assert_refused(run, *words):
    """With one line that has all of these words, and nothing else."""
    assert (run.code, run.out) == (TARGET, ""), run
    assert run.err.count("\n") == 1, run.err
    for word in words:
        assert word in run.err, run.err


@pytest.fixture(scope="module")
def place():
    made = elsewhere.Place()
    yield made
    made.remove()


@pytest.fixture
def serve_there(place, jdk, compiled):
    """serve_there(prefix=..., first=..., user=...) is a JVM as elsewhere.serve starts it."""
    servers = []

    def serve_one(wait=True, **how):
        server = elsewhere.serve(place, jdk, compiled.classes, **how)
        servers.append(server)
        if wait:
            server.await_ready()
        return server

    yield serve_one
    for server in servers:
        server.end()


def assert_asked(place, server, prefix=()):
    """More than one verb, by whoever it is, and nothing but the library stays there."""
    for _ in range(2):
        run = place.taproot("histogram", server.pid, "--top", 3, prefix=prefix)
        assert (run.code, run.err) == (0, ""), run
        assert re.search(r"^total +[\d,]+", run.out, re.MULTILINE)
    run = place.taproot("leaks", server.pid, *LEAKS, prefix=prefix)
    assert (run.code, run.err) == (0, ""), run
    assert SESSIONS in run.out
    assert server.stdout == "ready\n"
    assert server.stderr == ""


@needs_root
def test_root_asks_the_jvm_of_another_user(place, serve_there):
    server = serve_there(user=AS_NOBODY)
    before = server.tmp()
    assert_asked(place, server)
    assert server.tmp() == before


@needs_root
def test_a_user_asks_a_jvm_of_its_own(place, serve_there):
    server = serve_there(user=AS_NOBODY)
    assert_asked(place, server, prefix=AS_NOBODY)
    listed = place.taproot("ps", prefix=AS_NOBODY)
    assert re.search(rf"^ *{server.pid} +nobody .*  yes +apps\.Server$", listed.out, re.MULTILINE)


@needs_root
def test_who_is_neither_is_refused(place, serve_there):
    server = serve_there()
    assert_refused(place.taproot("histogram", server.pid, prefix=AS_NOBODY),
                   "belongs to root", "run taproot as that user, or as root")
    assert server.stdout == "ready\n"


@needs_root
def test_another_group_is_refused_by_name(place, serve_there):
    server = serve_there(user=AS_NOBODY)
    other = [AS_NOBODY[0], AS_NOBODY[1], "--regid=12345", "--clear-groups"]
    assert_refused(place.taproot("histogram", server.pid, prefix=other), "group")


@needs_root
def test_a_library_that_the_user_may_not_read_is_copied_for_it(place, serve_there, tmp_path):
    server = serve_there(user=AS_NOBODY)
    tmp_path.chmod(0o700)
    library = Path(shutil.copy(dist.LIBRARY, tmp_path))
    for _ in range(2):
        status = answered("status", server.pid, env={"TAPROOT_LIBRARY": str(library)})
        copy = re.search(r"library: (/tmp/\.taproot-\w+-\d+)/libtaproot\.so\n", status).group(1)
        assert copy.endswith(f"-{elsewhere.NOBODY.pw_uid}")
        assert Path(copy).stat().st_mode & 0o777 == 0o700
        assert os.listdir(copy) == ["libtaproot.so"]
    shutil.rmtree(copy)


@needs_root
@pytest.mark.parametrize("user", [[], AS_NOBODY], ids=["root", "nobody"])
def test_a_network_and_mount_namespace(place, serve_there, user):
    # Where /tmp is another one, the library is not to be seen.
    hidden = f"mount --bind /mnt {place.path}/lib && {NEW_TMP}"
    server = serve_there(prefix=NET_AND_MOUNTS, first=hidden, user=user)
    assert_asked(place, server)
    (copy,) = server.tmp()
    assert copy.startswith(".taproot-")
    status = place.taproot("status", server.pid)
    assert f"library: /tmp/{copy}/libtaproot.so" in status.out


@needs_root
def test_a_pid_namespace(place, serve_there):
    server = serve_there(prefix=PIDS, first=NEW_TMP)
    assert "NSpid:\t%d\t1\n" % server.pid in Path(f"/proc/{server.pid}/status").read_text()
    assert_asked(place, server)
    assert server.tmp() == set()


@needs_root
def test_a_user_namespace(place, serve_there):
    if subprocess.run([*OWN_USERS, "true"], capture_output=True).returncode != 0:
        pytest.skip("users may not make namespaces here")
    server = serve_there(prefix=OWN_USERS)
    assert_asked(place, server)


@needs_root
def test_root_in_a_container_may_lack_a_capability(place, serve_there):
    server = serve_there(user=AS_NOBODY)
    assert_asked(place, server, prefix=["setpriv", "--bounding-set=-sys_ptrace"])


@needs_root
def test_a_folder_without_programs_is_passed_over(place, serve_there):
    first = (f"mount --bind /mnt {place.path}/lib && mount -t tmpfs -o noexec,mode=1777 none /tmp"
             " && mount -t tmpfs -o mode=1777 none /dev/shm")
    server = serve_there(prefix=NET_AND_MOUNTS, first=first)
    run = place.taproot("status", server.pid)
    assert run.code == 0, run
    assert re.search(r"library: (/var/tmp/\.taproot-\w+-0)/libtaproot\.so", run.out)
    shutil.rmtree(re.search(r"/var/tmp/\.taproot-\w+-0", run.out).group())


@needs_root
def test_no_place_for_the_library_is_said(place, serve_there):
    first = f"mount --bind /mnt {place.path}/lib" + "".join(
        f" && mount -t tmpfs -o noexec,mode=1777 none {folder}"
        for folder in ["/tmp", "/dev/shm"])
    first += " && mount --bind /var/tmp /var/tmp && mount -o remount,bind,noexec /var/tmp"
    server = serve_there(prefix=NET_AND_MOUNTS, first=first)
    assert_refused(place.taproot("status", server.pid), "does not see", "/tmp", "/var/tmp",
                   "/dev/shm", "mounted noexec")


def test_nothing_accumulates_in_a_process_that_is_asked_200_times(serve):
    server = serve()
    folder = Path(f"/proc/{server.pid}")

    def has():
        # The JVM's own threads come and go, its compilers do.
        threads = subprocess.run(["ps", "-L", "-p", str(server.pid), "-o", "comm="],
                                 stdout=subprocess.PIPE, text=True).stdout.split("\n")
        return {"threads": [name for name in threads if "taproot" in name],
                "descriptors": len(os.listdir(folder / "fd")),
                "libraries": (folder / "maps").read_text().count("libtaproot"),
                "files": sorted(os.listdir(server.cwd)),
                "tmp": [name for name in os.listdir("/tmp") if str(server.pid) in name]}

    def await_rest():
        """Threads and sockets of requests are on their way out when the answer is there."""
        known = None
        while (now := has()) != known:
            known = now
            time.sleep(1)
        return known

    for _ in range(10):
        answered("status", server.pid)
    before = await_rest()
    for _ in range(200):
        answered("status", server.pid)
    assert await_rest() == before
    assert before["threads"] == ["taproot"]
    assert server.stdout == "ready\n"
    assert server.stderr == ""


def test_a_jvm_is_asked_while_it_starts(serve_there, jdk):
    for delay in [0.02, 0.05, 0.1, 0.2, 0.4]:
        server = serve_there(wait=False)
        time.sleep(delay)
        run = taproot("status", server.process.pid)
        # It may not have become a JVM yet.
        assert run.code == 0 or "is no JVM" in run.err, run
        server.await_ready()
        answered("status", server.pid)
        assert server.stdout == "ready\n"


@pytest.mark.parametrize("length", [1500, 20_000])
def test_a_command_of_any_length(serve, length):
    server = serve()
    nothing = "no.such." + "x" * length
    assert SESSIONS in answered("leaks", server.pid, "--delay", "0s",
                                "--watch", f"{nothing};apps.Session")
    assert server.stdout == "ready\n"
    assert not [name for name in os.listdir("/tmp") if name.startswith(".taproot-options-")]


def test_what_java_watches_is_seen_though_its_library_came_from_a_jar(serve):
    server = serve()
    server.ask("watch mine", "watched")
    status = taproot("status", server.pid)
    if "another build" in status.err:
        pytest.fail("the jars are of another build than the command line")
    assert re.search(r"library: /tmp/libtaproot-\d+\.so", status.out), status
    assert 'LEAK  apps.Session "mine"' in answered("leaks", server.pid, "--delay", "0s")


def test_another_build_that_is_there_is_asked_unless_one_insists(serve, tmp_path):
    server = serve()
    other = tmp_path / "other"
    other.mkdir()
    library = Path(shutil.copy(dist.LIBRARY, other))
    with open(library, "ab") as file:
        file.write(b"\0")
    for words in [["--library", library], []]:
        assert f"library: {library}\n" in answered("status", server.pid, *words)
    assert f"library: {dist.LIBRARY}\n" in answered("status", server.pid, "--library", dist.LIBRARY)


@pytest.mark.parametrize("flags", [["-XX:+DisableAttachMechanism"],
                                   ["-XX:+DisableAttachMechanism", "-XX:-UsePerfData"]])
def test_a_jvm_that_may_not_be_attached_to(serve, flags):
    server = serve(*flags)
    assert_refused(taproot("status", server.pid), "-XX:+DisableAttachMechanism", "-agentpath:")
    assert server.stdout == "ready\n"  # and no dump of its threads


def test_a_jvm_that_loads_no_agents(serve):
    server = serve("-XX:-EnableDynamicAgentLoading")
    assert_refused(taproot("status", server.pid), "-XX:-EnableDynamicAgentLoading", "-agentpath:")
    assert server.stdout == "ready\n"


def test_a_jvm_without_counters_is_found_and_asked(serve):
    server = serve("-XX:-UsePerfData")
    assert re.search(rf"^ *{server.pid} .* apps\.Server$", answered("ps"), re.MULTILINE)
    answered("status", server.pid)


def test_a_jvm_without_signals_is_asked_while_it_has_its_socket(serve):
    server = serve("-Xrs")
    answered("status", server.pid)
    Path(f"/tmp/.java_pid{server.pid}").unlink()
    assert_refused(taproot("status", server.pid), "SIGQUIT", "-Xrs")
    server.ask("ping", "pong")


def test_a_socket_that_was_cleaned_away_is_opened_again(serve):
    server = serve()
    answered("status", server.pid)
    Path(f"/tmp/.java_pid{server.pid}").unlink()
    answered("status", server.pid)
    assert server.stdout == "ready\n"


def test_a_stopped_process_says_how_it_goes_on(serve):
    server = serve()
    os.kill(server.pid, signal.SIGSTOP)
    try:
        assert_refused(taproot("status", server.pid), "stopped", f"kill -CONT {server.pid}")
    finally:
        os.kill(server.pid, signal.SIGCONT)
    answered("status", server.pid)


def test_what_is_no_jvm(serve):
    server = serve()
    process = subprocess.Popen(["sleep", "100"])
    try:
        assert_refused(taproot("status", process.pid), "is no JVM", "taproot ps")
        assert process.poll() is None
    finally:
        process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # it has ended, and is left as a zombie
    assert_refused(taproot("status", process.pid), "has ended")
    process.wait()
    assert_refused(taproot("status", process.pid), f"there is no process {process.pid}")
    thread = max(int(name) for name in os.listdir(f"/proc/{server.pid}/task"))
    assert_refused(taproot("status", thread), f"thread of process {server.pid}")
    assert_refused(taproot("status", "no-such-name"), "no JVM is called", "apps.Server")
