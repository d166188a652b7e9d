//! The hall of games in a browser: glue, and nothing else.
//!
//! JavaScript writes a request into the place that [`request`] gives, calls [`ask`], and reads the answer at the place that this
//! gives, [`answer`] bytes long. On the way through what takes long, `casus.enough` is asked whether to stop: what was reached by then
//! is the answer. Requests and answers are those of `docs/protocol.md`. A panic ends the instance: what it was about
//! is then the answer, and whoever asked begins a new instance with his last save.

use std::cell::RefCell;

struct Door {
    host: casus_belli::core::protocol::SessionHost,
    request: Vec<u8>,
}

thread_local! {
    static DOOR: RefCell<Door> = RefCell::new(Door {
        host: casus_belli::host(),
        request: Vec::new(),
    });
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[expect(unsafe_code, reason = "a name that JavaScript gives")]
#[link(wasm_import_module = "casus")]
unsafe extern "C" {
    /// Whether whoever asks wants no more: 1 if so.
    safe fn enough() -> u32;
}

/// Remembers what a panic was about.
#[expect(unsafe_code, reason = "a name that JavaScript finds")]
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        let _ = ANSWER.try_with(|a| a.try_borrow_mut().map(|mut a| *a = text.into_bytes()));
    }));
}

/// The place for a request of so many bytes.
#[expect(unsafe_code, reason = "a name that JavaScript finds")]
#[unsafe(no_mangle)]
pub extern "C" fn request(bytes: usize) -> *mut u8 {
    DOOR.with_borrow_mut(|door| {
        door.request.clear();
        door.request.resize(bytes, 0);
        door.request.as_mut_ptr()
    })
}

/// Answers the request; the place of the answer.
#[expect(unsafe_code, reason = "a name that JavaScript finds")]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> *const u8 {
    let answer = DOOR.with_borrow_mut(|door| {
        let text = String::from_utf8_lossy(&door.request).into_owned();
        door.host.ask_until(&text, &|| enough() != 0)
    });
    ANSWER.with_borrow_mut(|place| {
        *place = answer.into_bytes();
        place.as_ptr()
    })
}

/// How many bytes the answer has.
#[expect(unsafe_code, reason = "a name that JavaScript finds")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    ANSWER.with_borrow(Vec::len)
}

/// Where the answer stands: what a panic was about, after one.
#[expect(unsafe_code, reason = "a name that JavaScript finds")]
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *const u8 {
    ANSWER.with_borrow(|a| a.as_ptr())
}
