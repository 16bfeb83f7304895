"""The pictures of docs/studio.md: a pattern with two merged taps on two motors, in both colors and at both widths."""
import shutil
import subprocess

from page import PageTest
from programs import ROOT

TAPS = [(0.02, 0.55, 0.1), (0.16, 0.75, 0.4), (0.3, 1, 0.75), (0.32, 0.6, 0.95), (0.98, 0.9, 0.6)]


def knock():
    """A text in the layout of hapticd's own files."""
    def event(time, kind, intensity, sharpness):
        return f"""    {{
      "Event": {{
        "Time": {time},
        "EventType": {kind},
        "EventParameters": [
          {{ "ParameterID": "HapticIntensity", "ParameterValue": {intensity} }},
          {{ "ParameterID": "HapticSharpness", "ParameterValue": {sharpness} }}
        ]
      }}
    }}"""
    entries = [event(time, '"HapticTransient"', *values) for time, *values in TAPS]
    entries.insert(4, event(0.48, '"HapticContinuous",\n        "EventDuration": 0.4', 0.8, 0.25))
    points = ",\n".join(f'          {{ "Time": {time}, "ParameterValue": {value} }}' for time, value in ((0, 1), (0.46, 0.3), (0.72, 1)))
    entries.append(f"""    {{
      "ParameterCurve": {{
        "ParameterID": "HapticIntensityControl",
        "Time": 0.16,
        "ParameterCurveControlPoints": [
{points}
        ]
      }}
    }}""")
    return '{\n  "Version": 1.0,\n  "Metadata": { "Project": "Knock" },\n  "Pattern": [\n' + ",\n".join(entries) + "\n  ]\n}\n"


class Pictures(PageTest):
    files = {"knock.ahap": knock(), "purr.ahap": knock(), "gravel.ahap": knock()}
    target = "knock.ahap"

    def test_pictures(self):
        self.browser.size(1600, 1000)
        self.choose_motors("lra", "pad")
        self.browser.run("desk.fit()")
        self.settle()
        self.press(".", ".", ".", ".")
        for scheme in ("light", "dark"):
            self.browser.colors(scheme)
            self.click("#tab-findings" if scheme == "light" else "#tab-text")
            self.save(f"studio-{scheme}")
        self.browser.size(360, 740, is_phone=True, scale=2)
        self.choose_motors("lra")
        self.click("#tab-table")
        for scheme in ("light", "dark"):
            self.browser.colors(scheme)
            self.settle()
            self.browser.run("scrollTo(0, arguments[0])", 0 if scheme == "light" else 560)
            self.save(f"studio-phone-{scheme}")

    def save(self, name):
        self.settle()
        file = ROOT / "docs" / f"{name}.png"
        file.write_bytes(self.browser.picture())
        if shutil.which("pngquant"):
            subprocess.run(["pngquant", "--force", "--ext", ".png", "--speed", "1", "128", str(file)], check=True)
        print(f"written: docs/{file.name}, {file.stat().st_size // 1000} kB")
