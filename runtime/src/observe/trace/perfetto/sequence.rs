//! The packets of one thread. A packet with an event is copied from a prepared one, and filled in in
//! places that are the same in all of a sort: packets that *go on* end with fields that each has of its
//! own, so their lengths come last; *short* ones are prepared but for a time and a number.

use std::collections::HashMap;
use std::fs::File;

use super::field::{self, packet};
use super::wire::{self, message, padded};
use crate::observe::trace::out::Out;

// What is filled in, in so many bytes: times of two years, tracks, any number of a task.
const TIME_BYTES: usize = 8;
pub(super) const TRACK_BYTES: usize = 4;
pub(super) const TASK_BYTES: usize = 5;

/// What names a sequence: two keys, sixteen thousand threads, the flags.
const NAME: usize = 5;
pub(super) const THREAD_BYTES: usize = 2;
/// Where the time stands in a packet that goes on: behind a key, two bytes of its length, a key.
const TIME: usize = 4;
/// Where the event's length stands there, and its fields begin.
const EVENT: usize = TIME + TIME_BYTES + NAME + 1;
const FIELDS: usize = EVENT + 2;
/// Where a slice's track stands, behind its type and a key; and the task's number, behind the
/// annotation's key, length and name, and a key.
pub(super) const TRACK: usize = FIELDS + 3;
pub(super) const TASK_NUMBER: usize = TRACK + TRACK_BYTES + 5;
/// Where the time stands in a short packet.
const SHORT_TIME: usize = 3;

/// Packets of one thread, and what they said.
pub(super) struct Sequence<'f> {
    pub(super) out: Out<'f, File>,
    /// The fields that name it in each packet.
    pub(super) name: Vec<u8>,
    /// Names and places in the source, by address, and their numbers from 1.
    pub(super) sites: HashMap<usize, u64>,
    pub(super) tiles: Vec<bool>,
    pub(super) spare: String,
}

impl Sequence<'_> {
    /// The begin of a packet that goes on.
    pub(super) fn open(&self, out: &mut Vec<u8>) {
        wire::begin(out, field::PACKET);
        wire::number_later::<TIME_BYTES>(out, packet::TIMESTAMP);
        out.extend_from_slice(&self.name);
        wire::begin(out, packet::TRACK_EVENT);
    }

    /// Writes a packet like `prepared`, which [`open`](Self::open) began, filled in and gone on with
    /// by `fill`.
    #[inline]
    pub(super) fn event(
        &mut self,
        at: u64,
        prepared: &[u8],
        fill: impl FnOnce(&mut Vec<u8>, usize),
    ) {
        self.out.between_events();
        let out = &mut self.out.bytes;
        let begin = out.len();
        out.extend_from_slice(prepared);
        fill_in::<TIME_BYTES>(out, begin + TIME, at);
        fill(out, begin);
        wire::end(out, begin + EVENT);
        wire::end(out, begin + 1);
    }

    /// Writes a packet with an event of few fields.
    pub(super) fn event_of(&mut self, at: u64, fill: impl FnOnce(&mut Vec<u8>)) {
        let mut prepared = Vec::new();
        self.open(&mut prepared);
        fill(&mut prepared);
        self.event(at, &prepared, |_, _| {});
    }

    /// A short packet, which ends with a number that is still to come in field `last` of the event.
    pub(super) fn prepare_short(&self, last: u64, fill: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut out = Vec::new();
        message(&mut out, field::PACKET, |out| {
            wire::number_later::<TIME_BYTES>(out, packet::TIMESTAMP);
            out.extend_from_slice(&self.name);
            message(out, packet::TRACK_EVENT, |out| {
                fill(out);
                wire::number_later::<TRACK_BYTES>(out, last);
            });
        });
        out
    }

    /// Writes a short packet.
    #[inline]
    pub(super) fn short(&mut self, at: u64, prepared: &[u8], last: u64) {
        self.out.between_events();
        let out = &mut self.out.bytes;
        let begin = out.len();
        out.extend_from_slice(prepared);
        fill_in::<TIME_BYTES>(out, begin + SHORT_TIME, at);
        let end = out.len();
        fill_in::<TRACK_BYTES>(out, end - TRACK_BYTES, last);
    }
}

/// Fills in a number.
#[inline]
pub(super) fn fill_in<const N: usize>(out: &mut [u8], place: usize, value: u64) {
    out[place..place + N].copy_from_slice(&padded::<N>(value));
}
