"""The rules of the table of the protocol: one bad table for each rule, and what comes of a small table."""

from __future__ import annotations

import copy
import pathlib
import sys
import unittest

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources/Protocol"
sys.path.insert(0, str(SOURCES))

import manual  # noqa: E402
import swift  # noqa: E402
from table import Table, load, plain, upper  # noqa: E402

SMALL = {
    "version": 1,
    "packets": [
        {"opcode": "0x0001", "name": "ask", "kind": "request", "since": 1, "size": 16, "fields": [
            {"offset": 8, "type": "u32", "name": "number", "since": 1, "meaning": "A number."},
            {"offset": 12, "type": "u8[4]", "name": "reserved"},
        ]},
        {"opcode": "0x8001", "name": "answer", "kind": "reply", "since": 1, "size": 16, "record": "Part", "fields": [
            {"offset": 8, "type": "u32", "name": "count", "since": 1, "meaning": "The number of parts."},
            {"offset": 12, "type": "u32", "name": "record", "since": 1, "meaning": "The size of a part."},
            {"offset": 16, "type": "record[n]", "name": "parts", "since": 1, "meaning": "The parts, see {RECORDS}."},
        ]},
    ],
    "records": [
        {"name": "Part", "since": 1, "size": 2, "fields": [
            {"offset": 0, "type": "u8", "name": "kind", "since": 1, "set": "kind", "meaning": "The _kind_ of *ask*."},
            {"offset": 1, "type": "u8", "name": "reserved"},
        ]},
    ],
    "sets": [
        {"name": "kind", "title": "Kind", "meaning": "A kind.", "form": "values", "open": True, "type": "u8", "values": [
            {"value": 0, "name": "other", "since": 1, "meaning": "Another kind."},
            {"value": 1, "name": "round", "since": 1, "meaning": "A round part."},
        ]},
    ],
    "limits": [],
}


def changed(*path, **members) -> Table:
    """The small table with other members of one of its parts."""
    data = copy.deepcopy(SMALL)
    part = data
    for step in path:
        part = part[step]
    part.update(members)
    return Table(data)


class Rules(unittest.TestCase):
    def test_the_small_and_the_present_table_break_no_rule(self):
        self.assertEqual(Table(SMALL).problems(), [])
        self.assertEqual(load(SOURCES / "protocol.json").problems(), [])

    def test_an_empty_table_breaks_no_rule(self):
        empty = {"version": 1, "packets": [], "records": [], "sets": [], "limits": []}
        self.assertEqual(Table(empty).problems(), [])

    def test_each_bad_table_breaks_one_rule(self):
        field, value, opcode = ("packets", 0, "fields", 0), ("sets", 0, "values", 1), ("packets", 1)
        bad = [
            (changed(*field, offset=9), "0x0001 ask, number: the offset is 9, and the field before it ends at 8"),
            (changed(*field, since=2), "0x0001 ask, number: since is not a version from 1 to 1"),
            (changed(*field, meaning=""), "0x0001 ask, number: it has no meaning"),
            (changed(*field, set="colour"), "0x0001 ask, number: there is no set colour"),
            (changed("packets", 0, size=12), "0x0001 ask: the size is 12, and the fields end at 16"),
            (changed("packets", 0, opcode="0x4000"), "0x4000 ask is not in the range of a request"),
            (changed(*opcode, opcode="0x0001", kind="request"), "opcode 0x0001 is used twice"),
            (changed(*value, value=0), "kind: the number 0 is used twice"),
            (changed(*value, name="other"), "kind: the name other is used twice"),
            (changed(*value, name="unknown"), "kind unknown: a name is a lower camel case word, and not 'unknown'"),
            (changed(*value, value=256), "kind round: 256 does not fit in u8"),
            (changed(*value, since=3), "kind round: since is not a version from 1 to 1"),
            (changed(*value, meaning=""), "kind round: it has no meaning"),
            (changed("sets", 0, form="bits"), "kind other: 0 is not one bit"),
            (changed("records", 0, first_size=3), "Part: first_size is not a size up to 2"),
            (changed("records", 0, "fields", 1, name="kind", since=1, meaning="Again."), "Part: there are two fields kind"),
        ]
        for table, expected in bad:
            self.assertEqual(table.problems(), [expected])

    def test_a_later_value_needs_the_value_for_earlier_clients(self):
        later = {"value": 2, "name": "square", "since": 2, "meaning": "A square part."}
        data = copy.deepcopy(SMALL)
        data["version"] = 2
        data["sets"][0]["values"].append(later)
        problem = "kind square: a later value needs 'before', the value for clients of earlier versions"
        self.assertEqual(Table(data).problems(), [problem])
        later["before"] = "other"
        self.assertEqual(Table(data).problems(), [])


class Promises(unittest.TestCase):
    def test_a_table_keeps_its_own_promises(self):
        self.assertEqual(Table(SMALL).broken_promises(Table(SMALL)), [])

    def test_what_is_added_breaks_no_promise(self):
        data = copy.deepcopy(SMALL)
        data["version"] = 2
        data["packets"].append({"opcode": "0x4001", "name": "news", "kind": "event", "since": 2, "size": 8, "fields": []})
        data["records"][0] |= {"size": 3, "first_size": 2}
        data["records"][0]["fields"].append(
            {"offset": 2, "type": "u8", "name": "colour", "since": 2, "meaning": "The colour."})
        data["sets"][0]["values"].append(
            {"value": 2, "name": "square", "since": 2, "before": "other", "meaning": "A square part."})
        data["packets"][0]["fields"][0]["meaning"] = "Another text."
        self.assertEqual(Table(data).problems(), [])
        self.assertEqual(Table(data).broken_promises(Table(SMALL)), [])

    def test_each_broken_promise_is_named(self):
        moved = "0x0001 ask: the field number has another place, type, unit, set or version"
        broken = [
            (changed("packets", 0, opcode="0x0002"), "0x0001 ask is gone"),
            (changed("packets", 0, size=20), "0x0001 ask has another size; a changed layout gets a new opcode"),
            (changed("packets", 0, "fields", 0, offset=12), moved),
            (changed("packets", 0, "fields", 0, type="u16"), moved),
            (changed("packets", 0, "fields", 0, unit="ns"), moved),
            (changed("packets", 0, "fields", 0, since=2), moved),
            (changed("packets", 0, "fields", 0, name="amount"), "0x0001 ask: the field number is gone"),
            (changed("records", 0, size=3), "Part had 2 bytes at first; give it this first_size"),
            (changed("records", 0, name="Piece"), "Part is gone"),
            (changed("sets", 0, name="sort"), "the set kind is gone"),
            (changed("sets", 0, type="u16"), "the set kind has another type or form"),
            (changed("sets", 0, open=False), "the set kind was open"),
            (changed("sets", 0, "values", 1, name="circular"), "kind 1 was round since 1"),
            (changed("sets", 0, "values", 1, value=2), "kind round is gone"),
        ]
        for table, expected in broken:
            self.assertEqual(table.broken_promises(Table(SMALL)), [expected])


class Texts(unittest.TestCase):
    def test_marks_become_macros(self):
        text = "After *stop*, *play* and _at_ (see `SO_PEERCRED` in unix(7)). Values from {LIMITS}; such as `\"60%\"`."
        self.assertEqual(manual.mdoc(text), [
            "After", ".Sy stop , play", "and", ".Em at", "(see", ".Dv SO_PEERCRED", "in", ".Xr unix 7 ) .",
            "Values from", ".Sx LIMITS ;", "such as", ".Ql \\(dq60%\\(dq .",
        ])

    def test_marks_are_left_out_of_comments(self):
        self.assertEqual(plain("After *stop* and _at_, see `x` in unix(7)."), "After stop and at, see x in unix(7).")

    def test_constants_are_upper_case_words(self):
        self.assertEqual(upper("noActuator"), "NO_ACTUATOR")
        self.assertEqual(upper("loop-end"), "LOOP_END")


class Outputs(unittest.TestCase):
    def test_a_value_of_a_later_version_has_one_for_earlier_clients(self):
        data = load(SOURCES / "protocol.json").data
        data["version"] = 2
        verdicts = next(values for values in data["sets"] if values["name"] == "verdict")
        verdicts["values"].append(
            {"value": 27, "name": "tired", "since": 2, "before": "coolingDown", "meaning": "The motor is tired."})
        files = swift.files(Table(data))
        text = files["Sources/Model/HapticProtocol/Generated/Verdicts.swift"]
        for line in ["  case tired", '    case .tired: (27, "tired")',
                     "    case .tired where version < 2: Self.coolingDown.value(for: version)"]:
            self.assertIn(line + "\n", text)


if __name__ == "__main__":
    unittest.main()
