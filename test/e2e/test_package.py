"""What `make install` and `make package` bring to another machine."""
import os
import re
import shutil
import subprocess
import tarfile

import pytest

from harness import dist
from harness.jvm import PATIENCE

BUILD = dist.TOOLS.parent
VERSION = (dist.PROJECT / "VERSION").read_text().strip()
ALWAYS = {"bin/taproot", "lib/libtaproot.so", "share/man/man1/taproot.1",
          "share/bash-completion/completions/taproot", "share/doc/taproot/copyright",
          "share/doc/taproot/THIRD_PARTY.md", "share/doc/taproot/licenses/cli11.txt",
          "share/java/taproot-api.jar", "share/java/taproot-junit.jar"}


def run(*command, **how):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=3 * PATIENCE, **how)
    assert done.returncode == 0, done.stdout
    return done.stdout


def files_under(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packages")
    run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder,
        "-D", f"CPACK_PACKAGE_DIRECTORY={folder}", cwd=BUILD)
    return folder


def assert_works(program):
    assert run(program, "--version") == f"taproot {VERSION}\n"
    # Its library is found beside it, wherever that is.
    said = subprocess.run([program, "ps"], stdout=subprocess.PIPE, timeout=PATIENCE)
    assert said.returncode == 0 and said.stdout.startswith(b"PID") or b" PID" in said.stdout


def test_the_version_is_in_one_place():
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)
    for pom in (dist.PROJECT / "java-harness").glob("**/pom.xml"):
        text = pom.read_text()
        own = re.search(r"<artifactId>taproot-\w+</artifactId>\s*<version>([^<]+)</version>", text)
        assert own and own.group(1) == VERSION, pom


def test_make_install_takes_prefix_and_destdir(tmp_path):
    for component in ("Unspecified", "jars", "local"):
        run("cmake", "--install", BUILD, "--prefix", "/opt/tools", "--component", component,
            env={**os.environ, "DESTDIR": str(tmp_path)})
    installed = files_under(tmp_path / "opt/tools")
    assert ALWAYS <= installed
    assert "share/zsh/site-functions/_taproot" in installed
    assert not [name for name in installed if name.endswith(".debug")]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["opt"]
    assert_works(tmp_path / "opt/tools/bin/taproot")
    makefile = (dist.PROJECT / "Makefile").read_text()
    assert "for component in Unspecified jars local;" in makefile


def test_the_archive_can_be_unpacked_anywhere(packages, tmp_path):
    (archive,) = packages.glob("*.tar.gz")
    assert archive.name == f"taproot-{VERSION}-linux-{os.uname().machine}.tar.gz"
    with tarfile.open(archive) as tar:
        assert {member.name.split("/")[0] for member in tar} == {archive.name[:-len(".tar.gz")]}
        tar.extractall(tmp_path)
    unpacked = tmp_path / archive.name[:-len(".tar.gz")]
    assert ALWAYS <= files_under(unpacked)
    assert not list(unpacked.rglob("*.debug"))
    assert_works(unpacked / "bin/taproot")


def test_the_debian_package_says_what_it_needs(packages, tmp_path):
    (package,) = packages.glob("*.deb")
    fields = dict(re.findall(r"^ ?(\S+): (.*)$", run("dpkg-deb", "--info", package), re.MULTILINE))
    assert (fields["Package"], fields["Version"]) == ("taproot", VERSION)
    assert package.name == f"taproot_{VERSION}_{fields['Architecture']}.deb"
    assert re.fullmatch(r"libc6 \(>= 2\.\d+\)", fields["Depends"])  # and nothing else
    assert fields["Description"].startswith("tells what keeps")
    run("dpkg-deb", "--extract", package, tmp_path)
    unpacked = files_under(tmp_path / "usr")
    assert ALWAYS <= unpacked
    assert "share/zsh/vendor-completions/_taproot" in unpacked
    owners = run("dpkg-deb", "--contents", package)
    assert all(" root/root " in line for line in owners.splitlines())
    assert_works(tmp_path / "usr/bin/taproot")


def test_an_installed_program_asks_a_jvm(packages, tmp_path, serve):
    (package,) = packages.glob("*.deb")
    run("dpkg-deb", "--extract", package, tmp_path / "root")
    server = serve()
    out = run(tmp_path / "root/usr/bin/taproot", "status", server.pid)
    assert f"library: {tmp_path}/root/usr/lib/libtaproot.so" in out


def test_the_manual_page_has_no_mistake_that_groff_would_tell():
    groff = shutil.which("groff")
    assert groff, "the tests need groff; scripts/setup installs it"
    page = dist.DIST / "share/man/man1/taproot.1"
    made = subprocess.run([groff, "-man", "-Tutf8", "-ww", page], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
    assert (made.returncode, made.stderr) == (0, "")
    shown = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", made.stdout)
    program = subprocess.run([dist.DIST / "bin/taproot", "--help"], stdout=subprocess.PIPE,
                             text=True, timeout=PATIENCE).stdout
    for name in re.findall(r"^  ([a-z]+)  +\w", program, re.MULTILINE):
        assert re.search(rf"^ +{name}\b", shown, re.MULTILINE), name
    assert "--fail-on-leak" in shown and "130" in shown
    assert page.read_text() == subprocess.run(
        [dist.DIST / "bin/taproot", "man"], stdout=subprocess.PIPE, text=True).stdout
