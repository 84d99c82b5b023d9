//! Numbers of fields, by message, as in `perfetto/trace/*.proto` of Perfetto's sources.

/// Of `Trace`.
pub(super) const PACKET: u64 = 1;

/// `TracePacket`.
pub(super) mod packet {
    pub(crate) const TIMESTAMP: u64 = 8;
    pub(crate) const TRUSTED_PACKET_SEQUENCE_ID: u64 = 10;
    pub(crate) const TRACK_EVENT: u64 = 11;
    pub(crate) const INTERNED_DATA: u64 = 12;
    pub(crate) const SEQUENCE_FLAGS: u64 = 13;
    pub(crate) const TRACK_DESCRIPTOR: u64 = 60;
    /// Values of `SEQUENCE_FLAGS`.
    pub(crate) const STATE_CLEARED: u64 = 1;
    pub(crate) const NEEDS_STATE: u64 = 2;
}

/// `TrackEvent`.
pub(super) mod event {
    pub(crate) const CATEGORY_IIDS: u64 = 3;
    pub(crate) const DEBUG_ANNOTATIONS: u64 = 4;
    pub(crate) const TYPE: u64 = 9;
    pub(crate) const NAME_IID: u64 = 10;
    pub(crate) const TRACK_UUID: u64 = 11;
    pub(crate) const CATEGORIES: u64 = 22;
    pub(crate) const NAME: u64 = 23;
    pub(crate) const COUNTER_VALUE: u64 = 30;
    pub(crate) const FLOW_IDS: u64 = 47;
    pub(crate) const TERMINATING_FLOW_IDS: u64 = 48;
    /// Values of `TYPE`.
    pub(crate) const SLICE_BEGIN: u64 = 1;
    pub(crate) const SLICE_END: u64 = 2;
    pub(crate) const COUNTER: u64 = 4;
}

/// `DebugAnnotation`.
pub(super) mod annotation {
    pub(crate) const NAME_IID: u64 = 1;
    pub(crate) const BOOL_VALUE: u64 = 2;
    pub(crate) const UINT_VALUE: u64 = 3;
    pub(crate) const INT_VALUE: u64 = 4;
    pub(crate) const DOUBLE_VALUE: u64 = 5;
    pub(crate) const STRING_VALUE: u64 = 6;
    pub(crate) const NAME: u64 = 10;
    pub(crate) const ARRAY_VALUES: u64 = 12;
    pub(crate) const STRING_VALUE_IID: u64 = 17;
}

/// `InternedData`, and what is in it: an `iid` and a text.
pub(super) mod data {
    pub(crate) const EVENT_CATEGORIES: u64 = 1;
    pub(crate) const EVENT_NAMES: u64 = 2;
    pub(crate) const DEBUG_ANNOTATION_NAMES: u64 = 3;
    pub(crate) const DEBUG_ANNOTATION_STRING_VALUES: u64 = 29;
    pub(crate) const IID: u64 = 1;
    pub(crate) const TEXT: u64 = 2;
}

/// `TrackDescriptor`.
pub(super) mod track {
    pub(crate) const UUID: u64 = 1;
    pub(crate) const NAME: u64 = 2;
    pub(crate) const PROCESS: u64 = 3;
    pub(crate) const PARENT_UUID: u64 = 5;
    pub(crate) const COUNTER: u64 = 8;
    pub(crate) const CHILD_ORDERING: u64 = 11;
    pub(crate) const SIBLING_ORDER_RANK: u64 = 12;
    /// Value of `CHILD_ORDERING`.
    pub(crate) const EXPLICIT: u64 = 3;
    /// Of `ProcessDescriptor`.
    pub(crate) const PID: u64 = 1;
    pub(crate) const PROCESS_NAME: u64 = 6;
}
