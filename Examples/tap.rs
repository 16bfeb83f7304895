// Plays a tap in Rust and prints whether it is felt.
// Build: rustc --edition 2021 tap.rs -l haptic
// `bindgen haptic.h` writes all of the declarations below; these are the ones that this program needs.
use std::cell::Cell;
use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_double, c_int, c_ulong, c_void};
use std::rc::Rc;

#[repr(C)]
struct Client {
    _private: [u8; 0],
}

/// The beginning of struct haptic_event. Later versions add members at its end.
#[repr(C)]
struct Event {
    size: usize,
    kind: c_int,
    error: c_int,
    verdict: c_int,
    request: c_int,
}

const EVENT_DISCONNECTED: c_int = 2;
const EVENT_VERDICT: c_int = 3;
const REQUEST_PLAY: c_int = 4;
const VERDICT_PLAYED: c_int = 0;

#[repr(C)]
struct PollEntry {
    fd: c_int,
    events: i16,
    returned: i16,
}
const POLLIN: i16 = 1;

type Handler = extern "C" fn(*mut Client, *const Event, *mut c_void);

extern "C" {
    fn haptic_open(application: *const c_char) -> *mut Client;
    fn haptic_close(client: *mut Client);
    fn haptic_set_handler(client: *mut Client, handler: Option<Handler>, context: *mut c_void) -> c_int;
    fn haptic_request_verdicts(client: *mut Client, enabled: c_int) -> c_int;
    fn haptic_play(client: *mut Client, name: *const c_char, intensity: c_double) -> c_int;
    fn haptic_fd(client: *mut Client) -> c_int;
    fn haptic_dispatch(client: *mut Client) -> c_int;
    fn haptic_strerror(error: c_int) -> *const c_char;
    fn haptic_verdict_name(verdict: c_int) -> *const c_char;
    fn poll(entries: *mut PollEntry, count: c_ulong, milliseconds: c_int) -> c_int;
}

/// The result of a play, once it is known.
type Outcome = Cell<Option<Result<(), String>>>;

/// A client, which is closed at the end of its scope, with the outcome of its play.
struct Haptics {
    client: *mut Client,
    outcome: Rc<Outcome>,
}

/// Copies a text of the library, such as the name of a verdict.
fn text(bytes: *const c_char) -> String {
    unsafe { CStr::from_ptr(bytes) }.to_string_lossy().into_owned()
}

extern "C" fn received(_client: *mut Client, event: *const Event, context: *mut c_void) {
    let event = unsafe { &*event };
    let outcome = unsafe { &*(context as *const Outcome) };
    // Numbers, not a Rust enum: a later daemon may send a verdict that is unknown today.
    if event.kind == EVENT_VERDICT && event.request == REQUEST_PLAY {
        let refusal = Err(text(unsafe { haptic_verdict_name(event.verdict) }));
        outcome.set(Some(if event.verdict == VERDICT_PLAYED { Ok(()) } else { refusal }));
    } else if event.kind == EVENT_DISCONNECTED {
        outcome.set(Some(Err(text(unsafe { haptic_strerror(event.error) }))));
    }
}

impl Haptics {
    fn open(application: &str) -> Option<Haptics> {
        let application = CString::new(application).ok()?;
        let client = unsafe { haptic_open(application.as_ptr()) };
        if client.is_null() {
            return None;
        }
        let outcome = Rc::new(Cell::new(None));
        unsafe {
            haptic_set_handler(client, Some(received), Rc::as_ptr(&outcome) as *mut c_void);
            haptic_request_verdicts(client, 1);
        }
        Some(Haptics { client, outcome })
    }

    /// Plays a feedback, and waits for the daemon's verdict.
    fn play(&self, name: &str) -> Result<(), String> {
        let name = CString::new(name).map_err(|error| error.to_string())?;
        let error = unsafe { haptic_play(self.client, name.as_ptr(), 1.0) };
        if error < 0 {
            return Err(text(unsafe { haptic_strerror(error) }));
        }
        let mut entry = PollEntry { fd: unsafe { haptic_fd(self.client) }, events: POLLIN, returned: 0 };
        while unsafe { poll(&mut entry, 1, 5000) } > 0 {
            unsafe { haptic_dispatch(self.client) };
            if let Some(result) = self.outcome.take() {
                return result;
            }
        }
        Err("no reply".to_string())
    }
}

impl Drop for Haptics {
    fn drop(&mut self) {
        unsafe { haptic_close(self.client) };
    }
}

fn main() {
    let haptics = Haptics::open("org.example.Rust").expect("no memory");
    match haptics.play("impact.medium") {
        Ok(()) => println!("played"),
        Err(reason) => {
            println!("not played: {reason}");
            std::process::exit(1)
        }
    }
    // Playbacks end with their client.
    std::thread::sleep(std::time::Duration::from_millis(200));
}
