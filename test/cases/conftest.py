"""Running a case: one small program that does the recipe and asks Taproot about the outcome."""
import re

import pytest

from harness import answers

# These collectors move objects behind the application's back, or behind pointers of their own.
NOT_FORKED = {"-XX:+UseZGC", "-XX:+UseShenandoahGC"}


def assert_only_progress(stderr):
    """Nothing, or on a slow machine how far an answer is."""
    for line in stderr.splitlines():
        assert re.fullmatch(r"\[taproot\] \w+: .*\d+ s", line), stderr


@pytest.fixture(params=["follow", "fork"])
def engine(request):
    """Every case holds for both; a test whose answer differs takes this fixture, too."""
    return request.param


@pytest.fixture
def play(start, native, engine):
    """play("A01StaticCollection") is the folder in which that program left its answers."""

    def play_one(main, *, flags=()):
        if engine == "fork" and not NOT_FORKED.isdisjoint(flags):
            pytest.skip("its heap cannot be forked")
        child = start(f"cases.{main}", "answer.json",
                      flags=[f"-Dnative={native('jni')}", f"-Dcapture={engine}", *flags])
        status = child.wait()
        assert status == 0, child.stderr
        assert child.stdout == ""  # the programs print nothing themselves
        assert_only_progress(child.stderr)
        return child.cwd

    return play_one


@pytest.fixture
def ask(play, engine):
    """ask("A01StaticCollection") is the answer in that program."""

    def ask_one(main, *, flags=()):
        answer = answers.Answer(answers.read(play(main, flags=flags) / "answer.json"))
        assert answer["capture"]["engine"] == engine
        return answer

    return ask_one


@pytest.fixture
def sizes(play):
    """sizes("S01Headers") are the sizes that the program asked for, by the names it gave them."""

    def sizes_of(main, *, flags=()):
        documents = play(main, flags=flags).glob("size-*.json")
        return {path.stem.removeprefix("size-"): answers.read(path) for path in documents}

    return sizes_of
