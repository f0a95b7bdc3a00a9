"""What the README shows is what comes."""
import os
import re
import subprocess

import pytest

from harness import console, dist
from harness.demo_server import DemoServer
from harness.jdks import quiet_environment
from harness.jvm import PATIENCE

README = (dist.PROJECT / "README.md").read_text(encoding="utf-8")
VERBS = sorted((dist.PROJECT / "docs" / "verbs").glob("*.md"))


@pytest.fixture(scope="module")
def demo(jdk, tmp_path_factory):
    with DemoServer(jdk, tmp_path_factory.mktemp(f"demo-{jdk.name}")) as server:
        yield server


@pytest.fixture
def shell(demo, tmp_path):
    """Runs a line of a session: what it prints, and its exit code. Another demo may be running on this machine, so
    the process is named by its id."""
    environment = {**quiet_environment(), "PATH": f"{dist.DIST}/bin:{os.environ['PATH']}"}

    def run(line):
        line = re.sub(r"\b(taproot-demo|4711)\b", str(demo.pid), line)
        done = subprocess.run(["bash", "-c", line], cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE)
        return done.stdout, done.returncode

    return run


def test_the_session_of_the_readme_prints_what_it_shows(shell):
    (session,) = console.sessions(README)
    for step in session:
        out, status = shell(step.command)
        assert status == 0, f"{step.command}: {out}"
        difference = console.difference(step.output, out.splitlines())
        assert difference is None, f"{step.command}: {difference}\n{out}"


@pytest.mark.parametrize("page", VERBS, ids=lambda page: page.stem)
def test_the_commands_on_the_page_of_a_verb_do_what_it_says(shell, page):
    sessions = console.sessions(page.read_text(encoding="utf-8"))
    assert sessions, f"{page.name} shows no command"
    for session in sessions:
        for step in session:
            out, status = shell(step.command)
            assert status == 0, f"{step.command}: {out}"
            # What a verb finds differs from JDK to JDK; what kind of answer it is does not.
            assert console.shape(out.splitlines()[0]) == console.shape(step.output[0]), step.command


def test_every_verb_has_a_page_with_the_help_that_the_command_gives(jdk):
    taproot = dist.DIST / "bin" / "taproot"
    listed = subprocess.run([taproot, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    commands = re.findall(r"^  ([a-z]+) {2,}", listed.partition("Commands:")[2].partition("\n\n")[0], re.MULTILINE)
    about_the_agent = {"ps", "start", "watch", "unwatch", "status", "cancel", "stop", "completion", "man"}
    assert {page.stem for page in VERBS} == set(commands) - about_the_agent
    for page in VERBS:
        shown = re.search(r"^\$ taproot \w+ --help\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        given = subprocess.run([taproot, page.stem, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
        assert shown and shown.group(1).rstrip() == given.rstrip(), f"{page.name} and `taproot {page.stem} --help` differ"
