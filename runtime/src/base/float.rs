//! How floating-point numbers are computed: tasks compute as the thread does that begins their region.
//!
//! Rounding, numbers too small to be normal, and traps are set per thread (`fesetround`). A region notes what
//! is set where it begins. PPUs are as a program is when it starts; while some region is otherwise, whoever
//! runs a body sets what that body's region has, and resets it behind. While none is, as a rule, nobody looks.

use crate::sync::{Ordering, PlainUsize};

/// What is set, without the record of what has occurred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mode(u32);

/// Of a scope.
pub(crate) struct ModeCell(PlainUsize);

/// Sets another mode again when it is dropped.
pub(crate) struct Before(Option<Mode>);

#[cfg(all(target_arch = "x86_64", not(any(hp5_loom, hp5_shuttle, miri))))]
mod registers {
    use std::arch::asm;

    /// The lower bits are what has occurred.
    const OCCURRED: u32 = 0x3F;

    /// As a program starts: `mxcsr`, and above it the control word of the x87.
    pub(super) const USUAL: u32 = 0x1F80 | 0x037F << 16;

    fn mxcsr() -> u32 {
        let mut value = 0_u32;
        // SAFETY: it writes the four bytes.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut value, options(nostack, preserves_flags)) };
        value
    }

    pub(super) fn get() -> u32 {
        let mut word = 0_u16;
        // SAFETY: it writes the two bytes.
        unsafe { asm!("fnstcw [{}]", in(reg) &raw mut word, options(nostack, preserves_flags)) };
        mxcsr() & !OCCURRED | u32::from(word) << 16
    }

    pub(super) fn set(value: u32) {
        let new = mxcsr() & OCCURRED | value & 0xFFFF;
        let word = (value >> 16) as u16;
        // SAFETY: both are values that were read from these registers, or those of a program's start.
        unsafe {
            asm!("ldmxcsr [{}]", in(reg) &raw const new, options(nostack, preserves_flags, readonly));
            asm!("fldcw [{}]", in(reg) &raw const word, options(nostack, preserves_flags, readonly));
        }
    }
}

#[cfg(all(target_arch = "aarch64", not(any(hp5_loom, hp5_shuttle, miri))))]
mod registers {
    use std::arch::asm;

    pub(super) const USUAL: u32 = 0;

    pub(super) fn get() -> u32 {
        let value: u64;
        // SAFETY: it reads a register.
        unsafe { asm!("mrs {}, fpcr", out(reg) value, options(nomem, nostack, preserves_flags)) };
        value as u32
    }

    pub(super) fn set(value: u32) {
        let value = u64::from(value);
        // SAFETY: it is a value that was read from this register, or that of a program's start.
        unsafe { asm!("msr fpcr, {}", in(reg) value, options(nomem, nostack, preserves_flags)) };
    }
}

#[cfg(not(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(any(hp5_loom, hp5_shuttle, miri))
)))]
mod registers {
    pub(super) const USUAL: u32 = 0;

    pub(super) fn get() -> u32 {
        USUAL
    }

    pub(super) fn set(_: u32) {}
}

impl Mode {
    /// As a program starts.
    pub(crate) const USUAL: Mode = Mode(registers::USUAL);

    /// What is set on this thread.
    #[inline]
    pub(crate) fn current() -> Mode {
        Mode(registers::get())
    }

    /// Sets it on this thread.
    pub(crate) fn set(self) {
        registers::set(self.0);
    }

    /// Sets it on this thread until the result is dropped.
    #[inline]
    pub(crate) fn in_force(self) -> Before {
        let before = Mode::current();
        if before == self {
            return Before(None);
        }
        self.set();
        Before(Some(before))
    }
}

impl Drop for Before {
    #[inline]
    fn drop(&mut self) {
        if let Some(mode) = self.0 {
            mode.set();
        }
    }
}

impl Default for ModeCell {
    fn default() -> ModeCell {
        ModeCell(PlainUsize::new(Mode::USUAL.0 as usize))
    }
}

impl ModeCell {
    // Who gets a task of the scope sees what was set before.
    #[inline]
    pub(crate) fn get(&self) -> Mode {
        Mode(self.0.load(Ordering::Relaxed) as u32)
    }

    /// Sets it; what it was.
    pub(crate) fn replace(&self, mode: Mode) -> Mode {
        let before = self.get();
        self.0.store(mode.0 as usize, Ordering::Relaxed);
        before
    }
}

#[cfg(all(test, target_arch = "x86_64", not(any(hp5_loom, hp5_shuttle))))]
mod tests {
    use super::*;

    /// Up, in both units, and with very small numbers taken for 0.
    const UP: Mode = Mode(0x1F80 | 2 << 13 | 0x8040 | (0x037F | 2 << 10) << 16);

    fn third() -> f64 {
        std::hint::black_box(1.0) / std::hint::black_box(3.0)
    }

    #[test]
    fn a_mode_is_in_force_until_it_is_dropped() {
        let usual = third();
        assert_eq!(Mode::current(), Mode::USUAL);
        let before = UP.in_force();
        assert_eq!(Mode::current(), UP);
        assert!(third() > usual);
        let inner = Mode::USUAL.in_force();
        assert_eq!(third(), usual);
        drop(inner);
        assert_eq!(Mode::current(), UP);
        drop(before);
        assert_eq!((Mode::current(), third()), (Mode::USUAL, usual));
    }
}
