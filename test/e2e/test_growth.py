"""Growth over rounds: by time, by collections, and around a scenario of the program's own."""
import pytest

from harness import answers
from harness.attach import load_agent


def assert_orders_grow(document, rounds):
    growth = document["growth"]
    assert len(growth["rounds"]) == rounds
    (orders,) = [g for g in growth["growing"] if g["class"] == "apps.Growing$Order"]
    assert len(orders["objects"]) == rounds
    assert orders["objects"] == sorted(set(orders["objects"]))  # more in each round
    assert orders["objectsPerSecond"] > 0 and orders["bytesPerSecond"] > 0
    assert orders["retainedBytes"] >= orders["objects"][-1] * 1000
    assert orders["path"][0]["name"] == "static field apps.Growing.ORDERS"
    assert not any("CACHE" in g["text"] for g in growth["growing"])  # it is full
    assert growth["msToHeapLimit"] > 0


def test_what_grows_with_each_run_of_a_scenario(start):
    program = start("apps.Growing", "scenario")
    assert program.wait() == 0, program.stderr
    count, objects, retained, path, flags, refusal = program.stdout.splitlines()
    assert count == "1"
    assert objects == "[10, 20, 30, 40]"
    # An Order is 16 bytes and its array 1,016.
    assert int(retained) == 40 * (16 + 1016)
    assert path.startswith("static field apps.Growing.ORDERS")
    assert flags == "true 4"
    assert refusal == ("growth is being measured already, 4 of 5 rounds; `cancel` ends that")


@pytest.mark.parametrize("every", ["1s", "gc"])
def test_what_grows_in_time_for_a_caller_who_waits(start, every):
    flags = ["-Xmx64m"] if every == "gc" else ["-Xmx256m"]
    program = start("apps.Growing", "ask", f"growth,rounds=4,every={every}", flags=flags)
    assert program.wait() == 0, program.stderr
    assert_orders_grow(answers.parse(program.stdout), 4)


def test_who_attaches_is_not_kept_waiting_and_finds_the_answer_in_the_file(start):
    program = start("apps.Growing", "serve", flags=["-Xmx256m"])
    program.await_line("ready")
    reply = load_agent(program, "growth,rounds=3,every=1s,format=json,output=growth.json")
    assert reply.return_code == 0, reply.output
    assert not (program.cwd / "growth.json").exists()
    # Others are answered in between, and see what is going on.
    status = load_agent(program, "status,format=json,output=status.json")
    assert status.return_code == 0, status.output
    going_on = answers.read(program.cwd / "status.json")["status"]["growth"]
    assert going_on["rounds"] == 3 and going_on["roundsDone"] <= 2
    assert going_on["output"].endswith("growth.json")
    again = load_agent(program, "growth,rounds=3,every=1s,output=other.json")
    assert again.return_code == -1
    assert "growth is being measured already" in program.stderr

    assert_orders_grow(answers.read(program.await_file("growth.json")), 3)
    assert "growth written to" in program.stderr


def test_growth_in_the_background_can_be_cancelled(start):
    program = start("apps.Growing", "serve", flags=["-Xmx256m"])
    program.await_line("ready")
    assert load_agent(program, "growth,rounds=50,every=1s,output=growth.json").return_code == 0
    assert load_agent(program, "cancel").return_code == 0
    program.await_stderr("growth: cancelled")
    assert not (program.cwd / "growth.json").exists()
    assert load_agent(program, "cancel").return_code == -1
    assert "there is nothing to cancel" in program.stderr
