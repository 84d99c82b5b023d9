//! Sleep and wake-up of PPUs (an eventcount with one bit per PPU).
//!
//! Protocol *sleep/wake*, named steps as in `README.md`:
//!
//! - *announce*: a PPU that found nothing counts itself in, sets its idle bit, then a heavy
//!   fence, then
//! - *look again*: looks into every queue once more; if there is work it withdraws;
//! - *park*: waits on its own token.
//! - *post*: whoever pushed a task issues a light fence after the push (the two fences
//!   are ordered as two full ones would be, `sync.rs`), then
//! - *pick*: looks at the count, and if it is not 0 at the idle bits; clears the nearest
//!   sleeper's bit, counts it out and gives it a token.
//!
//! Either the sleeper's second look sees the task, or the poster's look sees the bit.
//! Clearing the bit is one atomic operation, so each announcement is woken at most once.

use std::ops::Range;
use std::sync::PoisonError;
use std::time::Instant;

use crate::sync::{
    AtomicU64, AtomicUsize, CachePadded, Condvar, Mutex, Ordering, heavy_fence, light_fence, lock,
    now, planted,
};

/// Idle bits and tokens of all PPUs.
pub(crate) struct Sleep {
    /// How many bits are set, or about to be set or counted down: what posters look at, so
    /// that a post costs the same on a machine of any size.
    announced: CachePadded<AtomicUsize>,
    idle: Box<[CachePadded<AtomicU64>]>,
    tokens: Box<[CachePadded<Token>]>,
}

#[derive(Default)]
struct Token {
    given: Mutex<bool>,
    arrived: Condvar,
}

impl Sleep {
    pub(crate) fn new(ppus: usize) -> Self {
        Sleep {
            announced: CachePadded::default(),
            idle: (0..ppus.div_ceil(64))
                .map(|_| CachePadded::new(AtomicU64::new(0)))
                .collect(),
            tokens: (0..ppus).map(|_| CachePadded::default()).collect(),
        }
    }

    /// *Announce*: from here on posters see this PPU.
    pub(crate) fn announce(&self, ppu: usize) {
        self.announced.fetch_add(1, Ordering::SeqCst);
        self.idle[ppu / 64].fetch_or(1 << (ppu % 64), Ordering::SeqCst);
        heavy_fence();
    }

    /// Withdraws the announcement after a successful second look; if a poster was faster,
    /// its token stays and makes one later *park* return at once.
    pub(crate) fn withdraw(&self, ppu: usize) {
        self.clear(ppu);
    }

    /// *Announce*, a second look, and *park* if that finds nothing.
    pub(crate) fn park_unless(&self, ppu: usize, found: impl FnOnce() -> bool) {
        self.announce(ppu);
        match found() {
            true => self.withdraw(ppu),
            false => self.park(ppu),
        }
    }

    /// Clears the bit of a PPU; `true` when it was set.
    fn clear(&self, ppu: usize) -> bool {
        let bit = 1 << (ppu % 64);
        let was_set = self.idle[ppu / 64].fetch_and(!bit, Ordering::SeqCst) & bit != 0;
        if was_set {
            self.announced.fetch_sub(1, Ordering::SeqCst);
        }
        was_set
    }

    /// *Park* until a poster gives the token.
    pub(crate) fn park(&self, ppu: usize) {
        let token = &self.tokens[ppu];
        let mut given = lock(&token.given);
        while !*given {
            given = token
                .arrived
                .wait(given)
                .unwrap_or_else(PoisonError::into_inner);
        }
        *given = planted("keep the token");
    }

    /// *Park* until a poster gives the token, or until `deadline`.
    pub(crate) fn park_until(&self, ppu: usize, deadline: Instant) {
        let token = &self.tokens[ppu];
        let mut given = lock(&token.given);
        while !*given {
            let left = deadline.saturating_duration_since(now());
            if left.is_zero() {
                return;
            }
            let waited = token.arrived.wait_timeout(given, left);
            given = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *given = false;
    }

    /// *Post* and *pick*: after a push, wakes the first sleeper in `order`, if any sleeps.
    #[inline]
    pub(crate) fn post<I: Iterator<Item = Range<usize>>>(&self, order: impl FnOnce() -> I) {
        light_fence();
        if self.announced.load(Ordering::Relaxed) != 0 {
            self.pick(order());
        }
    }

    /// *Post* and *pick* for certain lanes: wakes each that sleeps.
    pub(crate) fn post_to(&self, lanes: impl Iterator<Item = usize>) {
        light_fence();
        for lane in lanes {
            self.wake(lane);
        }
    }

    #[cold]
    fn pick(&self, order: impl Iterator<Item = Range<usize>>) {
        for lanes in order {
            let mut from = lanes.start;
            while let Some(lane) = self.first_idle(from..lanes.end) {
                if self.wake(lane) {
                    return;
                }
                from = lane + 1;
            }
        }
    }

    /// The first of these PPUs that is announced: a look per 64 of them.
    fn first_idle(&self, ppus: Range<usize>) -> Option<usize> {
        let mut from = ppus.start;
        while from < ppus.end {
            let bits = self.idle[from / 64].load(Ordering::Relaxed) >> (from % 64);
            if bits != 0 {
                let found = from + bits.trailing_zeros() as usize;
                return (found < ppus.end).then_some(found);
            }
            from = (from / 64 + 1) * 64;
        }
        None
    }

    /// Wakes this PPU if it is announced.
    fn wake(&self, ppu: usize) -> bool {
        let announced = self.idle[ppu / 64].load(Ordering::Relaxed) & (1 << (ppu % 64)) != 0;
        if !announced || !self.clear(ppu) {
            return false;
        }
        self.give_token(ppu);
        true
    }

    /// Makes the present or next *park* of this PPU return.
    pub(crate) fn give_token(&self, ppu: usize) {
        let token = &self.tokens[ppu];
        *lock(&token.given) = true;
        token.arrived.notify_one();
    }

    /// Gives every PPU a token, asleep or not (shutdown).
    pub(crate) fn wake_all(&self) {
        for ppu in 0..self.tokens.len() {
            self.withdraw(ppu);
            self.give_token(ppu);
        }
    }
}
