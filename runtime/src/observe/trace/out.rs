//! The bytes of one thread on their way into a trace: they are collected and go to the file in
//! portions, as a region may have a million events. Several threads write one region, each with an
//! [`Out`] of its own; what goes to the file at once are whole events.

use std::cell::Cell;
use std::io::Write;

use crate::observe::limited::within_limits;
use crate::sync::{Mutex, lock};

/// Bytes that are collected before they go to the file, if it is free: they stay in the cache.
const FULL: usize = 64 << 10;

/// After so many more bytes it is tried again, and at last waited for.
const AGAIN: usize = 16 << 10;
const TOO_FULL: usize = 4 << 20;

/// A thread keeps as large a buffer at most.
const TOO_LARGE: usize = 1 << 20;

thread_local! {
    /// The thread's buffer, empty, while it does not write: fresh memory for each region would cost
    /// as much as to copy what is written.
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// See the module's text.
pub(super) struct Out<'f, F: Write> {
    /// What is not in the file yet.
    pub(super) bytes: Vec<u8>,
    file: &'f Mutex<F>,
    /// So many bytes are collected before they go to the file.
    room: usize,
    /// Bytes that went to the file.
    written: u64,
    /// What the file said first; nothing is written from then on.
    failed: Option<std::io::Error>,
}

impl<'f, F: Write> Out<'f, F> {
    pub(super) fn new(file: &'f Mutex<F>) -> Self {
        Out {
            // A thread at its very end has none.
            bytes: SPARE.try_with(Cell::take).unwrap_or_default(),
            file,
            room: FULL,
            written: 0,
            failed: None,
        }
    }

    /// Says that an event ends here or another one begins.
    #[inline]
    pub(super) fn between_events(&mut self) {
        if self.bytes.len() >= self.room {
            self.flush_soon();
        }
    }

    /// Writes what is left; how much was written in all.
    pub(super) fn finish(mut self) -> std::io::Result<u64> {
        self.flush();
        if self.bytes.capacity() <= TOO_LARGE {
            let _ = SPARE.try_with(|spare| spare.set(self.bytes));
        }
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.written),
        }
    }

    fn flush(&mut self) {
        let mut file = lock(self.file);
        self.failed = self
            .failed
            .take()
            .or_else(|| within_limits(|| file.write_all(&self.bytes)).err());
        drop(file);
        self.emptied();
    }

    fn emptied(&mut self) {
        self.written += self.bytes.len() as u64;
        self.bytes.clear();
        self.room = FULL;
    }

    /// There are many bytes: they go to the file unless another thread writes to it.
    #[cold]
    fn flush_soon(&mut self) {
        if self.bytes.len() >= TOO_FULL || self.failed.is_some() {
            return self.flush();
        }
        let Ok(mut file) = self.file.try_lock() else {
            self.room = self.bytes.len() + AGAIN;
            return;
        };
        self.failed = within_limits(|| file.write_all(&self.bytes)).err();
        drop(file);
        self.emptied();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(out: &mut Out<'_, impl Write>, length: usize) {
        out.between_events();
        out.bytes.resize(out.bytes.len() + length, b'x');
    }

    #[test]
    fn bytes_reach_the_file_in_portions_and_stop_when_it_fails() {
        /// Takes so many bytes.
        struct Disk(usize, usize);
        impl Write for Disk {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                self.1 += 1;
                let taken = bytes.len().min(self.0);
                self.0 -= taken;
                match taken {
                    0 => Err(std::io::Error::other("full")),
                    _ => Ok(taken),
                }
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let fill = |disk: &Mutex<Disk>| {
            let mut out = Out::new(disk);
            (0..1000).for_each(|_| event(&mut out, 1000));
            out.finish()
        };
        let disk = Mutex::new(Disk(usize::MAX, 0));
        assert_eq!(fill(&disk).unwrap(), 1_000_000);
        let writes = lock(&disk).1;
        assert!((15..18).contains(&writes), "{writes} writes");
        let disk = Mutex::new(Disk(150_000, 0));
        assert_eq!(fill(&disk).unwrap_err().to_string(), "full");
        let why = "two portions, the rest of the third, and no more";
        assert_eq!(lock(&disk).1, 4, "{why}");
    }

    #[test]
    fn nobody_waits_for_a_file_that_another_thread_writes_to() {
        let file = Mutex::new(Vec::new());
        let held = lock(&file);
        let mut out = Out::new(&file);
        // Would wait for ever if it did.
        (0..4).for_each(|_| event(&mut out, FULL));
        assert_eq!(out.written, 0);
        drop(held);
        event(&mut out, FULL);
        assert!(out.written >= 4 * FULL as u64, "{}", out.written);
        let written = out.finish().unwrap();
        assert_eq!(written, lock(&file).len() as u64);
    }
}
