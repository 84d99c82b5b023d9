//! Where a task's code is kept: an entry point and two words.
//!
//! A closure of up to two words stands in the words; a larger one in a block of the pool;
//! one that is larger still, or oddly aligned, in a box. The entry point knows which, and
//! what kind of body it is.

use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr::NonNull;

use crate::graph::slab::Slab;

/// What is to be done with a body.
pub(crate) enum Call<'a> {
    /// Run it, for the last time or not. A body is used up by its last run.
    Run(Inside<'a>, bool),
    /// Drop it without running it.
    Drop,
    /// It is not to be run: say for how many tasks it stands, if that is not one, and leave them out.
    Weigh(&'a mut u64),
}

/// What a body gets besides what it captured: a value that its kind names, behind a pointer, or nothing.
#[derive(Clone, Copy)]
pub(crate) struct Inside<'a> {
    given: Option<NonNull<()>>,
    _lent: PhantomData<&'a mut ()>,
}

impl<'a> Inside<'a> {
    /// Nothing.
    pub(crate) const NOTHING: Inside<'static> = Inside {
        given: None,
        _lent: PhantomData,
    };

    /// This value.
    pub(crate) fn of<T>(given: &'a mut T) -> Inside<'a> {
        Inside {
            given: Some(NonNull::from(given).cast()),
            _lent: PhantomData,
        }
    }

    /// The value, if there is one.
    ///
    /// # Safety
    /// It is a `T`, and this is asked once.
    pub(crate) unsafe fn get<T>(self) -> Option<&'a mut T> {
        // SAFETY: the caller's promise; it was lent for as long as this lives.
        self.given.map(|given| unsafe { given.cast().as_mut() })
    }
}

pub(crate) type Entry = unsafe fn(*mut u8, Call<'_>);

/// What kind of body a closure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Runs once.
    Once,
    /// Runs as often as it is asked to.
    Repeat,
    /// Registers tasks of its own (`rt/composite.rs`).
    Nested,
    /// Completes when its handle is gone (`rt/pending.rs`).
    Pends,
}

/// Memory of a body that does not fit into a task.
#[repr(align(64))]
pub(crate) struct Space(UnsafeCell<[MaybeUninit<u8>; Space::BYTES]>);

impl Space {
    const BYTES: usize = 128;
    const ALIGN: usize = 64;
}

impl Default for Space {
    fn default() -> Self {
        Space(UnsafeCell::new([MaybeUninit::uninit(); Space::BYTES]))
    }
}

// SAFETY: a space is raw memory; who took its number out of a cache owns what is in it, and
// bodies are Send.
unsafe impl Sync for Space {}

/// How a closure is called; markers say how: those below, and those of bodies that are given something.
pub(crate) trait Calling<F> {
    /// What the worker needs to know.
    const KIND: Kind;
    /// Runs the closure.
    ///
    /// # Safety
    /// `place` holds a live closure; it is used up by its last run.
    unsafe fn call(place: *mut F, inside: Inside<'_>, last: bool);
}

/// `FnOnce()`.
pub(crate) struct Once;
/// `Fn()`.
pub(crate) struct Repeat;

impl<F: FnOnce()> Calling<F> for Once {
    const KIND: Kind = Kind::Once;
    #[inline]
    unsafe fn call(place: *mut F, _: Inside<'_>, _: bool) {
        // SAFETY: by the contract the closure is live, and used up by this.
        let body = unsafe { place.read() };
        body();
    }
}
impl<F: Fn()> Calling<F> for Repeat {
    const KIND: Kind = Kind::Repeat;
    #[inline]
    unsafe fn call(place: *mut F, _: Inside<'_>, last: bool) {
        // SAFETY: by the contract the closure is live, and used up by its last run.
        unsafe {
            match last {
                true => place.read()(),
                false => (*place)(),
            }
        }
    }
}

/// # Safety
/// `place` holds the closure itself.
unsafe fn near<F, C: Calling<F>>(place: *mut u8, call: Call<'_>) {
    let place = place.cast::<F>();
    match call {
        // SAFETY: by the contract; the caller keeps the books of what is used up.
        Call::Run(inside, last) => unsafe { C::call(place, inside, last) },
        // SAFETY: as above.
        Call::Drop => unsafe { place.drop_in_place() },
        Call::Weigh(_) => {}
    }
}

/// # Safety
/// `words` holds the address of the closure, which lies in a block of the pool.
unsafe fn far<F, C: Calling<F>>(words: *mut u8, call: Call<'_>) {
    // SAFETY: by the contract.
    unsafe { near::<F, C>(words.cast::<*mut u8>().read(), call) };
}

/// # Safety
/// `words` holds the address of the boxed closure.
unsafe fn boxed<F, C: Calling<F>>(words: *mut u8, call: Call<'_>) {
    /// Frees the memory of a closure that was used up, after a panic too.
    struct Memory<F>(Option<*mut F>);
    impl<F> Drop for Memory<F> {
        fn drop(&mut self) {
            if let Some(place) = self.0 {
                // SAFETY: the box was taken apart in `store`; its content is used up.
                drop(unsafe { Box::from_raw(place.cast::<MaybeUninit<F>>()) });
            }
        }
    }
    // SAFETY: by the contract.
    let place = unsafe { words.cast::<*mut F>().read() };
    let stays = matches!(call, Call::Run(_, false) | Call::Weigh(_));
    let _memory = Memory((!stays).then_some(place));
    // SAFETY: by the contract, `place` holds the closure itself.
    unsafe { near::<F, C>(place.cast(), call) };
}

/// Moves a closure word by word, as its parts were written, as a rule: read two at a time, they
/// would have to wait until the processor has written out all that came before, which takes long
/// where that lies with another PPU (66 ns of 150 for a task of LU in tiles of 8 x 8).
///
/// # Safety
/// `from` is a closure that nobody uses from here on; there is room for it at `to`.
#[inline(always)]
unsafe fn move_by_words<F>(from: *const F, to: *mut F) {
    if align_of::<F>() != align_of::<u64>() {
        // SAFETY: by the contract.
        return unsafe { to.copy_from_nonoverlapping(from, 1) };
    }
    let (from, to) = (
        from.cast::<MaybeUninit<u64>>(),
        to.cast::<MaybeUninit<u64>>(),
    );
    for n in 0..size_of::<F>() / 8 {
        // SAFETY: by the contract, and its size is a multiple of its alignment. Volatile, for
        // neighbouring reads become one otherwise.
        unsafe { to.add(n).write(from.add(n).read_volatile()) };
    }
}

/// A body at rest. It has no `Drop`: its task's owner runs or drops it.
pub(crate) struct Stored {
    entry: Option<Entry>,
    /// The closure itself; or its address and, for a block, the block's number.
    words: [MaybeUninit<u64>; 2],
}

/// What is known of a body without running it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Nature {
    pub(crate) kind: Kind,
    /// It stands in a block of the pool.
    pub(crate) in_block: bool,
    /// So many of its words are in use.
    pub(crate) words: u8,
    /// Something happens when it is dropped.
    pub(crate) drops: bool,
}

impl Nature {
    /// That of a task which runs once, whatever its body could do.
    #[inline]
    pub(crate) fn once(self) -> Nature {
        let kind = match self.kind {
            Kind::Repeat => Kind::Once,
            kind => kind,
        };
        Nature { kind, ..self }
    }

    /// Of a task without a body.
    pub(crate) const NONE: Nature = Nature {
        kind: Kind::Once,
        in_block: false,
        words: 0,
        drops: false,
    };

    /// Of a body that is made of two words and repeats.
    pub(crate) const TWO_WORDS: Nature = Nature {
        kind: Kind::Repeat,
        in_block: false,
        words: 2,
        drops: true,
    };

    /// Of a closure that stands in the words.
    #[inline(always)]
    pub(crate) const fn in_words<F, C: Calling<F>>() -> Nature {
        Nature {
            kind: C::KIND,
            in_block: false,
            words: size_of::<F>().div_ceil(8) as u8,
            drops: std::mem::needs_drop::<F>(),
        }
    }

    /// All of it as one number.
    #[inline(always)]
    pub(crate) fn word(self) -> u64 {
        (self.kind as u64) << 24
            | u64::from(self.in_block) << 16
            | u64::from(self.words) << 8
            | u64::from(self.drops)
    }
}

/// The closure stands in a body's words.
#[inline(always)]
pub(crate) const fn fits_in_words<F>() -> bool {
    size_of::<F>() <= 16 && align_of::<F>() <= 8
}

/// How a closure that stands in words is run or dropped.
#[inline(always)]
pub(crate) fn entry_in_words<F, C: Calling<F>>() -> Entry {
    near::<F, C>
}

impl Stored {
    /// No body.
    pub(crate) const EMPTY: Stored = Stored {
        entry: None,
        words: [MaybeUninit::uninit(); 2],
    };

    /// Puts a closure to rest; `take` takes a block of `spaces`, if there is need of one.
    #[inline]
    pub(crate) fn new<F, C: Calling<F>>(
        body: F,
        spaces: &Slab<Space>,
        take: impl FnOnce() -> u32,
    ) -> (Stored, Nature) {
        let mut stored = Stored::EMPTY;
        let words = stored.words.as_mut_ptr().cast::<u8>();
        let in_words = fits_in_words::<F>();
        let in_block =
            !in_words && size_of::<F>() <= Space::BYTES && align_of::<F>() <= Space::ALIGN;
        // SAFETY: each write is into memory that is large enough, aligned and owned: the
        // words, a block that was just taken, a new box.
        unsafe {
            let body = ManuallyDrop::new(body);
            if in_words {
                move_by_words(&raw const *body, words.cast::<F>());
                stored.entry = Some(near::<F, C>);
            } else if in_block {
                let block = take();
                let place = spaces.get(block).0.get().cast::<F>();
                move_by_words(&raw const *body, place);
                words.cast::<*mut F>().write(place);
                words.add(8).cast::<u64>().write(block.into());
                stored.entry = Some(far::<F, C>);
            } else {
                words
                    .cast::<*mut F>()
                    .write(Box::into_raw(Box::new(ManuallyDrop::into_inner(body))));
                stored.entry = Some(boxed::<F, C>);
            }
        }
        let nature = match in_words {
            true => Nature::in_words::<F, C>(),
            false => Nature {
                kind: C::KIND,
                in_block,
                words: 2,
                drops: !in_block || std::mem::needs_drop::<F>(),
            },
        };
        (stored, nature)
    }

    /// The code, and so many words.
    ///
    /// # Safety
    /// They were those of a body; of the two only one is used from here on.
    pub(crate) unsafe fn from_place(entry: Option<Entry>, place: *const u64, words: u8) -> Stored {
        let mut stored = Stored {
            entry,
            ..Stored::EMPTY
        };
        // SAFETY: the caller's promise; there are two words at most.
        unsafe {
            let to = stored.words.as_mut_ptr();
            to.copy_from_nonoverlapping(place.cast(), words.into());
        }
        stored
    }

    /// Writes the words of a body to a place.
    ///
    /// # Safety
    /// There is room for so many words of it, at most two.
    #[inline]
    pub(crate) unsafe fn write_words(&self, place: *mut u64, words: u8) {
        let place = place.cast::<MaybeUninit<u64>>();
        for (n, word) in self.words.iter().take(words.into()).enumerate() {
            // SAFETY: the caller's promise.
            unsafe { place.add(n).write(*word) };
        }
    }

    /// Moves it out.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> Stored {
        let mut taken = Stored::EMPTY;
        // SAFETY: both are words; what is left has no code, so that they are nobody's there.
        unsafe { move_by_words(&raw const self.words, &raw mut taken.words) };
        taken.entry = self.entry.take();
        taken
    }

    /// Its code.
    #[inline]
    pub(crate) fn entry(&self) -> Option<Entry> {
        self.entry
    }

    /// A body that is made of other parts.
    ///
    /// # Safety
    /// `entry` may be called with the place of these words, once for the last time.
    #[inline]
    pub(crate) unsafe fn from_words(entry: Entry, words: [u64; 2]) -> Stored {
        Stored {
            entry: Some(entry),
            words: words.map(MaybeUninit::new),
        }
    }

    /// True when there is nothing to run.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.entry.is_none()
    }

    /// Runs the body, which may panic.
    ///
    /// # Safety
    /// The caller owns the task. The body is there: it was not run or dropped, unless it repeats.
    #[inline]
    pub(crate) unsafe fn run(&mut self, kind: Kind, inside: Inside<'_>) {
        let last = kind != Kind::Repeat;
        let entry = if last { self.entry.take() } else { self.entry };
        if let Some(entry) = entry {
            // SAFETY: by the contract, and `new` paired entry and words.
            unsafe { entry(self.words.as_mut_ptr().cast(), Call::Run(inside, last)) };
        }
    }

    /// For how many tasks the body stands.
    ///
    /// # Safety
    /// As for [`Stored::run`].
    pub(crate) unsafe fn weight(&mut self) -> u64 {
        let mut tasks = 1;
        if let Some(entry) = self.entry {
            // SAFETY: as in `run`.
            unsafe { entry(self.words.as_mut_ptr().cast(), Call::Weigh(&mut tasks)) };
        }
        tasks
    }

    /// Drops the body without running it; that may panic too.
    ///
    /// # Safety
    /// As for [`Stored::run`].
    pub(crate) unsafe fn discard(&mut self) {
        if let Some(entry) = self.entry.take() {
            // SAFETY: as in `run`.
            unsafe { entry(self.words.as_mut_ptr().cast(), Call::Drop) };
        }
    }

    /// Number of the block that the body lies, or lay, in.
    ///
    /// # Safety
    /// Its nature says `in_block`.
    #[inline]
    pub(crate) unsafe fn block(&self) -> u32 {
        // SAFETY: `new` wrote it there.
        unsafe { self.words[1].assume_init() as u32 }
    }

    /// Holds a box that is not a body.
    pub(crate) fn holding<T>(held: Box<T>) -> Stored {
        let mut stored = Stored::EMPTY;
        // SAFETY: a pointer fits into the words.
        unsafe {
            let place = stored.words.as_mut_ptr().cast::<*mut T>();
            place.write(Box::into_raw(held));
        }
        stored
    }

    /// Where the held value is.
    ///
    /// # Safety
    /// The words hold a box from [`Stored::holding`].
    pub(crate) unsafe fn held<T>(&self) -> *mut T {
        // SAFETY: by the contract.
        unsafe { self.words.as_ptr().cast::<*mut T>().read() }
    }
}
