"""Long work can be looked at and ended."""
import pytest

from harness import answers

# A command, and the phase in which to end it.
MOMENTS = {
    "at once": ("histogram", ""),
    "building": ("histogram", "building"),
    "dominators": ("dominators", "numbering"),
    "suspects": ("suspects", "dominators"),
    "leaks": ("leaks,delay=0s,watch=apps.Cancelled$Kept", "dominators"),
    "waste": ("waste", "grouping"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_work_that_is_cancelled_ends_within_a_second_and_leaves_nothing(start, moment):
    program = start("apps.Cancelled", *MOMENTS[moment], flags=["-Xmx1g"])
    assert program.wait() == 0, program.stderr
    took, outcome, flags, status = program.stdout.split("\n", 3)
    assert outcome == "cancelled"
    assert int(took.removesuffix(" ms")) < 1000
    assert flags == "true false false"
    document = answers.parse(status)["status"]
    assert document["tags"]["capture"] == 0
    assert "running" not in document and "growth" not in document
