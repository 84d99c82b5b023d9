//! A trace as Perfetto's packets, each a field of one message `Trace`: a file is complete after
//! every packet. The fields are those of `perfetto/trace/*.proto` in Perfetto's sources; their
//! numbers are in [`field`].
//!
//! Each thread that writes a region is a *sequence*. What many slices say alike, names, source
//! lines and tiles, a sequence says once, with a number that slices refer to (*interned data*);
//! its first packet forgets what the region before said.
//!
//! Tracks, in a group of the process: the counter of busy PPUs, the regions, and the PPUs, one track
//! each or several ([`lanes`](super::lanes)). A task is a begin and an end on its PPU's track; they may
//! be in different sequences. Its
//! arrows are *flows*, whose numbers both slices name in their begin; what kind of dependence a flow
//! is cannot be said.

mod field;
mod flows;
mod sequence;
mod wire;

use std::collections::HashMap;
use std::fs::File;

use serde_json::Value;

use super::Format;
use super::lanes::Lanes;
use super::out::Out;
use super::recent::Recent;
use super::region::Region;
use crate::base::site::Site;
use crate::record::compact::{NONE, Noted};
use crate::record::run_record::{Slice, TaskKind};
use crate::sync::{AtomicUsize, Mutex, OnceLock};
use field::{annotation, data, event, packet, track};
use flows::FlowIds;
use sequence::{Sequence, TASK_BYTES, TASK_NUMBER, THREAD_BYTES, TRACK, TRACK_BYTES, fill_in};
use wire::{fixed, message, number, text};

/// Numbers of tracks.
const PROCESS: u64 = 1;
const GROUP: u64 = 2;
const BUSY: u64 = 3;
const PPUS: u64 = 8;
const REGIONS: u64 = 1 << 32;

/// The track of a lane. PPUs' are below 2^28, which [`TRACK_BYTES`] take.
#[inline]
fn track_of(of: u32, lane: u16) -> u64 {
    match of {
        Lanes::REGIONS => REGIONS + u64::from(lane),
        ppu => PPUS + u64::from(ppu) + (u64::from(lane) << 17),
    }
}

/// Places in the group.
const BUSY_RANK: u64 = 0;
const REGIONS_RANK: u64 = 1;
const PPUS_RANK: u64 = 2;

/// What slices say of themselves; its number is its place and 1.
const ANNOTATIONS: [&str; 6] = ["source", "tiles", "region", "task", "priority", "inside"];
const SOURCE: u64 = 1;
const TILES: u64 = 2;
const REGION: u64 = 3;
const TASK: u64 = 4;
const PRIORITY: u64 = 5;
const INSIDE: u64 = 6;

/// The region's name among the texts that slices refer to; sources and tiles take turns after it.
const REGION_NAME: u64 = 1;

/// The begin of a file: the process, and the counter.
pub(super) fn head(process: &str) -> Vec<u8> {
    let mut out = Vec::new();
    describe(&mut out, |out| {
        number(out, track::UUID, PROCESS);
        message(out, track::PROCESS, |out| {
            number(out, track::PID, u64::from(std::process::id()));
            text(out, track::PROCESS_NAME, process);
        });
    });
    // Viewers order the tracks in a group, but not those of a process.
    describe(&mut out, |out| {
        number(out, track::UUID, GROUP);
        number(out, track::PARENT_UUID, PROCESS);
        text(out, track::NAME, "HP5");
        number(out, track::CHILD_ORDERING, track::EXPLICIT);
    });
    describe(&mut out, |out| {
        child(out, BUSY, "busy PPUs", BUSY_RANK);
        message(out, track::COUNTER, |_| {});
    });
    out
}

/// A packet that describes a track.
fn describe(out: &mut Vec<u8>, fill: impl FnOnce(&mut Vec<u8>)) {
    message(out, field::PACKET, |out| {
        number(out, packet::TRUSTED_PACKET_SEQUENCE_ID, 1);
        message(out, packet::TRACK_DESCRIPTOR, fill);
    });
}

/// A track of the group.
fn child(out: &mut Vec<u8>, uuid: u64, name: &str, rank: u64) {
    number(out, track::UUID, uuid);
    number(out, track::PARENT_UUID, GROUP);
    text(out, track::NAME, name);
    number(out, track::SIBLING_ORDER_RANK, rank);
}

/// One region.
pub(super) struct Packets<'r> {
    region: &'r Region<'r>,
    flows: OnceLock<FlowIds>,
    /// The next chunk of slices whose ends are to be written.
    ends: AtomicUsize,
}

/// What a thread writes with.
pub(super) struct Pen<'f> {
    sequence: Sequence<'f>,
    /// Per shape: how a slice begins, without its name; where its name's number stands, and that ends.
    prepared: Recent<[u32; 3]>,
    /// How a slice ends: a short packet, with its track to come.
    end: Vec<u8>,
}

impl<'r> Format<'r> for Packets<'r> {
    type Pen<'f> = Pen<'f>;

    fn new(region: &'r Region<'r>) -> Self {
        Packets {
            region,
            flows: OnceLock::new(),
            ends: AtomicUsize::new(0),
        }
    }

    fn pen<'f>(&self, thread: usize, file: &'f Mutex<File>) -> Pen<'f> {
        let mut out = Out::new(file);
        let id = thread as u64 + 1;
        message(&mut out.bytes, field::PACKET, |out| {
            number(out, packet::TRUSTED_PACKET_SEQUENCE_ID, id);
            number(out, packet::SEQUENCE_FLAGS, packet::STATE_CLEARED);
            message(out, packet::INTERNED_DATA, |out| self.say_first(out));
        });
        let mut name = Vec::new();
        wire::number_later::<THREAD_BYTES>(&mut name, packet::TRUSTED_PACKET_SEQUENCE_ID);
        fill_in::<THREAD_BYTES>(&mut name, 1, id);
        number(&mut name, packet::SEQUENCE_FLAGS, packet::NEEDS_STATE);
        let run = self.region.run;
        let sequence = Sequence {
            out,
            name,
            sites: HashMap::new(),
            tiles: vec![false; run.described.len()],
            spare: String::new(),
        };
        let end = |out: &mut Vec<u8>| number(out, event::TYPE, event::SLICE_END);
        Pen {
            end: sequence.prepare_short(event::TRACK_UUID, end),
            sequence,
            prepared: Recent::new(run.shapes.len()),
        }
    }

    fn name_track(&self, of: u32, lane: u16, name: &str, pen: &mut Pen<'_>) {
        let rank = match of {
            Lanes::REGIONS => REGIONS_RANK,
            ppu => PPUS_RANK + u64::from(ppu),
        };
        let out = &mut pen.sequence.out;
        out.between_events();
        describe(&mut out.bytes, |out| {
            child(out, track_of(of, lane), name, rank);
        });
    }

    /// Slices name them.
    fn arrows(&self, _pen: &mut Pen<'_>) {
        self.flows.get_or_init(|| FlowIds::of(self.region));
    }

    fn busy(&self, pen: &mut Pen<'_>) {
        let prepared = pen.sequence.prepare_short(event::COUNTER_VALUE, |out| {
            number(out, event::TYPE, event::COUNTER);
            number(out, event::TRACK_UUID, BUSY);
        });
        self.region
            .busy(|at, busy| pen.sequence.short(at, &prepared, u64::from(busy)));
    }

    fn slices(&self, pen: &mut Pen<'_>) {
        // Ends name no arrows: they are something to do while another thread looks for these.
        self.ends(pen, || self.flows.get().is_none());
        let flows = self.flows.get_or_init(|| FlowIds::of(self.region));
        self.region.share(|place, slice, task| {
            let track = self.track(place, slice);
            self.begin((slice, track), task, flows.of_slice(place), pen);
            if !ends_apart(slice) {
                self.end((slice, track), pen);
            }
        });
        self.ends(pen, || true);
    }

    fn frame(&self, pen: &mut Pen<'_>) {
        let ((begin, end), args) = (self.region.span, self.region.counts());
        let uuid = track_of(Lanes::REGIONS, self.region.lanes.region.unwrap_or(0));
        let sequence = &mut pen.sequence;
        sequence.event_of(begin, |out| {
            number(out, event::TYPE, event::SLICE_BEGIN);
            number(out, event::TRACK_UUID, uuid);
            text(out, event::CATEGORIES, "region");
            text(out, event::NAME, self.region.run.site.name);
            for (name, value) in args.as_object().into_iter().flatten() {
                message(out, event::DEBUG_ANNOTATIONS, |out| {
                    text(out, annotation::NAME, name);
                    any(out, value);
                });
            }
        });
        sequence.event_of(end, |out| {
            number(out, event::TYPE, event::SLICE_END);
            number(out, event::TRACK_UUID, uuid);
        });
    }

    fn finish(pen: Pen<'_>) -> std::io::Result<u64> {
        pen.sequence.out.finish()
    }
}

/// A value of an annotation.
fn any(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Bool(value) => number(out, annotation::BOOL_VALUE, u64::from(*value)),
        Value::String(value) => text(out, annotation::STRING_VALUE, value),
        Value::Number(value) => match (value.as_u64(), value.as_f64()) {
            (Some(value), _) => number(out, annotation::UINT_VALUE, value),
            (_, value) => fixed(
                out,
                annotation::DOUBLE_VALUE,
                value.unwrap_or_default().to_bits(),
            ),
        },
        Value::Array(values) => values.iter().for_each(|value| {
            message(out, annotation::ARRAY_VALUES, |out| any(out, value));
        }),
        other => text(out, annotation::STRING_VALUE, &other.to_string()),
    }
}

/// A text with a number.
fn intern(out: &mut Vec<u8>, list: u64, iid: u64, value: &str) {
    message(out, list, |out| {
        number(out, data::IID, iid);
        text(out, data::TEXT, value);
    });
}

/// An annotation whose value is a number, its own or that of a text.
#[inline]
fn annotate(out: &mut Vec<u8>, name: u64, how: u64, value: u64) {
    message(out, event::DEBUG_ANNOTATIONS, |out| {
        number(out, annotation::NAME_IID, name);
        number(out, how, value);
    });
}

impl Packets<'_> {
    /// What all slices of the region may refer to.
    fn say_first(&self, out: &mut Vec<u8>) {
        for (iid, name) in (1..).zip(ANNOTATIONS) {
            intern(out, data::DEBUG_ANNOTATION_NAMES, iid, name);
        }
        for kind in TaskKind::ALL {
            intern(out, data::EVENT_CATEGORIES, category(kind), kind.name());
        }
        let name = self.region.run.site.name;
        intern(out, data::DEBUG_ANNOTATION_STRING_VALUES, REGION_NAME, name);
    }

    /// The track of a slice.
    #[inline]
    fn track(&self, place: usize, slice: &Slice) -> u64 {
        track_of(slice.ppu, self.region.lanes.lane(place, slice))
    }

    /// Ends of slices, for as long as one wants to go `on`.
    fn ends(&self, pen: &mut Pen<'_>, on: impl Fn() -> bool) {
        self.region.share_by(&self.ends, on, |place, slice, _| {
            if ends_apart(slice) {
                self.end((slice, self.track(place, slice)), pen);
            }
        });
    }

    /// The end of a slice. It is a nanosecond early: packets of several threads have no order, and a
    /// slice that begins when another ends would be taken to be inside it.
    #[inline]
    fn end(&self, (slice, track): (&Slice, u64), pen: &mut Pen<'_>) {
        let at = self.region.clock.at(slice.last_ns());
        pen.sequence.short(at, &pen.end, track);
    }

    /// The begin of a slice.
    fn begin(
        &self,
        (slice, track): (&Slice, u64),
        task: &Noted,
        (leaving, arriving): (std::ops::Range<u32>, &[u32]),
        pen: &mut Pen<'_>,
    ) {
        let (run, clock) = (self.region.run, self.region.clock);
        let Pen {
            sequence, prepared, ..
        } = pen;
        let (shape, extra) = (task.shape, run.extra(task));
        let at = prepared.find(shape, |made| self.prepare(shape, made, sequence));
        let [from, name, to] = at.map(|at| at as usize);
        let to = if extra.name == NONE { to } else { name };
        let begin = &prepared.bytes[from..to];
        sequence.event(clock.at(slice.start_ns), begin, |out, begin| {
            fill_in::<TRACK_BYTES>(out, begin + TRACK, track);
            fill_in::<TASK_BYTES>(out, begin + TASK_NUMBER, u64::from(slice.task));
            if extra.name != NONE {
                text(out, event::NAME, run.name(task));
            }
            if let Some(outer) = run.tasks.get(extra.parent as usize) {
                message(out, event::DEBUG_ANNOTATIONS, |out| {
                    number(out, annotation::NAME_IID, INSIDE);
                    text(out, annotation::STRING_VALUE, run.name(outer));
                });
            }
            let id = |flow: u32| self.region.arrows_before + u64::from(flow) + 1;
            leaving.for_each(|flow| fixed(out, event::FLOW_IDS, id(flow)));
            for &flow in arriving {
                fixed(out, event::TERMINATING_FLOW_IDS, id(flow));
            }
        });
    }

    /// How slices of a shape begin; their name comes last. What they refer to is said in a packet
    /// before.
    #[inline(never)]
    fn prepare(&self, shape: u32, made: &mut Vec<u8>, sequence: &mut Sequence<'_>) -> [u32; 3] {
        let run = self.region.run;
        let of = &run.shapes[shape as usize];
        let tiles = run.tiles(shape);
        let site = self.say(of.site, tiles, sequence);
        let from = made.len();
        sequence.open(made);
        number(made, event::TYPE, event::SLICE_BEGIN);
        wire::number_later::<TRACK_BYTES>(made, event::TRACK_UUID);
        message(made, event::DEBUG_ANNOTATIONS, |out| {
            number(out, annotation::NAME_IID, TASK);
            wire::number_later::<TASK_BYTES>(out, annotation::UINT_VALUE);
        });
        number(made, event::CATEGORY_IIDS, category(of.kind));
        annotate(made, SOURCE, annotation::STRING_VALUE_IID, source(site));
        message(made, event::DEBUG_ANNOTATIONS, |out| {
            number(out, annotation::NAME_IID, TILES);
            for &tile in tiles {
                message(out, annotation::ARRAY_VALUES, |out| {
                    number(out, annotation::STRING_VALUE_IID, tile_text(tile));
                });
            }
        });
        annotate(made, REGION, annotation::STRING_VALUE_IID, REGION_NAME);
        if of.priority != 0 {
            let priority = i64::from(of.priority) as u64;
            annotate(made, PRIORITY, annotation::INT_VALUE, priority);
        }
        let name = made.len();
        number(made, event::NAME_IID, site);
        [from, name, made.len()].map(|at| at as u32)
    }

    /// Says what was not said yet of a site and of tiles; the site's number.
    fn say(&self, site: &'static Site, tiles: &[u32], sequence: &mut Sequence<'_>) -> u64 {
        let next = sequence.sites.len() as u64 + 1;
        let address = std::ptr::from_ref(site).addr();
        let number_of_site = *sequence.sites.entry(address).or_insert(next);
        let is_new = number_of_site == next;
        let said = &mut sequence.tiles;
        if !is_new && tiles.iter().all(|tile| said[*tile as usize]) {
            return number_of_site;
        }
        message(&mut sequence.out.bytes, field::PACKET, |out| {
            out.extend_from_slice(&sequence.name);
            message(out, packet::INTERNED_DATA, |out| {
                let texts = data::DEBUG_ANNOTATION_STRING_VALUES;
                if is_new {
                    intern(out, data::EVENT_NAMES, number_of_site, site.name);
                    intern(out, texts, source(number_of_site), &site.place());
                }
                for &tile in tiles {
                    if !std::mem::replace(&mut said[tile as usize], true) {
                        message(out, texts, |out| {
                            number(out, data::IID, tile_text(tile));
                            let tile = &self.region.run.described[tile as usize];
                            wire::shown(out, data::TEXT, tile, &mut sequence.spare);
                        });
                    }
                }
            });
        });
        number_of_site
    }
}

/// The slice's end has a later time than its begin. Packets of one time keep the order in which one
/// thread wrote them.
#[inline]
fn ends_apart(slice: &Slice) -> bool {
    slice.last_ns() > slice.start_ns
}

/// The number of a kind of tasks among the categories.
fn category(kind: TaskKind) -> u64 {
    kind as u64 + 1
}

/// The number of a site's place in the source among the texts.
fn source(site: u64) -> u64 {
    2 * site
}

/// The number of a tile among the texts.
fn tile_text(tile: u32) -> u64 {
    2 * u64::from(tile) + 3
}

#[cfg(test)]
mod tests;
