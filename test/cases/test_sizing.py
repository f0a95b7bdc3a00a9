"""Sizing confusions from the field. With compressed references unless flags say otherwise."""
import pytest

MIB = 1 << 20

# What to give the JVM, from which version to which, and what then weighs how much.
LAYOUTS = {
    "default": ([], 17, 99, dict(Object=16, Integer=16, int_0=16, Object_10=56)),
    "wide references": (["-XX:-UseCompressedOops"], 17, 99,
                        dict(Object=16, Integer=16, int_0=16, Object_10=96)),
    "wide references and class pointers": (
        ["-XX:-UseCompressedOops", "-XX:-UseCompressedClassPointers"], 17, 17,
        dict(Object=16, Integer=24, int_0=24, Object_10=104)),
    "compact headers": (["-XX:+UseCompactObjectHeaders"], 25, 99,
                        dict(Object=8, Integer=16, int_0=16, Object_10=56)),
    "ZGC": (["-XX:+UseZGC"], 17, 99, dict(Object=16, Integer=16, int_0=16, Object_10=96)),
    "alignment 16": (["-XX:ObjectAlignmentInBytes=16"], 17, 99,
                     dict(Object=16, Integer=16, int_0=16, Object_10=64)),
}


def shallow(sizes):
    return {name: document["size"]["shallowBytes"] for name, document in sizes.items()
            if "size" in document}


def deep(sizes, name):
    return sizes[name]["size"]["deepBytes"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_S01_header_depends_on_flags(sizes, jdk, layout):
    flags, first, last, expected = LAYOUTS[layout]
    if not first <= jdk.feature <= last:
        pytest.skip("not this version")
    measured = shallow(sizes("S01Headers", flags=flags))
    assert {name: measured[name] for name in expected} == expected


def test_S02_array_header_under_compact_headers(sizes, jdk):
    default = shallow(sizes("S01Headers"))
    assert (default["int_1"], default["boolean_100"], default["Long"]) == (24, 120, 24)
    if jdk.feature >= 25:
        compact = shallow(sizes("S01Headers", flags=["-XX:+UseCompactObjectHeaders"]))
        assert (compact["int_1"], compact["boolean_100"], compact["Long"]) == (16, 112, 16)


def test_S03_shallow_size_of_a_string_is_not_its_deep_size(sizes):
    default = sizes("S01Headers")
    assert (shallow(default)["latin1"], deep(default, "latin1")) == (24, 48)
    assert (shallow(default)["utf16"], deep(default, "utf16")) == (24, 48)
    wide = sizes("S01Headers", flags=["-XX:-UseCompressedOops"])
    assert shallow(wide)["latin1"] == 32


@pytest.mark.later
def test_S06_array_of_references_four_bytes_wide(sizes):
    assert shallow(sizes("S01Headers"))["Object_1000"] == 4016


def test_S08_records_lambdas_and_enums_weigh_what_their_fields_weigh(sizes):
    kinds = sizes("S08Kinds")
    # Header 12, int 4, reference 4: 24; a Big of 16 with its array of 1 MiB + 16.
    expected = 24 + 16 + 16 + MIB
    assert deep(kinds, "class") == expected
    assert deep(kinds, "record") == expected
    assert deep(kinds, "lambda") == expected
    # A deep size is all that is reached, so the constant is in it; sizeDelta takes it out again.
    assert shallow(kinds)["user"] == 24
    assert deep(kinds, "user") == 24 + deep(kinds, "constant")
    delta = kinds["beyond"]["delta"]
    assert (delta["deltaBytes"], delta["deltaObjects"]) == (24, 1)
    assert delta["sharedBytes"] == deep(kinds, "constant")


def test_S10_deep_size_stops_at_classes_loaders_and_threads(sizes):
    world = sizes("S10World")
    size = world["stops"]["size"]
    # Header 12, four references: 32; a Big of 16 with its array of 1 MiB + 16.
    assert size["deepBytes"] == 32 + 16 + 16 + MIB
    assert size["objects"] == 3
    stops = size["stops"]
    assert (stops["classes"], stops["loaders"], stops["threads"]) == (1, 1, 1)
    assert world["all"]["size"]["objects"] > 1000
    assert world["all"]["size"]["deepBytes"] > size["deepBytes"] + 100_000


@pytest.mark.later
def test_S11_native_memory_behind_a_small_object(sizes):
    memory = sizes("S11NativeMemory")
    assert memory["buffer"]["size"]["nativeBytes"] == 8 * MIB
    assert deep(memory, "buffer") < 1000
    # The temporary buffer of a read of a heap buffer stays in a thread-local of its thread.
    assert memory["thread"]["size"]["nativeBytes"] >= 8 * MIB
    assert deep(memory, "deflater") < 100_000
