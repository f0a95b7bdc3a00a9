"""Moments at which an agent in somebody's JVM could hang it, crash it or say a wrong number."""
import pytest

from harness import answers
from harness.jvm import agent_flag

COLLECTORS = ["Serial", "Parallel", "G1", "Z", "Shenandoah"]


@pytest.mark.parametrize("collector", COLLECTORS)
def test_a_dump_at_exit_ends_with_every_collector(start, jdk, collector):
    """Concurrent collectors have ended by then: whoever asks them for a collection waits for ever."""
    if not jdk.has_collector(collector):
        pytest.skip(f"this JDK has no {collector}")
    program = start("apps.Leaving", flags=[f"-XX:+Use{collector}GC",
                                           agent_flag("dump=exit,delay=0s,output=dump.json")])
    assert program.wait() == 0, program.stderr
    verdicts = answers.Answer(answers.read(program.cwd / "dump.json")).verdicts()
    assert verdicts["stays"] == "strongly-reachable"
    assert verdicts.get("goes") in (None, "collected")


@pytest.mark.parametrize("options", ["identity=tags", "identity=address", "identity=tags,enter=classes"])
def test_a_class_may_stand_beside_its_instances(start, options):
    program = start("apps.MirrorsAmongInputs", options)
    assert program.wait() == 0, program.stderr
    size = answers.parse(program.stdout)["size"]
    assert size["objects"] >= 3 and size["deepBytes"] > size["shallowBytes"]


def test_frames_of_virtual_threads_have_sizes_of_their_own(start, jdk):
    if jdk.feature < 21:
        pytest.skip("no virtual threads in this version")
    program = start("apps.Parked")
    assert program.wait() == 0, program.stderr
    row = answers.Answer(answers.parse(program.stdout)).histogram_row("jdk.internal.vm.StackChunk")
    assert row["instances"] >= 40
    # Frames of 20 to 800 calls: far more than so many of the smallest.
    assert row["shallowBytes"] > 40 * 20 * 400
