"""The application does not hold still for Taproot: it allocates, collects, starts threads, asks."""
import pytest

from harness import answers

COLLECTORS = ["Serial", "Parallel", "G1", "Z", "Shenandoah"]


@pytest.mark.parametrize("collector", COLLECTORS)
def test_every_answer_of_a_busy_application_is_exact(start, jdk, collector):
    if not jdk.has_collector(collector):
        pytest.skip(f"this JDK has no {collector}")
    program = start("apps.Busy", flags=[f"-XX:+Use{collector}GC", "-Xmx128m"])
    assert program.wait() == 0, program.stderr
    assert program.stdout == "done\n" and program.stderr == ""
    watched = answers.read(program.cwd / "leaks.json")["watched"]
    assert watched["total"] == watched["collected"] + watched["leaks"]
    assert watched["leaks"] <= 2  # the last thread of each may still be on its way out
