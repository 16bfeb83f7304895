"""The Swift enums of open sets, the opcodes, and the list of the types of queries."""

from __future__ import annotations

import textwrap

from table import RANGES, Table, comment, first_sentence

#: The longest line of Swift.
WIDTH = 120
FOLDER = "Sources/Model/HapticProtocol/Generated"
HEAD = "// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.\n"

#: The type for each open set of values: the type that it is nested in, its name, and the noun of an unknown value.
TYPES = {
    "verdict": ("", "Verdict", "verdict"),
    "reason": ("", "FinishReason", "reason"),
    "change": ("DeviceChange", "Kind", "change"),
    "importance": ("Observed", "Importance", "importance"),
    "identity": ("Observed", "IdentitySource", "identity"),
    "medium": ("Observed", "Medium", "medium"),
    "profile": ("Status", "Profile", "profile"),
    "state": ("DeviceRecord", "State", "state"),
    "driver": ("DeviceRecord", "Driver", "driver"),
    "effect": ("DeviceRecord", "EffectType", "effect"),
    "kind": ("DeviceRecord", "Kind", "kind"),
    "treatment": ("PlayingRecord", "Treatment", "treatment"),
    "playing": ("PlayingRecord", "State", "state"),
    "stage": ("StatisticsReport", "Stage", "stage"),
}

NUMBERS = {"u8": "UInt8", "u16": "UInt16", "u32": "UInt32"}


def files(contract: Table) -> dict[str, str]:
    result = {f"{FOLDER}/Opcodes.swift": _opcodes(contract), f"{FOLDER}/RequestTypes.swift": _types(contract)}
    enums: dict[str, list[str]] = {}
    for name, (outer, type_, noun) in TYPES.items():
        # SwiftPM permits no two files of one name in a module.
        lines = enums.setdefault(f"{outer}+Sets" if outer else f"{type_}s", [f"extension {outer} {{"] if outer else [])
        lines += [""] * (len(lines) > 1) + _enum(contract, name, bool(outer), type_, noun)
    for file, lines in enums.items():
        text = "\n".join(lines + ["}"] * file.endswith("+Sets")) + "\n"
        result[f"{FOLDER}/{file}.swift"] = HEAD + "\n" + text
    return result


def _enum(contract: Table, name: str, is_nested: bool, type_: str, noun: str) -> list[str]:
    values = contract.set(name)
    number = NUMBERS[values["type"]]
    lines = comment(first_sentence(values["meaning"]), "/// ") + [f"public enum {type_}: OpenSet, NamedNumber {{"]
    for value in values["values"]:
        lines += comment(first_sentence(value["meaning"]), "/// ", "  ") + [f"  case {value['name']}"]
    lines += ["  /// A value of a later version.", f"  case unknown({number})", ""]
    lines += ["  @inline(__always)", f"  var row: (number: {number}, name: String) {{", "    switch self {"]
    lines += [f'    case .{value["name"]}: ({value["value"]}, "{value["name"]}")' for value in values["values"]]
    lines += [f'    case .unknown(let number): (number, "{noun} \\(number)")', "    }", "  }", ""]
    lines += _versions(values)
    cases = [f".{value['name']}" for value in values["values"]]
    lines += _list(f"public static let allCases: [{type_}] =", cases, WIDTH - 2 * is_nested) + ["}"]
    return ["  " * is_nested + line if line else "" for line in lines]


def _list(head: str, items: list[str], width: int = WIDTH) -> list[str]:
    """A constant with a literal of several items, in as few lines as possible."""
    line = f"  {head} [{', '.join(items)}]"
    if len(line) <= width:
        return [line]
    # Spaces within an item do not break a line.
    rows = textwrap.wrap(", ".join(item.replace(" ", "\0") for item in items) + ",", width - 4)
    return [f"  {head} ["] + ["    " + row.replace("\0", " ") for row in rows] + ["  ]"]


def _versions(values: dict) -> list[str]:
    """The values for clients of earlier versions, if not all are of version 1."""
    later = [value for value in values["values"] if value["since"] > 1]
    if not later:
        return []
    lines = ["  func value(for version: UInt16) -> Self {", "    switch self {"]
    lines += [
        f"    case .{value['name']} where version < {value['since']}: Self.{value['before']}.value(for: version)"
        for value in later
    ]
    return lines + ["    default: self", "    }", "  }", ""]


def _opcodes(contract: Table) -> str:
    lines = comment("The type of a packet: the first two bytes of its header.", "/// ")
    lines += ["///"] + comment(
        "An open set: a daemon answers `unsupported` to a request of a later version, and a client ignores an unknown "
        "event. The ranges never change.", "/// ")
    lines += ["public struct Opcode: RawRepresentable, Hashable, Sendable {", "  public var rawValue: UInt16", ""]
    lines += ["  public init(rawValue: UInt16) { self.rawValue = rawValue }"]
    for kind, (first, last) in RANGES.items():
        noun = {"request": "Requests", "event": "Events", "reply": "Replies"}[kind]
        lines += ["", f"  // {noun}: 0x{first:04x}...0x{last:04x}."]
        lines += [
            f"  public static let {constant(contract, packet)} = Opcode(rawValue: {packet['opcode']})"
            for packet in contract.packets if packet["kind"] == kind
        ]
    lines += ["}", "", "extension Opcode {"]
    lines += ["  /// The names in hapticd-protocol(7)."]
    lines += _list("static let names: [Opcode: String] =", [
        f'.{constant(contract, packet)}: "{packet["name"]}{" reply" if packet["kind"] == "reply" else ""}"'
        for packet in contract.packets
    ])
    lines += ["", "  /// The version of the protocol since which the packet exists."]
    later = [packet for packet in contract.packets if packet["since"] > 1]
    if later:
        lines += ["  package var since: UInt16 {", "    switch self {"]
        lines += [f"    case .{constant(contract, packet)}: {packet['since']}" for packet in later]
        lines += ["    default: 1", "    }", "  }"]
    else:
        lines += ["  package var since: UInt16 { 1 }"]
    return HEAD + "\n" + "\n".join(lines) + "\n}\n"


def _types(contract: Table) -> str:
    text = HEAD + "\n/// The types of all queries, in the order of their opcodes.\npackage let queries: [any Query.Type] = [\n"
    return text + "".join(f"  {name[0].upper()}{name[1:]}Query.self,\n" for name in contract.queries()) + "]\n"


def constant(contract: Table, packet: dict) -> str:
    """The name of the constant of an opcode."""
    name = packet["name"]
    if packet["kind"] == "reply":
        return name + "Reply"
    isTaken = packet["kind"] == "event" and any(
        one["name"] == name and one["kind"] == "request" for one in contract.packets)
    return name + "Event" if isTaken else name
