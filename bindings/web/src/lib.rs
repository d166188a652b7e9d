//! The library as WebAssembly, for a page without a server.
//!
//! Requests and answers are those of `docs/protocol.md`. Call [`begin`] once. For each request, JavaScript writes its bytes to the
//! address that [`request`] returns, calls [`ask`], and reads the answer at the address that it returns, [`answer`] bytes long.
//!
//! During long computations the library calls the import `casus.enough`. If it returns 1, the answer is what was reached so far.
//!
//! A panic ends the instance. Its message is then at [`place`], [`answer`] bytes long. Start a new instance and load the last save.

use std::cell::RefCell;

struct Door {
    host: casus_belli::protocol::SessionHost,
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
    /// Returns 1 if the caller wants the computation to stop.
    safe fn enough() -> u32;
}

/// Prepares the instance: keeps the message of a panic for [`place`] and [`answer`].
#[expect(unsafe_code, reason = "a name that JavaScript finds")]
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        let _ = ANSWER.try_with(|a| a.try_borrow_mut().map(|mut a| *a = text.into_bytes()));
    }));
}

/// Returns the address for a request of `bytes` bytes. The memory can grow by this call, so take its buffer afterwards.
#[expect(unsafe_code, reason = "a name that JavaScript finds")]
#[unsafe(no_mangle)]
pub extern "C" fn request(bytes: usize) -> *mut u8 {
    DOOR.with_borrow_mut(|door| {
        door.request.clear();
        door.request.resize(bytes, 0);
        door.request.as_mut_ptr()
    })
}

/// Answers the request and returns the address of the answer.
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

/// Returns the length of the answer in bytes.
#[expect(unsafe_code, reason = "a name that JavaScript finds")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    ANSWER.with_borrow(Vec::len)
}

/// Returns the address of the answer; after a panic, of its message.
#[expect(unsafe_code, reason = "a name that JavaScript finds")]
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *const u8 {
    ANSWER.with_borrow(|a| a.as_ptr())
}
