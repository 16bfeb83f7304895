"""Makes a later version of the protocol of a copy of the repository. usage: later.py COPY

Version 2 has one verdict, one kind of device, one event and one longer record more than version 1, and its daemon uses
them: a play of `warning` gets the verdict `tired` and is followed by the event `news`, the kind of a simulated device is
`pen`, and its record ends with `torque`, which is 7.
"""

import json
import pathlib
import sys

copy = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(copy / "Sources/Protocol"))
TABLE = "Sources/Protocol/protocol.json"
# The line with which a play is answered.
REPLY = "    exchange.reply(record, count: further == 0 ? 0 : UInt64(further) + 1)\n"


def change_table() -> None:
    table = json.loads((copy / TABLE).read_text())
    table["version"] = 2
    sets = {values["name"]: values["values"] for values in table["sets"]}
    sets["verdict"].append(
        {"value": len(sets["verdict"]), "name": "tired", "since": 2, "before": "coolingDown", "meaning": "It is tired."})
    sets["kind"].append({"value": len(sets["kind"]), "name": "pen", "since": 2, "before": "other", "meaning": "A pen."})
    table["packets"].append(
        {"opcode": "0x4008", "name": "news", "kind": "event", "since": 2, "size": 16, "fields": [
            {"offset": 8, "type": "u64", "name": "number", "since": 2, "meaning": "A number."}]})
    record = next(record for record in table["records"] if record["name"] == "Device record")
    record |= {"first_size": record["size"], "size": record["size"] + 8}
    record["fields"] += [
        {"offset": record["first_size"], "type": "u32", "name": "torque", "since": 2, "meaning": "The torque."},
        {"offset": record["first_size"] + 4, "type": "u8[4]", "name": "reserved"}]
    (copy / TABLE).write_text(json.dumps(table))


def edit(path: str, *changes: tuple[str, str]) -> None:
    file = copy / path
    text = file.read_text()
    for old, new in changes:
        if text.count(old) != 1:
            sys.exit(f"{__file__}: {path} has {text.count(old)} times, not once: {old.strip()}")
        text = text.replace(old, new)
    file.write_text(text)


def change_sources() -> None:
    section = '.Ss 0x4008 news, 16 bytes\n.\\" begin 0x4008 news\n.\\" end 0x4008 news\n'
    edit("man/hapticd-protocol.7", (".Sh VERSIONS\n", section + ".Sh VERSIONS\n"))
    protocol = "Sources/Model/HapticProtocol"
    edit(f"{protocol}/Limits.swift",
         ("version: UInt16 = 1", "version: UInt16 = 2"), ("deviceRecordSize = 256", "deviceRecordSize = 264"))
    edit(f"{protocol}/DeviceRecord.swift",
         ("  package var motor: MotorProperties\n", "  package var motor: MotorProperties\n  package var torque: UInt32 = 0\n"))
    edit(f"{protocol}/DeviceRecord.swift",
         ("  static let byteCount = Limits.deviceRecordSize\n",
          "  static let byteCount = Limits.deviceRecordSize\n  static let firstByteCount = 256\n"),
         ("    try packet.field(&reason, at: 192, size: 64, .reason)\n",
          "    try packet.field(&reason, at: 192, size: 64, .reason)\n    try packet.field(&torque, at: 256)\n"))
    server = "Sources/Service/HapticServer"
    edit(f"{server}/SimulatedActuator.swift",
         ("      DeviceRecord(\n        id: id,", "      var record = DeviceRecord(\n        id: id,"),
         ("let kind = DeviceRecord.Kind(model.kind)", "let kind = DeviceRecord.Kind.pen"),
         ('name: name, path: "")\n', 'name: name, path: "")\n      record.torque = 7\n      return record\n'))
    edit(f"{server}/PlayTransaction.swift",
         (REPLY, '    if feedback?.name == "warning" { record.verdict = .tired }\n' + REPLY
          + "    exchange.session.send(.event(.unknown(.news, byteCount: 16)))\n"))
    # What decides by all values decides by the later ones as by unknown ones.
    for file in copy.glob("Sources/**/*.swift"):
        text = file.read_text()
        changed = text
        changed = changed.replace("    case .unknown:\n      self.init(\"the daemon gave",
                                  "    case .tired, .unknown:\n      self.init(\"the daemon gave")
        changed = changed.replace("case .vibrator, .other, .unknown:", "case .vibrator, .other, .pen, .unknown:")
        if changed != text:
            file.write_text(changed)


change_table()
change_sources()
