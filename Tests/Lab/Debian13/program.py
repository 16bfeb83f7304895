"""Uses libfeedback by introspection."""

import gi

gi.require_version("Lfb", "0.0")
from gi.repository import Gio, GLib, Lfb  # noqa: E402


def play(name, timeout=-1, **properties):
    event = Lfb.Event(event=name, timeout=timeout, **properties)
    loop = GLib.MainLoop()
    event.connect("feedback-ended", lambda event: loop.quit())
    assert event.trigger_feedback()
    loop.run()
    return event.get_end_reason()


def on_triggered(event, result, loop):
    assert event.trigger_feedback_finish(result)
    assert event.get_state() == Lfb.EventState.RUNNING
    event.end_feedback_async(None, on_ended, loop)


def on_ended(event, result, loop):
    assert event.end_feedback_finish(result)
    assert event.get_state() == Lfb.EventState.ENDED
    assert event.get_end_reason() == Lfb.EventEndReason.EXPLICIT
    loop.quit()


assert Lfb.init("org.example.Python")
assert play("message-new-instant") == Lfb.EventEndReason.NATURAL
assert play("message-new-instant", important=True, app_id="org.example.Other") == Lfb.EventEndReason.NATURAL
assert play("no-such-thing") == Lfb.EventEndReason.NOT_FOUND
assert play("button-pressed", timeout=1) == Lfb.EventEndReason.EXPIRED
loop = GLib.MainLoop()
Lfb.Event(event="phone-incoming-call", timeout=0).trigger_feedback_async(None, on_triggered, loop)
loop.run()
try:
    Lfb.Event(event="").trigger_feedback()
    raise SystemExit("an event without a name was accepted")
except GLib.Error as error:
    assert error.matches(Gio.dbus_error_quark(), Gio.DBusError.INVALID_ARGS), error
assert Lfb.get_feedback_profile() == "full"
Lfb.uninit()
print("done")
